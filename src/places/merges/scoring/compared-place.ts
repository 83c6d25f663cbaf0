// Reads a stored place once, as it is then compared with many others.
import type { LatLng } from '#kit/geo/geometry.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { ContentFields } from '#places/content/kept-content.ts'
import { wordsOf } from './name-words.ts'
import { readNames, type ReadName } from './read-names.ts'

/** A place as pairs of it are scored: read once, compared with many. */
export interface ComparedPlace {
  readonly id: string
  readonly provider: string
  readonly location: LatLng
  readonly names: readonly ReadName[]
  /** The ids of its own source, and those of the records that its source made it from. */
  readonly ids: ReadonlySet<string>
  readonly categories: readonly string[]
  /** The last digits of each number. */
  readonly phones: ReadonlySet<string>
  readonly emails: ReadonlySet<string>
  /** Host and path, without `www.`. */
  readonly page: string | null
  readonly domain: string | null
  readonly wikidata: string | null
  readonly brand: string | null
  readonly street: readonly string[] | null
  readonly houseNumber: string | null
}

const OWN_SCHEMES: Readonly<Record<string, readonly string[]>> = {
  'osm-file': ['osm'],
  overpass: ['osm'],
  overture: ['gers', 'osm'],
}
/** Enough digits to tell numbers apart, without country code and dialling prefix. */
const PHONE_DIGITS = 8
/** Pages of many owners: the domain says nothing, the whole address does. */
const SHARED_DOMAINS = new Set(
  'facebook.com instagram.com google.com linktr.ee wixsite.com tripadvisor.com booking.com yelp.com x.com'.split(
    ' ',
  ),
)

/** Reads what is compared from the content of a place. `id` is a plain uuid. */
export function comparedPlace(id: string, provider: string, content: ContentFields): ComparedPlace {
  const { name, names, address, location, website } = content
  const towns = new Set(
    [address.city, address.region, address.country]
      .filter((text) => text !== null)
      .flatMap((text) => wordsOf(text)),
  )
  const digits = content.phones.map(({ e164, raw }) => (e164 ?? raw).replace(/\D/g, '').slice(-PHONE_DIGITS))
  const domain = website === null ? null : registrableDomain(website)
  return {
    id,
    provider,
    location,
    names: readNames(
      [
        ...(name === null ? [] : [{ text: name, isOld: false }]),
        ...Object.entries(names).flatMap(([key, all]) =>
          all.split(';').map((text) => ({ text, isOld: key === 'old' })),
        ),
      ],
      { towns, categories: content.categories },
    ),
    ids: recordIds(provider, content),
    categories: content.categories,
    phones: new Set(digits.filter((number) => number.length >= 6)),
    emails: new Set(content.emails.map((email) => email.toLowerCase())),
    page: website === null ? null : pageOf(website),
    domain: domain === null || SHARED_DOMAINS.has(domain) ? null : domain,
    wikidata: content.aliases.find(({ scheme }) => scheme === 'wikidata')?.value ?? null,
    brand: content.brand?.wikidata ?? null,
    ...streetOf(address),
  }
}

/** In one line with its street the number stands in front, or is the last one behind. */
const NUMBER_IN_FRONT = /^\d+[a-z]?(?=[\s,]+\p{L})/iu
const NUMBER_BEHIND = /[\s,](\d+[a-z]?)(?=$|[\s,(/-])/giu

/** Overture and others write a street and its number in one line, in the order of the country. */
function streetOf({
  street,
  houseNumber,
}: ContentFields['address']): Pick<ComparedPlace, 'street' | 'houseNumber'> {
  if (street === null) return { street: null, houseNumber: null }
  if (houseNumber !== null) return { street: wordsOf(street), houseNumber: numberOf(houseNumber) }
  const [front] = NUMBER_IN_FRONT.exec(street) ?? []
  if (front !== undefined)
    return { street: wordsOf(street.slice(front.length)), houseNumber: numberOf(front) }
  const behind = [...street.matchAll(NUMBER_BEHIND)].at(-1)
  if (behind === undefined) return { street: wordsOf(street), houseNumber: null }
  return { street: wordsOf(street.slice(0, behind.index)), houseNumber: numberOf(behind[1] ?? '') }
}

function numberOf(text: string): string {
  return text.toLowerCase().replaceAll(' ', '')
}

/**
 * A tag with the id of another source may be wrong. Overture says which record of OpenStreetMap it took, and that is the
 * same record.
 */
function recordIds(provider: string, { aliases }: ContentFields): Set<string> {
  const schemes = OWN_SCHEMES[provider] ?? []
  const own = aliases.filter(({ scheme }) => schemes.includes(scheme))
  return new Set(own.map(({ scheme, value }) => `${scheme}:${value}`))
}

function pageOf(website: string): string {
  const url = URL.parse(website)
  if (url === null) return website.toLowerCase()
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`
}
