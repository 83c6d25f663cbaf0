// Turns the array of a place into a place. Nothing is guessed: what the payload does not hold is null.
import type { MapPlace } from '#contract/places/place.ts'
import { googleSpellings, parseGoogleId } from '#kit/maps/google-ids.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import {
  asCount,
  asList,
  asNumber,
  asText,
  pick,
  textsIn,
  valueAt,
} from '#extractors/maps/providers/google/payload/at.ts'
import { idOf, type PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { PLACE } from '#extractors/maps/providers/google/payload/paths.ts'
import { readAbout, readPopularTimes } from './attributes.ts'
import { readStatus } from './closure.ts'
import { readAddress, readLinks, readNeighbourhood, readPhones, readWebsite, webAddress } from './contacts.ts'
import { readHours } from './hours.ts'
import { withoutPeople } from './personal-data.ts'
import { readPhotos } from './photos.ts'

/** `full`, or `thin`: without review counts and with the hours of today alone. */
export type PlaceTier = 'full' | 'thin'

/** What the array itself does not say. */
export interface ReadPlaceOptions {
  /** RFC 3339. */
  readonly fetchedAt: string
  /** BCP 47, of labels; null for English. */
  readonly language: string | null
}

const KGMID = /^\/[gm]\/[0-9a-z_]{2,40}$/
const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}$/
/** One to four times the same sign of a currency. */
const LEVEL = /^(\p{Sc})\1{0,3}$/u
const DAYS_A_WEEK = 7
/** Not statements of the provider about the place. */
const NOT_FIELDS: ReadonlySet<string> = new Set(['source', 'address', 'status'])

/** Null for an array without a name, an id or a position. Never throws. */
export function readPlace(place: PlaceArray, { fetchedAt, language }: ReadPlaceOptions): MapPlace | null {
  const ids = idsOf(place)
  const name = pick(place, PLACE.name, asText)
  const location = locationOf(place)
  const placeId = ids.find(({ scheme }) => scheme === 'google_place_id')?.value
  const cid = ids.find(({ scheme }) => scheme === 'google_cid')?.value
  if (name === null || location === null || placeId === undefined || cid === undefined) return null
  const address = readAddress(place, language)
  const phones = readPhones(place, address.countryCode)
  const popularTimes = readPopularTimes(place)
  const read: Omit<MapPlace, 'provenance' | 'raw'> = {
    source: { provider: 'google', scheme: 'google_place_id', id: placeId },
    name,
    names: {},
    categories: categoriesOf(place, language),
    address,
    location,
    phone: phones[0]?.e164 ?? null,
    phones,
    website: readWebsite(place),
    emails: [],
    socials: [],
    rating: ratingOf(place),
    ratingCount: pick(place, PLACE.ratingCount, asCount),
    ratingDistribution: distributionOf(place),
    priceLevel: priceLevelOf(place),
    openingHours: readHours(place),
    status: readStatus(place),
    description: pick(place, PLACE.description, asText),
    attributes: attributesOf(place),
    photos: readPhotos(place),
    ...(popularTimes === null ? {} : { popularTimes }),
    owner: ownerOf(place),
    brand: null,
    plusCode: plusCodeOf(place),
    links: readLinks(place, { placeId, cid }),
    aliases: [...ids, ...kgmidOf(place)],
  }
  return { ...read, provenance: provenanceOf(read, tierOf(place), fetchedAt), raw: withoutPeople(place) }
}

/** `thin` where reviews are rated but not counted, or only some days of the week are there. */
export function tierOf(place: PlaceArray): PlaceTier {
  if (ratingOf(place) !== null && pick(place, PLACE.ratingCount, asCount) === null) return 'thin'
  const days = pick(place, PLACE.hours, asList)?.length ?? 0
  return days > 0 && days < DAYS_A_WEEK ? 'thin' : 'full'
}

function idsOf(place: PlaceArray): { scheme: string; value: string }[] {
  const id = parseGoogleId(idOf(place) ?? '')
  return id === null
    ? []
    : googleSpellings(id.scheme, id.value).map(({ scheme, value }) => ({ scheme, value }))
}

function kgmidOf(place: PlaceArray): { scheme: string; value: string }[] {
  const isKgmid = (value: unknown): string | null =>
    typeof value === 'string' && KGMID.test(value) ? value : null
  const kgmid = pick(place, PLACE.kgmid, isKgmid)
  return kgmid === null ? [] : [{ scheme: 'google_kgmid', value: kgmid }]
}

