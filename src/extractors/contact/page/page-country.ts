// The countries that the numbers of a page are most likely from, in the order of what speaks for them.
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'
import { ownValue } from '#kit/unknown-values.ts'
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { ContactPage } from './contact-page.ts'
import { namedCountries } from './country-names.ts'

/** Country domains whose letters are not those of the country. */
const DOMAINS: Readonly<Record<string, CountryCode>> = { uk: 'GB', ac: 'SH', su: 'RU' }
/** Country domains that all the world uses. */
const GENERIC = new Set(['io', 'co', 'me', 'tv', 'ai', 'fm', 'cc', 'ws', 'ly', 'gg', 'to', 'la', 'sh'])
const LANGUAGES: Readonly<Record<string, CountryCode>> = {
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  nl: 'NL',
  pl: 'PL',
  cs: 'CZ',
  sk: 'SK',
  hu: 'HU',
  ro: 'RO',
  bg: 'BG',
  el: 'GR',
  tr: 'TR',
  ru: 'RU',
  uk: 'UA',
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  nn: 'NO',
  no: 'NO',
  fi: 'FI',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
  hr: 'HR',
  sl: 'SI',
  sr: 'RS',
  pt: 'PT',
  ja: 'JP',
  ko: 'KR',
  zh: 'CN',
  he: 'IL',
  ar: 'EG',
  hi: 'IN',
  id: 'ID',
  th: 'TH',
  vi: 'VN',
  ca: 'ES',
  gl: 'ES',
  eu: 'ES',
  fa: 'IR',
  is: 'IS',
  ms: 'MY',
  fil: 'PH',
  sq: 'AL',
  mk: 'MK',
  ka: 'GE',
  hy: 'AM',
  az: 'AZ',
  kk: 'KZ',
  bn: 'BD',
  ur: 'PK',
}

/** Address first, then the domain, then what the e-mail addresses and the numbers of the page are of, then the region and the language of the page. */
export function countriesOf(
  { document, url, facts, lines }: ContactPage,
  given: string | null,
): CountryCode[] {
  const found: CountryCode[] = []
  const add = (code: string | undefined): void => {
    const upper = code?.toUpperCase() ?? ''
    if (isSupportedCountry(upper) && !found.includes(upper)) found.push(upper)
  }
  add(given ?? undefined)
  for (const { name, value } of facts) if (name === 'addressCountry' && value.length === 2) add(value)
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '')
  add(countryOfName(host))
  add(leadingOf(countriesOfMail([...lines, ...mailLinks(document)])))
  add(leadingOf(countriesOfNumbers([...lines, ...numbersForPrograms(document, facts)])))
  const html = document.all.find(({ name }) => name === 'html')
  const [language = '', ...rest] = (html === undefined ? '' : (attribute(html, 'lang') ?? ''))
    .toLowerCase()
    .split(/[-_]/)
  add(rest.find((part) => part.length === 2))
  add(leadingOf(namedCountries(lines, language)))
  add(ownValue(LANGUAGES, language))
  if (found.includes('FR')) for (const each of OVERSEAS) add(each)
  return found
}

/** They have the numbers and the domain of France. */
const OVERSEAS = ['RE', 'GP', 'MQ', 'GF', 'YT']

function countryOfName(host: string): string | undefined {
  const end = host.split('.').at(-1) ?? ''
  if (end.length !== 2 || GENERIC.has(end)) return undefined
  return ownValue(DOMAINS, end) ?? end
}

function* mailLinks({ all }: HtmlDocument): Generator<string> {
  for (const element of all) {
    const href = attribute(element, 'href')
    if (href !== null && /^\s*mailto:/i.test(href)) yield href
  }
}

const MAIL = /@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.([a-z]{2})(?![a-z0-9.-])/gi

/** The countries of the e-mail addresses in the text and the links. */
function* countriesOfMail(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (const [, end = ''] of text.matchAll(MAIL)) {
      const country = countryOfName(end.toLowerCase())
      if (country !== undefined) yield country
    }
  }
}

/** The numbers in links and structured data. */
function* numbersForPrograms({ all }: HtmlDocument, facts: ContactPage['facts']): Generator<string> {
  for (const { name, value } of facts) if (name === 'telephone') yield value
  for (const element of all) {
    const href = attribute(element, 'href')
    if (href !== null && /^\s*tel:/i.test(href)) yield href.slice(0, 100)
  }
}

const INTERNATIONAL = /\+[1-9][\d\s()/.-]{6,20}\d/g

/** The countries of the numbers that stand with their country code. */
function* countriesOfNumbers(lines: readonly string[]): Generator<string> {
  for (const line of lines) {
    for (const [text] of line.matchAll(INTERNATIONAL)) {
      const { country } = parsePhoneNumberFromString(text.replace('(0)', '')) ?? {}
      if (country !== undefined) yield country
    }
  }
}

const MAX_COUNTED = 100

function leadingOf(found: Iterable<string>): string | undefined {
  const counts = new Map<string, number>()
  let left = MAX_COUNTED
  for (const each of found) {
    counts.set(each, (counts.get(each) ?? 0) + 1)
    left -= 1
    if (left === 0) break
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
