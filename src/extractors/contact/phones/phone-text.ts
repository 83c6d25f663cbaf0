// Texts that are phone numbers: how people write them, what stands beside them, and what only looks like one.
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max'

/** A number that exists by the plan of its country. */
export interface PhoneContact {
  readonly e164: string
  readonly national: string
  readonly country: string | null
  /** `MOBILE`, `FIXED_LINE`, `TOLL_FREE`; null where the plan does not tell. */
  readonly type: string | null
  readonly extension: string | null
  readonly isFax: boolean
}

/** `(347) 247-3198`, `1-415-429-6753`: written so only in North America. */
const NORTH_AMERICAN = /^(?:\+?1[\s.-]?)?(?:\([2-9]\d\d\)|[2-9]\d\d)[\s./-]{0,2}[2-9]\d\d[\s.-]\d{4}$/
/** `4556-9147/48`, `61302-3`: a second number that differs in its last digits. */
const SECOND_ENDING = /^(.{6,40}\d{2,})\s?(?:\/|(?<=\d)-)\s?-?(\d{1,3})$/

/**
 * The numbers of a text, of which there may be two; none for one that does not exist in any of `countries`, which are
 * tried in their order. `isSure` is for numbers that a page gives as such: they may lack the sign before a country code.
 */
export function phonesOf(
  text: string,
  countries: readonly CountryCode[],
  isSure = false,
): Omit<PhoneContact, 'isFax'>[] {
  const whole = phoneOf(text, countries, isSure)
  if (whole !== null) return [whole]
  const [, first = '', ending = ''] = SECOND_ENDING.exec(text.trim()) ?? []
  if (first === '') return []
  return [first, first.slice(0, -ending.length) + ending].flatMap(
    (each) => phoneOf(each, countries, isSure) ?? [],
  )
}

function phoneOf(
  text: string,
  countries: readonly CountryCode[],
  isSure: boolean,
): Omit<PhoneContact, 'isFax'> | null {
  const [, base = text, extension = null] = EXTENSION.exec(text) ?? []
  // `+49 (0)30`: the zero is for callers in the country.
  const clean = base
    .replace(/^[^\d+(]{1,20}/, '')
    .replace(/^\((?:\+|00)([\d\s]{1,8})\)/, '+$1 ')
    .replace(/\(0\)/, '')
    .replace(/^00(?=[1-9])/, '+')
    .slice(0, 60)
  const tried: (CountryCode | undefined)[] = clean.startsWith('+') ? [undefined] : [...countries]
  if (NORTH_AMERICAN.test(clean.trim()) && !tried.includes('US')) tried.push('US')
  for (const country of tried) {
    const phone = parsePhoneNumberFromString(
      clean,
      country === undefined ? {} : { defaultCountry: country, extract: false },
    )
    if (phone?.isValid() === true) return contactOf(phone, extension)
  }
  const digits = clean.replace(/\D/g, '')
  const unsigned =
    isSure && /^[1-9]\d{9,14}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined
  return unsigned?.isValid() === true ? contactOf(unsigned, extension) : null
}

/** The number inside a house: `ext. 2`, `int. 22`, `εσωτ. 15`. */
export const EXTENSION_WORDS =
  'extensi[óo]n|extension|ext|ex|x|interno|int|durchwahl|dw|app(?:arat)?|poste|ramal|toestel|anknytning|anknytn|linje|wewnętrzny|wewn|wew|klapka|kl|linka|mellék|доб|внутр|вн|вътр|dahili|εσωτερικό|εσωτ|内線|内线|分機|내선'
const EXTENSION = new RegExp(
  `^(.{5,60}\\d)[\\s,;(]{0,3}(?:${EXTENSION_WORDS})[.:\\s]{0,3}(\\d{1,5})\\)?$`,
  'iu',
)

function contactOf(phone: PhoneNumber, extension: string | null): Omit<PhoneContact, 'isFax'> {
  return {
    e164: phone.number,
    national: phone.formatNational(),
    country: phone.country ?? null,
    type: phone.getType() ?? null,
    extension: phone.ext ?? extension,
  }
}

/** A date, and all that may follow it; not the five pairs of a French number. */
const DATE =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2})(?![./-]?\d)|^\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d\D/
/** An address of a machine, a coordinate, a price, a range of years. None of them begins as a national number does. */
const OTHER =
  /^(?!0[1-9])(?:\d{1,3}(?:\.\d{1,3}){3}$|\d{1,3}\.\d{3,}(?:[^\d.]|$)|\d{1,3}(?:\.\d{3}){2,4}(?:[^\d.]|$)|(?:19|20)\d\d\s?[-\u2010-\u2015/]\s?(?:(?:19|20)\d\d|\d\d)$)/