function locationOf(place: PlaceArray): MapPlace['location'] | null {
  const lat = pick(place, PLACE.lat, within(90))
  const lng = pick(place, PLACE.lng, within(180))
  return lat === null || lng === null ? null : { lat, lng }
}

const within =
  (bound: number) =>
  (value: unknown): number | null => {
    const number = asNumber(value)
    return number !== null && Math.abs(number) <= bound ? number : null
  }

/** Ids without a language; a place that has only labels is of the type that the search gave it. */
function categoriesOf(place: PlaceArray, language: string | null): MapPlace['categories'] {
  const labels = textsIn(pick(place, PLACE.categories, asList))
  const ids = (pick(place, PLACE.categoryIds, asList) ?? []).flatMap(
    (entry) => wordIn(valueAt(entry, [0])) ?? [],
  )
  const type = pick(place, PLACE.categoryType, (value) => wordIn(typeWord(asText(value))))
  const known = ids.length > 0 ? ids : type === null ? [] : [type]
  return [...new Set(known)].map((word, index) => {
    const id = `google/${word}`
    return {
      id,
      label: (known.length === labels.length ? labels[index] : null) ?? categoryLabel(id, language),
    }
  })
}

/** `SearchResult.TYPE_FRENCH_RESTAURANT` */
function typeWord(text: string | null): string | null {
  return text?.startsWith('SearchResult.TYPE_') === true
    ? text.slice('SearchResult.TYPE_'.length).toLowerCase()
    : null
}

function wordIn(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z0-9_]{1,80}$/.test(value) ? value : null
}

function ratingOf(place: PlaceArray): number | null {
  const rating = pick(place, PLACE.rating, asNumber)
  return rating !== null && rating >= 1 && rating <= 5 ? rating : null
}

function distributionOf(place: PlaceArray): number[] | null {
  const counts = pick(place, PLACE.distribution, asList)
  if (counts?.length !== 5) return null
  const whole = counts.map(asCount)
  return whole.every((count) => count !== null) ? whole : null
}

/** `€€` is 2; a range of amounts is no level. */
function priceLevelOf(place: PlaceArray): number | null {
  const signs = pick(place, PLACE.price, asText)
  return signs !== null && LEVEL.test(signs) ? signs.length : null
}

function plusCodeOf(place: PlaceArray): string | null {
  const code = pick(place, PLACE.plusCode, asText)
  return code !== null && PLUS_CODE.test(code) ? code : null
}

/** Without the word for "owner" behind it, which is in the language of the request. */
function ownerOf(place: PlaceArray): string | null {
  const text = pick(place, PLACE.ownerName, asText)
  if (text === null || !text.endsWith(')')) return text
  const at = text.lastIndexOf(' (')
  return at > 0 ? text.slice(0, at) : text
}

function attributesOf(place: PlaceArray): MapPlace['attributes'] {
  const price = pick(place, PLACE.price, asText)
  const photos = pick(place, PLACE.photoCount, asCount)
  const owner = pick(place, PLACE.ownerId, (value) =>
    /^\d{1,30}$/.test(asText(value) ?? '') ? asText(value) : null,
  )
  const neighbourhood = readNeighbourhood(place)
  const logo = pick(place, PLACE.logo, webAddress)
  return {
    ...readAbout(place),
    ...(price !== null && priceLevelOf(place) === null ? { price_range: price } : {}),
    ...(photos === null ? {} : { photo_count: photos }),
    ...(owner === null ? {} : { owner_id: owner }),
    ...(neighbourhood === null ? {} : { neighbourhood }),
    ...(logo === null ? {} : { logo }),
    ...(pick(place, PLACE.claimPage, asText) === null ? {} : { unclaimed: true }),
  }
}

function provenanceOf(
  place: Omit<MapPlace, 'provenance' | 'raw'>,
  tier: PlaceTier,
  fetchedAt: string,
): MapPlace['provenance'] {
  const provenance: MapPlace['provenance'] = {}
  const record = (field: string) => {
    provenance[field] = { provider: 'google', tier, fetchedAt }
  }
  for (const [field, value] of Object.entries(place))
    if (!NOT_FIELDS.has(field) && isKnown(value)) record(field)
  for (const [part, value] of Object.entries(place.address)) if (value !== null) record(`address.${part}`)
  if (place.status !== 'unknown') record('status')
  return provenance
}

function isKnown(value: unknown): boolean {
  if (value === null || value === undefined) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
