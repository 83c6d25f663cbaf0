// Turns an OpenStreetMap element into a place. Nothing is guessed: what no tag says and no rule derives is null.
import tzLookup from '@photostructure/tz-lookup'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { parseOpeningHours } from '#parsing/hours/parse-opening-hours.ts'
import { addressFromTags, type PlaceRegions } from './address-from-tags.ts'
import { categoriesFromTags } from './categories-from-tags.ts'
import { emailsFromTags, mainPhone, phonesFromTags, websiteFromTags } from './contacts-from-tags.ts'
import { linksFromTags, photosFromTags, wikidataId } from './links-from-tags.ts'
import { nameInLanguage, namesFromTags } from './names-from-tags.ts'
import { pointOf, isClosedPlace, type OsmElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { formatOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { plusCode } from '#extractors/maps/osm/plus-code.ts'
import { provenanceOf } from '#extractors/maps/osm/place-provenance.ts'
import { socialsFromTags } from './socials-from-tags.ts'
import { firstOf, plainText, listOf, visibleTags } from './tag-values.ts'

/** Whether the place is open, and whether that is said or derived. */
interface StatusFromTags {
  readonly status: MapPlace['status']
  /** Whether a tag says so. */
  readonly tagged: boolean
}

const PERMANENT = new Set([
  'closed',
  'permanently_closed',
  'closed_permanently',
  'abandoned',
  'disused',
  'demolished',
])
const TEMPORARY = new Set(['temporarily_closed', 'closed_temporarily', 'out_of_order', 'under_construction'])

const closed: StatusFromTags = { status: 'permanently_closed', tagged: true }
const paused: StatusFromTags = { status: 'temporarily_closed', tagged: true }

type Attributes = MapPlace['attributes']

const KEYS = new Set(
  `access air_conditioning atm bar beds brewery bulk_purchase capacity capacity:disabled changing_table charge
  climbing cuisine delivery denomination diplomatic dispensing dog drinking_water drive_in drive_through fee
  government group_only healthcare:speciality highchair historic indoor indoor_seating internet_access
  internet_access:fee internet_access:ssid kids_area level lgbtq lit live_music max_age maxstay microbrewery min_age
  opening_hours:kitchen opening_hours:url organic outdoor_seating park_ride parking religion reservation rooms sauna
  second_hand self_checkout self_service seats shelter shower smoking social_facility social_facility:for sport stars
  start_date supervised surface swimming_pool takeaway tents toilets toilets:wheelchair trade wheelchair
  wheelchair:description artwork_type artist_name access:covid19 clothes covered drink:water
  service:bicycle:rental service:bicycle:repair service:bicycle:retail fuel:diesel fuel:octane_95 fuel:octane_98
  fuel:electricity fuel:lpg fuel:cng fuel:e85 wifi`.split(/\s+/),
)
const FAMILIES = ['payment:', 'diet:', 'recycling:', 'socket:', 'cuisine:'] as const
/** Counts, shown as numbers where they are plain digits. */
const NUMBERS = new Set([
  'stars',
  'beds',
  'rooms',
  'capacity',
  'capacity:disabled',
  'seats',
  'min_age',
  'max_age',
])

/** What the tags themselves do not say. */
export interface PlaceFromTagsOptions {
  readonly provider: Provider
  /** RFC 3339: the moment the data left OpenStreetMap. */
  readonly fetchedAt: string
  /** BCP 47, or null for the names as they are on the ground. */
  readonly language: string | null
  /** ISO 3166-1 alpha-2 of the country at the point, or null at sea. */
  readonly pointCountry: string | null
  /** What boundaries say about the address; null or absent where the provider has none at hand. */
  readonly regions?: PlaceRegions | null
  /** Whether the provider lacks a part of the geometry, so that the position is that of the rest. */
  readonly isApproximate?: boolean
}

/** Null for an element without a position. */
export function placeFromTags(element: OsmElement, options: PlaceFromTagsOptions): MapPlace | null {
  const location = pointOf(element)
  if (location === null) return null
  const tags = visibleTags(element.tags)
  const { language } = options
  const { pointCountry, regions } = options
  const {
    address,
    tagged: taggedAddress,
    raw: rawAddress,
  } = addressFromTags(tags, pointCountry, language, regions)
  const phones = phonesFromTags(tags, address.countryCode)
  const { status, tagged: taggedStatus } = statusFromTags(tags, options.fetchedAt)
  const place: Omit<MapPlace, 'provenance' | 'raw'> = {
    source: { provider: options.provider, scheme: 'osm', id: formatOsmId(element) },
    name: nameInLanguage(tags, language),
    names: namesFromTags(tags),
    categories: categoriesFromTags(tags).map((id) => ({ id, label: categoryLabel(id, language) })),
    address,
    location,
    phone: mainPhone(phones),
    phones,
    website: websiteFromTags(tags),
    emails: emailsFromTags(tags),
    socials: socialsFromTags(tags),
    rating: null,
    ratingCount: null,
    ratingDistribution: null,
    priceLevel: null,
    openingHours: openingHours(tags, location),
    status,
    description: firstOf(tags, [...(language === null ? [] : [`description:${language}`]), 'description']),
    attributes: attributesFromTags(tags),
    photos: photosFromTags(tags),
    owner: firstOf(tags, ['operator']),
    brand: brandOf(tags),
    plusCode: plusCode(location),
    links: linksFromTags(element, tags),
    aliases: aliasesFromTags(element, tags),
  }
  return {
    ...place,
    provenance: provenanceOf(place, {
      provider: options.provider,
      fetchedAt: options.fetchedAt,
      taggedAddress,
      rawAddress,
      taggedStatus,
      location: options.isApproximate === true ? 'approximate' : element.type === 'node' ? 'tag' : 'derived',
    }),
    raw: element,
  }
}

function openingHours(tags: Tags, { lat, lng }: LatLng): MapPlace['openingHours'] {
  const raw = plainText(tags['opening_hours'])
  return raw === null ? null : { raw, timezone: tzLookup(lat, lng), ...parseOpeningHours(raw) }
}

function brandOf(tags: Tags): MapPlace['brand'] {
  const name = firstOf(tags, ['brand'])
  const wikidata = wikidataId(tags['brand:wikidata'])
  return name === null && wikidata === null ? null : { name, wikidata }
}

/** A plain `ref` is a number on a door or a plan; `ref:<register>` is an id in that register. */
export function aliasesFromTags(id: OsmId, tags: Tags): MapPlace['aliases'] {
  const aliases = [{ scheme: 'osm', value: formatOsmId(id) }]
  const wikidata = wikidataId(tags['wikidata'])
  if (wikidata !== null) aliases.push({ scheme: 'wikidata', value: wikidata })
  for (const value of listOf(tags['gers'] ?? tags['ref:gers'])) aliases.push({ scheme: 'gers', value })
  for (const [key, value] of Object.entries(tags)) {
    if (!/^ref:[A-Za-z]/.test(key) || key === 'ref:gers') continue
    for (const entry of listOf(value)) aliases.push({ scheme: key, value: entry })
  }
  return aliases
}

/** Keyed as OpenStreetMap keys them. A value that only says yes or no is a boolean, a count a number. */
export function attributesFromTags(tags: Tags): Attributes {
  const attributes: Attributes = {}
  for (const [key, raw] of Object.entries(tags)) {
    if (!KEYS.has(key) && !FAMILIES.some((family) => key.startsWith(family))) continue
    const value = plainText(raw)
    if (value !== null) attributes[key] = attributeValue(key, value)
  }
  return attributes
}

function attributeValue(key: string, value: string): string | boolean | number {
  if (value === 'yes' || value === 'true') return true
  if (value === 'no' || value === 'false') return false
  return NUMBERS.has(key) && /^\d{1,6}(?:\.\d{1,2})?$/.test(value) ? Number(value) : value
}

/**
 * `unknown` without a tag for it: being on the map does not mean being open. A key with a lifecycle prefix
 * (`disused:shop=*`) marks a former place; a key without one beside it means that it is another place now. `asOf` is
 * the day of the data, with which `end_date` is compared.
 */
export function statusFromTags(tags: Tags, asOf: string): StatusFromTags {
  const said = [tags['operational_status'], tags['business_status'], tags['status']]
  if (said.some((value) => value !== undefined && PERMANENT.has(value.toLowerCase()))) return closed
  if (['disused', 'abandoned', 'demolished', 'razed', 'removed'].some((key) => tags[key] === 'yes'))
    return closed
  if (isClosedPlace(tags)) return closed
  if (tags['shop'] === 'vacant' || tags['office'] === 'vacant') return closed
  if (hasEnded(tags['end_date'], asOf)) return closed
  if (said.some((value) => value !== undefined && TEMPORARY.has(value.toLowerCase()))) return paused
  if (/^(?:off|closed)$/i.test((tags['opening_hours'] ?? '').trim())) return paused
  if (said.some((value) => /^(?:operational|open)$/i.test(value ?? ''))) {
    return { status: 'operational', tagged: true }
  }
  return { status: 'unknown', tagged: false }
}

/** `end_date` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a year that still runs has not ended. */
function hasEnded(endDate: string | undefined, asOf: string): boolean {
  if (endDate === undefined || !/^\d{4}(?:-\d{2}){0,2}$/.test(endDate)) return false
  return endDate < asOf.slice(0, endDate.length)
}
