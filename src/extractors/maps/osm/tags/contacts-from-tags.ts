// Ways to reach a place: phone numbers, e-mail addresses and the website, as mappers write them.
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { MapPlace } from '#contract/places/place.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText, listOf } from './tag-values.ts'

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
      if (!isNumber(raw, kind)) continue
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

/** Whether a tag holds a number that is no fax, also where it cannot be dialled without knowing the country. */
export function hasNumber(tags: Tags): boolean {
  return PHONE_KEYS.some(
    ([key, kind]) => kind !== 'fax' && entriesIn(tags[key]).some((text) => isNumber(text, kind)),
  )
}

/** The first number that can be called. */
export function mainPhone(phones: readonly Phone[]): string | null {
  return phones.find((phone) => phone.e164 !== null && phone.kind !== 'fax')?.e164 ?? null
}

function isNumber(raw: string, kind: PhoneKind): boolean {
  return kind !== 'whatsapp' || !raw.includes('://')
}

function entriesIn(value = ''): string[] {
  return value.split(/[;,]/).flatMap((entry) => plainText(entry) ?? [])
}

/** Entries of a `;` or `,` list; a `/` or `or` only parts two numbers where both sides are valid alone. */
function numbersIn(value: string | undefined, country: string | null): string[] {
  const numbers: string[] = []
  for (const text of entriesIn(value)) {
    const sides = text.replace(/\s+/g, ' ').split(/ (?:\/|or|oder|ou|o) | ?\/ ?(?=\+)/i)
    const split = sides.length > 1 && sides.every((side) => e164Of(side, country) !== null)
    numbers.push(...(split ? sides.map((side) => side.trim()) : [text]))
  }
  return numbers
}

function e164Of(raw: string, country: string | null): string | null {
  if (raw.length > MAX_NUMBER_CHARS) return null
  const number = parse(raw, country)
  if (number?.isValid() === true) return number.number
  const digits = vanityDigits(raw, country)
  const dialled = digits === null ? undefined : parse(digits, country)
  return dialled?.isValid() === true ? dialled.number : null
}

/** As on the keys of a telephone (ITU-T E.161). */
const KEYPAD = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'] as const
const VANITY = /^\+?[\d\s().-]{1,20}[A-Z]{3,15}[\dA-Z\s.-]{0,20}$/
/** Of the countries where people write words for digits, how many digits are dialled behind their code. */
const NORTH_AMERICA_DIGITS = 10

/** `1-800-FLOWERS` as it is dialled; letters beyond the length of a number are for reading only. Null for other texts. */
function vanityDigits(raw: string, country: string | null): string | null {
  if (!VANITY.test(raw)) return null
  const digits = raw.replace(/[^\dA-Z]/g, '').replace(/[A-Z]/g, (letter) => {
    return String(KEYPAD.findIndex((key) => key.includes(letter)) + 2)
  })
  const isNorthAmerican =
    /^\+?1[\s(.-]/.test(raw) ||
    (country !== null && isSupportedCountry(country) && getCountryCallingCode(country) === '1')
  if (!isNorthAmerican) return raw.startsWith('+') ? `+${digits}` : digits
  return `+1${digits.replace(/^1/, '').slice(0, NORTH_AMERICA_DIGITS)}`
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

const EMAIL_KEYS = ['email', 'contact:email'] as const
/** The forms that mail systems accept in practice (RFC 5321 without quoted local parts), ASCII or internationalised. */
const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u
const MAX_ADDRESS_CHARS = 254

/** Valid ones only, each once, the domain in lower case. */
export function emailsFromTags(tags: Tags): string[] {
  const emails = new Set<string>()
  for (const key of EMAIL_KEYS) {
    for (const entry of (tags[key] ?? '').split(/[;,\s]+/)) {
      const address = entry.replace(/^mailto:/i, '').replace(/\?.*/s, '')
      if (address.length > MAX_ADDRESS_CHARS || !EMAIL.test(address) || /^\.|\.\.|\.@/.test(address)) continue
      const at = address.lastIndexOf('@')
      emails.add(address.slice(0, at) + address.slice(at).toLowerCase())
    }
  }
  return [...emails]
}

const WEBSITE_KEYS = ['website', 'contact:website', 'url'] as const
const MAX_URL_CHARS = 2_000

/** The first valid one; null where no tag holds any (the text stays in `raw`). */
export function websiteFromTags(tags: Tags): string | null {
  for (const key of WEBSITE_KEYS) {
    for (const entry of [tags[key] ?? '', ...listOf(tags[key])]) {
      const url = webUrl(entry)
      if (url !== null) return url
    }
  }
  return null
}

/**
 * `text` as an http(s) URL with a host that has a dot, or null. A missing scheme becomes `http://`: a server that
 * wants https redirects, one without it does not answer on the other port.
 */
export function webUrl(text: string): string | null {
  const value = plainText(text)
  if (value === null || value.length > MAX_URL_CHARS || /\s/.test(value)) return null
  const withScheme =
    /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[^/?#]+:\d+/.test(value) ? value : `http://${value}`
  const url = URL.parse(withScheme)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return /^(?:[^.\s]+\.)+[^.\s]+$/.test(url.hostname) ? url.href : null
}