/** What is no number to call. After a label only a date is, and what is too long. */
export function looksOther(text: string, isNamed: boolean): boolean {
  const bare = text.trim()
  return DATE.test(bare) || (!isNamed && OTHER.test(bare)) || (bare.match(/\d/g)?.length ?? 0) > MAX_DIGITS
}

/** With a country code and an extension. */
const MAX_DIGITS = 15

/** In the international form, in that of North America, or with the zero of its country and set apart as people do. */
export function isWrittenAsPhone(text: string): boolean {
  const bare = text.trim()
  if (isInternational(bare)) return true
  return NATIONAL_FORMS.some((form) => form.test(bare))
}

const NATIONAL_FORMS: readonly RegExp[] = [
  // North America.
  /^(?:(?:1[\s.-]?)?\([2-9]\d\d\)\s?|1?[\s.-]?[2-9]\d\d[./-])[2-9]\d\d[\s.-]\d{4}$/,
  /^[2-9]\d\d\s[2-9]\d\d-\d{4}$/,
  // France: numbers at a price of their own.
  /^0\s8\d\d(?:\s\d\d){3}$/,
  // France: pairs.
  /^0[1-9](?:[\s.]\d\d){4}$/,
  // Brazil, Mexico: an area code without a zero.
  /^\([1-9]\d{1,2}\)\s?\d{4,5}[\s-]\d{4}$/,
  // Where all of a country pays the same.
  /^1[38]00[\s-]\d{3}[\s-]\d{3}$/,
  /^(?:\(0[1-9]\d{0,4}\)\s?\d|0[1-9]\d{0,4}\s?[/-]\s?\d|0[1-9]\d{1,4}\s\d{2,})/,
]

export const isInternational = (text: string): boolean => /^(?:\(?\+\(?|\(?00)[1-9]/.test(text.trim())
/** As ids are never written: `(847) 555-0100`, `+49 …`. */
export const isOnlyPhone = (text: string): boolean => /^(?:\(?\+|\(0?[1-9]\d{1,4}\)\s?\d)/.test(text)

/** Where one number may end and the next begin. */
const BORDER = /\s?[/|\u2010-\u2015-]\s?(?=[+(0])|\s(?=\()|\s?\/\s?|\s[\u2010-\u2015-]\s/g
const MIN_DIGITS = 7

/**
 * A run of digits and marks in the numbers that stand in it, each with its place: `0542 641200 - 0542 641201`. What
 * `isNumber` takes as a whole is one number, unless what follows a border begins as a number does.
 */
export function numbersOfRun(
  run: string,
  isNumber: (text: string) => boolean,
): { readonly text: string; readonly index: number }[] {
  const found: { text: string; index: number }[] = []
  let start = 0
  for (const { 0: border, index } of run.matchAll(BORDER)) {
    if (index < start) continue
    const [first, rest] = [run.slice(start, index), run.slice(index + border.length)]
    const digits = digitsIn(first)
    const begins = /^(?:\+|\((?!0\))|0[1-9])/.test(rest) && digitsIn(rest) >= MIN_DIGITS
    // `24/7 - 0800 …`: a number that no one calls.
    const isStray = digits <= 3 && begins && !/^[+(0]/.test(first) && /\s[/\u2010-\u2015-]/.test(border)
    const isOver = digits >= MIN_DIGITS && (begins || !isNumber(run.slice(start))) && isNumber(first)
    if (isOver) found.push({ text: first, index: start })
    if (isOver || isStray) start = index + border.length
  }
  return [...found, { text: run.slice(start), index: start }]
}

const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0
