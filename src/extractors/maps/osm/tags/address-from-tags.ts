// The postal address of a place: `addr:*`, then `contact:*`; what no tag says comes from the boundaries around it.
import type { Address } from '#contract/places/place.ts'
import { countryCode, countryName } from '#kit/geo/country-name.ts'
import { stateNamed } from '#kit/geo/state-names.ts'
import { searchFold } from '#kit/text/search-text.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { formatAddress } from './format-address.ts'
import { firstOf } from './tag-values.ts'

/** What the boundaries around a point are called; null for what is not known. */
export interface PlaceRegions {
  readonly city: string | null
  /** The largest part of the city. */
  readonly district: string | null
  /** The state, province or canton. */
  readonly region: string | null
  /** How the map spells the city that a tag names, where it has it. */
  readonly spelling?: string | null
}

/** The address, and which of its fields a mapper wrote. */
export interface AddressFromTags {
  readonly address: Address
  /** Which fields a tag gave; the others that are not null were derived. */
  readonly tagged: ReadonlySet<string>
  /** What a tag says where the address spells it in another way. */
  readonly raw: ReadonlyMap<string, string>
}

export const CITY_KEYS = ['addr:city', 'contact:city', 'addr:town', 'addr:village', 'addr:hamlet'] as const
const DISTRICT_KEYS = [
  'addr:district',
  'addr:city_district',
  'addr:suburb',
  'addr:quarter',
  'addr:neighbourhood',
] as const

/** `pointCountry` is the country at the point, used when no tag names one; `regions` null: no boundaries are known. */
export function addressFromTags(
  tags: Tags,
  pointCountry: string | null,
  language: string | null,
  regions: PlaceRegions | null = null,
): AddressFromTags {
  const given = {
    street: firstOf(tags, ['addr:street', 'addr:place', 'contact:street']),
    houseNumber: firstOf(tags, ['addr:housenumber', 'contact:housenumber']),
    houseName: firstOf(tags, ['addr:housename']),
    unit: firstOf(tags, ['addr:unit', 'addr:door', 'addr:flats']),
    floor: firstOf(tags, ['addr:floor']),
    block: firstOf(tags, ['addr:block_number', 'addr:block']),
    postcode: firstOf(tags, ['addr:postcode', 'contact:postcode', 'postal_code']),
    district: firstOf(tags, DISTRICT_KEYS),
    city: firstOf(tags, CITY_KEYS),
    region: firstOf(tags, ['addr:state', 'addr:province', 'addr:region']),
  }
  const full = firstOf(tags, ['addr:full'])
  const taggedCountry = countryCode(tags['addr:country'])
  const code = taggedCountry ?? pointCountry
  const country = code === null ? null : countryName(code, language)
  const city = spelled(given.city, regions?.city ?? null) ?? regions?.spelling ?? given.city
  const parts = {
    ...given,
    city: city ?? regions?.city ?? null,
    district:
      spelled(given.district, regions?.district ?? null) ?? given.district ?? regions?.district ?? null,
    region: regionOf(given.region, regions?.region ?? null, code),
  }
  // A quarter that no tag names is not part of what people write.
  const written = { ...parts, district: given.district, country }
  const address: Address = {
    formatted: full ?? formatAddress(written, code),
    ...parts,
    country,
    countryCode: code,
  }
  const tagged = new Set<string>()
  const raw = new Map<string, string>()
  for (const [field, value] of Object.entries(given)) {
    if (value === null) continue
    tagged.add(field)
    const shown = Object.entries(parts).find(([name]) => name === field)?.[1]
    if (shown !== value) raw.set(field, value)
  }
  if (full !== null) tagged.add('formatted')
  if (taggedCountry !== null) tagged.add('countryCode')
  return { address, tagged, raw }
}

/** The name of the boundary where the tag means it: `Monaco` for `MONACO`. */
function spelled(tagged: string | null, boundary: string | null): string | null {
  return tagged !== null && boundary !== null && searchFold(tagged) === searchFold(boundary) ? boundary : null
}

/** A code is shown as the name: `British Columbia` for `BC`. */
function regionOf(tagged: string | null, boundary: string | null, country: string | null): string | null {
  if (tagged === null) return boundary
  const state = country === null ? null : stateNamed(country, tagged)
  if (state === null) return spelled(tagged, boundary) ?? tagged
  const same = boundary !== null && country !== null && stateNamed(country, boundary)?.code === state.code
  return same ? boundary : state.name
}
