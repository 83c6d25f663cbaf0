// One line of an address in the order of its country.
import formatter from '@fragaria/address-formatter'
import type { Address } from '#contract/places/place.ts'
import { remembered } from '#kit/remembered.ts'

/** What a line is made of. `district` is left out where nobody writes it. */
export type AddressParts = Omit<Address, 'formatted' | 'countryCode' | 'floor'>

/** Addresses in these scripts go from the large to the small. */
const LARGE_FIRST: Readonly<Record<string, { readonly script: RegExp; readonly separator: string }>> = {
  JP: { script: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u, separator: '' },
  CN: { script: /\p{sc=Han}/u, separator: '' },
  TW: { script: /\p{sc=Han}/u, separator: '' },
  HK: { script: /\p{sc=Han}/u, separator: '' },
  KR: { script: /\p{sc=Hangul}/u, separator: ' ' },
}
/** The unit stands before the house number there (`5/100`), or behind the street (`#5`). */
const UNIT_FIRST = new Set(['AU', 'NZ'])
const UNIT_BEHIND = new Set(['US', 'CA'])

/** Null where neither street, postcode nor city is known. The country comes last in any order. */
export function formatAddress(parts: AddressParts, code: string | null): string | null {
  const { street, postcode, city, country } = parts
  if (street === null && postcode === null && city === null) return null
  const large = LARGE_FIRST[code ?? '']
  const line =
    large !== undefined && large.script.test(`${street ?? ''}${city ?? ''}`)
      ? largeFirst(parts, large.separator, code)
      : ordered(parts, code)
  return joined([line, country], ', ')
}

/** 〒100-0005 東京都千代田区丸の内1丁目9-1 */
function largeFirst(parts: AddressParts, separator: string, code: string | null): string | null {
  const { postcode, region, city, district, street, block, houseNumber, houseName } = parts
  const number = joined([block ?? null, houseNumber], '-')
  // A district that the street repeats is written once.
  const quarter = typeof district === 'string' && street?.startsWith(district) !== true ? district : null
  const rest = joined([region, city === region ? null : city, quarter, street, number], separator)
  const mark = code === 'JP' && postcode !== null ? `〒${postcode}` : postcode
  return joined([mark, rest, houseName ?? null], ' ')
}

const PART_NAMES = ['house', 'houseNumber', 'road', 'suburb', 'postcode', 'city'] as const
type PartName = (typeof PART_NAMES)[number]

function ordered(parts: AddressParts, code: string | null): string | null {
  const { houseName, houseNumber, street, district, postcode, city, region, unit } = parts
  const values: Readonly<Record<PartName, string | null>> = {
    house: houseName ?? null,
    houseNumber:
      UNIT_FIRST.has(code ?? '') && typeof unit === 'string' && houseNumber !== null
        ? `${unit}/${houseNumber}`
        : houseNumber,
    road: street,
    suburb: district ?? null,
    postcode,
    city,
  }
  // A number without its street says nothing to a reader.
  const known = PART_NAMES.filter(
    (name) => values[name] !== null && (name !== 'houseNumber' || street !== null),
  )
  const order = orderOf(JSON.stringify([code, region, known]), code ?? '', region, known)
  const line = order.replace(MARK, (mark) => {
    const name = known.find((one) => markOf(one) === mark)
    return name === undefined ? mark : (values[name] ?? '')
  })
  const withUnit = UNIT_BEHIND.has(code ?? '') && typeof unit === 'string' && street !== null
  return withUnit ? line.replace(street, () => `${street} ${/^\d/.test(unit) ? '#' : ''}${unit}`) : line
}

/** Nearly all addresses share a few hundred; strangers choose the names of states. */
const MAX_ORDERS = 5_000

/** By country, state, and which parts are known, which `key` names. The templates themselves take 0.1 ms for an address. */
const orderOf = remembered(
  (_key, code: string, region: string | null, known: readonly PartName[]): string => {
    const input: Partial<Record<PartName | 'state' | 'countryCode', string>> = {}
    for (const name of known) input[name] = markOf(name)
    if (region !== null) input.state = region
    // Without a country the order of most countries is taken: street and number, postcode and city.
    input.countryCode = code === '' ? 'DE' : code
    return formatter.format(input, { output: 'array', fallbackCountryCode: 'DE' }).join(', ')
  },
  MAX_ORDERS,
)

const MARK = /Qx[a-zA-Z]{1,20}?xQ/g

/** Stands for the value while the template is read: letters alone, so that no rule of a template changes it. */
function markOf(name: PartName): string {
  return `Qx${name}xQ`
}

function joined(parts: readonly (string | null)[], separator: string): string | null {
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : known.join(separator)
}
