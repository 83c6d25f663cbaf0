// The phone numbers of a page: only with evidence, because most digits of a page are no phone.
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import type { ContactPage } from './contact-page.ts'
import { contextOf, createSightings, type Evidence, type Supported } from './evidence.ts'
import { itemprops } from './read-emails.ts'
import { whatsappNumber } from './read-socials.ts'

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

const FIELDS: ReadonlySet<string> = new Set([
  'telephone',
  'phone',
  'phoneNumber',
  'tel',
  'faxNumber',
  'mobile',
])
/** Words before a number in the languages of most of the web. */
const LABEL =
  /(?:^|[^\p{L}])(tel(?:e(?:fon|phone|fono|foon)?|éfono|éphone)?|t|ph|phone|fon|tlf|tlph|puh|puhelin|mob(?:ile?|il|iel)?|handy|cell|natel|f|fax|telefax|faks|call(?: us)?|hotline|zentrale|anruf|ring|whatsapp|teléfono|téléphone|telefone|telemóvel|celular|τηλ|тел|телефон|факс|電話|电话|電話番号|전화|☎|📞|✆)[^\p{L}\d]{0,8}(?:(?:nr|no|nummer|number|n°)[^\p{L}\d]{0,4})?$/iu
const FAX = /^f$|fax|faks|факс/iu
/** What other numbers are called. */
const NO_PHONE =
  /(?:(?:bestell|auftrag|rechnung|invoice|artikel|order|konto|account|steuer|kunden|customer|ticket|tracking|serien|serial|modell?|koordinat|coordinat|lizenz|licen[sc]e|regist|version|referen|mitglied|member|vorgang|akten|vertrag|pedido|factura|commande|facture|ordine|fattura)\p{L}{0,14}|(?:^|[^\p{L}])(?:isbn|issn|iban|bic|swift|kto|blz|art|sku|ean|gtin|upc|mpn|vat|ust(?:-?id)?|uid|tva|iva|nif|cif|siret|siren|kvk|btw|mwst|tax|hr[ab]|lat|lng|lon|gps|build|ip|doi|pmid|zip|plz|postcode|ref|id|code))[^\p{L}\d]{0,6}(?:(?:nr|no|nummer|number|n°)[^\p{L}\d]{0,6})?$/iu
const RUN = /\(?\+?[\d(][\d\s()/.\u2010-\u2015-]{4,30}\d(?:\s?(?:ext|x|durchwahl|dw|app)\.?\s?\d{1,5})?/giu
/** A page of a stranger may hold nothing but numbers. */
const MAX_TRIED = 2_000

/** All that speaks for each number; `isCut` where the page has more numbers than are tried. `countries` are tried in their order for numbers without a country code. */
export function readPhones(
  page: ContactPage,
  countries: readonly CountryCode[],
): { readonly phones: readonly Supported<PhoneContact>[]; readonly isCut: boolean } {
  const sightings = createSightings<PhoneContact>(({ e164, extension }) => `${e164} ${extension ?? ''}`)
  let tried = 0
  const add = (text: string, kind: Evidence['kind'], context: string, isFax = false): void => {
    tried += 1
    const phone = tried > MAX_TRIED ? null : phoneOf(text, countries)
    if (phone !== null) sightings.add({ ...phone, isFax }, { kind, context: contextOf(context) })
  }
  for (const element of page.document.all) {
    const href = attribute(element, 'href')?.trim() ?? ''
    if (/^tel:/i.test(href)) add(decoded(href.slice(4, 100)), 'tel', lineText(element, 200))
    const messenger = element.name === 'a' ? whatsappNumber(href) : null
    if (messenger !== null) add(messenger, 'link', lineText(element, 200))
    const field = itemprops(element).find((name) => FIELDS.has(name))
    if (field !== undefined)
      add(attribute(element, 'content') ?? lineText(element, 100), 'microdata', field, FAX.test(field))
  }
  for (const { name, value } of page.facts) if (FIELDS.has(name)) add(value, 'jsonld', name, FAX.test(name))
  for (const [at, line] of page.lines.entries()) {
    for (const match of line.matchAll(RUN)) {
      if (tried > MAX_TRIED) return { phones: sightings.all(), isCut: true }
      const inLine = line.slice(Math.max(0, match.index - 30), match.index)
      // A label may stand in a line of its own, above the number.
      const before = match.index === 0 ? ` ${(page.lines[at - 1] ?? '').slice(-20)} ` : inLine
      const text = match[0]
      if (isInsideWord(line, match.index, text) || looksOther(text)) continue
      const label = LABEL.exec(before)?.[1]
      if (label !== undefined) add(text, 'label', line, FAX.test(label))
      else if (!NO_PHONE.test(inLine) && isWrittenAsPhone(text)) add(text, 'text', line)
    }
  }
  return { phones: sightings.all(), isCut: tried > MAX_TRIED }
}

/** Null for a number that does not exist in any of the countries. */
function phoneOf(text: string, countries: readonly CountryCode[]): Omit<PhoneContact, 'isFax'> | null {
  // `+49 (0)30`: the zero is for callers in the country.
  const clean = text
    .replace(/^[^\d+(]{1,20}/, '')
    .replace(/\(0\)/, '')
    .replace(/^00(?=[1-9])/, '+')
    .slice(0, 60)
  const tried = clean.startsWith('+') ? [undefined] : countries
  for (const country of tried) {
    const phone = parsePhoneNumberFromString(
      clean,
      country === undefined ? {} : { defaultCountry: country, extract: false },
    )
    if (phone?.isValid() === true) return contactOf(phone)
  }
  return null
}

function contactOf(phone: PhoneNumber): Omit<PhoneContact, 'isFax'> {
  return {
    e164: phone.number,
    national: phone.formatNational(),
    country: phone.country ?? null,
    type: phone.getType() ?? null,
    extension: phone.ext ?? null,
  }
}

const isInsideWord = (line: string, start: number, text: string): boolean =>
  /[\p{L}\d_#=.,:%€$£@]$/u.test(line.slice(Math.max(0, start - 1), start)) ||
  /^(?:[\p{L}\d_%€$£@°]|[.,:]\d)/u.test(line.slice(start + text.length, start + text.length + 2))

/** Dates, times, addresses of machines, coordinates, prices, ranges of years. */
function looksOther(text: string): boolean {
  const bare = text.trim()
  return (
    /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:\D|$)/.test(bare) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(bare) ||
    /^\d{1,3}\.\d{3,}(?:\D|$)/.test(bare) ||
    /^(?:19|20)\d\d\s?[-\u2010-\u2015/]\s?(?:(?:19|20)\d\d|\d\d)$/.test(bare) ||
    (bare.match(/\d/g)?.length ?? 0) > 15
  )
}

/** In the international form, or with the zero of its country and set apart as people do. */
function isWrittenAsPhone(text: string): boolean {
  const bare = text.trim()
  if (/^(?:\+|00)[1-9]/.test(bare)) return true
  return /^(?:\(0[1-9]\d{0,4}\)\s?\d|0[1-9]\d{0,4}\s?[/-]\s?\d|0[1-9]\d{1,4}\s\d{2,})/.test(bare)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
