// Phone numbers: every number in the phone keys, as tagged and, when it is a valid number, as E.164.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { MapPlace } from '#contract/places/place.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from './tag-values.ts'

type Phone = MapPlace['phones'][number]
type PhoneKind = Phone['kind']

const PHONE_KEYS: readonly (readonly [key: string, kind: PhoneKind])[] = [
  ['phone', 'phone'],
  ['contact:phone', 'phone'],
  ['phone:mobile', 'mobile'],
  ['contact:mobile', 'mobile'],
  ['mobile', 'mobile'],
  ['contact:whatsapp', 'whatsapp'],
  ['whatsapp', 'whatsapp'],
  ['fax', 'fax'],
  ['contact:fax', 'fax'],
]
/** Longer texts are not phone numbers, and matching them would only cost time. */
const MAX_NUMBER_CHARS = 60

/** `country` is the country of the place: numbers without a country code are read as dialled there. */
export function phonesFromTags(tags: Tags, country: string | null): Phone[] {
  const phones: Phone[] = []
  for (const [key, kind] of PHONE_KEYS) {
    for (const raw of numbersIn(tags[key], country)) {
      if (kind === 'whatsapp' && raw.includes('://')) continue
      const e164 = e164Of(raw, country)
      const known = phones.some((phone) =>
        e164 === null
          ? phone.raw === raw
          : phone.e164 === e164 && (phone.kind === 'fax') === (kind === 'fax'),
      )
      if (!known) phones.push({ e164, raw, kind: kind === 'phone' ? refinedKind(e164) : kind })
    }
  }
  return phones
}

/** The first number that can be called. */
export function mainPhone(phones: readonly Phone[]): string | null {
  return phones.find((phone) => phone.e164 !== null && phone.kind !== 'fax')?.e164 ?? null
}

/** Entries of a `;` or `,` list; a `/` or `or` only parts two numbers where both sides are valid alone. */
function numbersIn(value: string | undefined, country: string | null): string[] {
  const numbers: string[] = []
  for (const entry of (value ?? '').split(/[;,]/)) {
    const text = plainText(entry)
    if (text === null) continue
    const sides = text.replace(/\s+/g, ' ').split(/ (?:\/|or|oder|ou|o) | ?\/ ?(?=\+)/i)
    const split = sides.length > 1 && sides.every((side) => e164Of(side, country) !== null)
    numbers.push(...(split ? sides.map((side) => side.trim()) : [text]))
  }
  return numbers
}

function e164Of(raw: string, country: string | null): string | null {
  if (raw.length > MAX_NUMBER_CHARS) return null
  const number = parse(raw, country)
  return number?.isValid() === true ? number.number : null
}

function refinedKind(e164: string | null): PhoneKind {
  return e164 !== null && parse(e164, null)?.getType() === 'MOBILE' ? 'mobile' : 'phone'
}

/** In most of the world `00` precedes the country code, so it is read so when no country is known. */
function parse(raw: string, country: string | null): ReturnType<typeof parsePhoneNumberFromString> {
  const options: { defaultCountry?: CountryCode; extract: boolean } = { extract: true }
  if (country !== null && isSupportedCountry(country)) options.defaultCountry = country
  return (
    parsePhoneNumberFromString(raw, options) ??
    (/^00[1-9]/.test(raw) ? parsePhoneNumberFromString(`+${raw.slice(2)}`, options) : undefined)
  )
}
