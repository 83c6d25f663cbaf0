// The postal address of a place: `addr:*`, then `contact:*`; the country code may come from the point.
import type { Address } from '#contract/places/place.ts'
import { countryCode, countryName } from '#kit/geo/country-name.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { firstOf } from './tag-values.ts'

/** Countries with the house number before the street; elsewhere it comes after. */
const NUMBER_FIRST = new Set(
  'AU BM BS BZ CA FR GB GF GG GI GP HK IE IM IN JE JM KE LK LU MC MG MQ MU MY NC NG NZ PF PH PK RE SG TH TT US YT ZA ZW'.split(
    ' ',
  ),
)
/** Countries with the postcode after the city. */
const POSTCODE_LAST = new Set('AU CA GB GG HK IE IM IN JE LK NG NZ PK SG TH US ZA'.split(' '))

/** The address, and which of its fields a mapper wrote. */
export interface AddressFromTags {
  readonly address: Address
  /** Which fields a tag gave; the others that are not null were derived. */
  readonly tagged: ReadonlySet<string>
}

/** `pointCountry` is the country at the point, used when no tag names one. City and region are never guessed. */
export function addressFromTags(
  tags: Tags,
  pointCountry: string | null,
  language: string | null,
): AddressFromTags {
  const parts = {
    street: firstOf(tags, ['addr:street', 'addr:place', 'contact:street']),
    houseNumber: firstOf(tags, ['addr:housenumber', 'contact:housenumber']),
    postcode: firstOf(tags, ['addr:postcode', 'contact:postcode', 'postal_code']),
    city: firstOf(tags, ['addr:city', 'contact:city', 'addr:town', 'addr:village', 'addr:hamlet']),
    region: firstOf(tags, ['addr:state', 'addr:province', 'addr:region']),
  }
  const full = firstOf(tags, ['addr:full'])
  const taggedCountry = countryCode(tags['addr:country'])
  const code = taggedCountry ?? pointCountry
  const country = code === null ? null : countryName(code, language)
  const address: Address = {
    formatted: full ?? formatAddress({ ...parts, country }, code),
    ...parts,
    country,
    countryCode: code,
  }
  const tagged = new Set<string>()
  for (const [field, value] of Object.entries(parts)) if (value !== null) tagged.add(field)
  if (full !== null) tagged.add('formatted')
  if (taggedCountry !== null) tagged.add('countryCode')
  return { address, tagged }
}

type Parts = Pick<Address, 'street' | 'houseNumber' | 'postcode' | 'city' | 'region' | 'country'>

/** One line in the order of the country; null where neither street, postcode nor city is known. */
function formatAddress(parts: Parts, code: string | null): string | null {
  const { street, houseNumber, postcode, city, region, country } = parts
  if (street === null && postcode === null && city === null) return null
  const numberFirst = code !== null && NUMBER_FIRST.has(code)
  const streetLine = street === null ? [] : numberFirst ? [houseNumber, street] : [street, houseNumber]
  const postcodeLast = code !== null && POSTCODE_LAST.has(code)
  const cityLine = postcodeLast ? [joined([city, joined([region, postcode], ' ')], ', ')] : [postcode, city]
  return joined([joined(streetLine, ' '), joined(cityLine, ' '), country], ', ')
}

function joined(parts: readonly (string | null)[], separator: string): string | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : known.join(separator)
}
