// The countries that the numbers of a page are most likely from, in the order of what speaks for them.
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'
import { attribute } from '#parsing/html/html-node.ts'
import type { ContactPage } from './contact-page.ts'

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
}

/** Address first, then the domain, then the region and the language of the page. */
export function countriesOf({ document, url, facts }: ContactPage, given: string | null): CountryCode[] {
  const found: CountryCode[] = []
  const add = (code: string | undefined): void => {
    const upper = code?.toUpperCase() ?? ''
    if (isSupportedCountry(upper) && !found.includes(upper)) found.push(upper)
  }
  add(given ?? undefined)
  for (const { name, value } of facts) if (name === 'addressCountry' && value.length === 2) add(value)
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '')
  const end = host.split('.').at(-1) ?? ''
  if (end.length === 2 && !GENERIC.has(end)) add(Object.hasOwn(DOMAINS, end) ? DOMAINS[end] : end)
  const html = document.all.find(({ name }) => name === 'html')
  const [language = '', ...rest] = (html === undefined ? '' : (attribute(html, 'lang') ?? ''))
    .toLowerCase()
    .split(/[-_]/)
  add(rest.find((part) => part.length === 2))
  if (Object.hasOwn(LANGUAGES, language)) add(LANGUAGES[language])
  return found
}
