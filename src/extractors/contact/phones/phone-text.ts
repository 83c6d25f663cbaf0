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

/** Words before a number in the languages of most of the web; single letters only with a mark after them. */
const LABEL =
  /(?:^|[^\p{L}])(tel(?:e(?:fon|fonn?ummer|fonzentrale|phone|fono|foon|foonnummer|fone)?|f|éfono|éphone)?|tél|t|ph|phone|fon|tlf|tlph|puh|puhelin|mob(?:ile?|il|iel)?|handy|cell|natel|f|fax|telefax|faks|call(?: us)?|hotline|helpline|zentrale|durchwahl|anruf|ring|sms|whatsapp|contact|contacto|kontakt|switchboard|central|centralita|conmutador|pbx|teléfonos?|téléphone|telefone|telemóvel|telefoon|celular|móvil|portable|gsm|τηλ|тел|телефон|факс|моб|電話|电话|電話番号|전화|☎|📞|📱|✆)[^\p{L}\d]{0,8}(?:(?:nr|no|nummer|number|n°)[^\p{L}\d]{0,4})?$/iu
/** `m +49 171 …`, `p: 555 …`: letters that are more often something else. */
const LETTER = /(?:^|[\s|,;])[mpd]\s?[:.]\s?$/iu
const FAX = /^f$|fax|faks|факс/iu
/** What other numbers are called. */
const NO_PHONE =
  /(?:(?:bestell|auftrag|rechnung|invoice|artikel|order|konto|account|steuer|kunden|customer|ticket|tracking|serien|serial|modell?|koordinat|coordinat|lizenz|licen[sc]e|regist|version|referen|mitglied|member|vorgang|akten|vertrag|pedido|factura|commande|facture|ordine|fattura)\p{L}{0,14}|(?:^|[^\p{L}])(?:isbn|issn|iban|bic|swift|kto|blz|art|sku|ean|gtin|upc|mpn|vat|ust(?:-?id)?|uid|tva|iva|nif|cif|siret|siren|kvk|btw|mwst|tax|hr[ab]|zvr|abn|acn|cin|lat|lng|lon|gps|build|ip|doi|pmid|zip|plz|postcode|ref|id|code))[^\p{L}\d]{0,6}(?:(?:nr|no|nummer|number|zahl|n°)[^\p{L}\d]{0,6})?$/iu

/** The word that calls what follows a phone or a fax; null where there is none. */
export const phoneLabel = (before: string): string | null =>
  LABEL.exec(before)?.[1] ?? (LETTER.test(before) ? 'm' : null)
export const isFaxLabel = (label: string): boolean => FAX.test(label)
export const isOtherNumber = (before: string): boolean => NO_PHONE.test(before)

/** `(347) 247-3198`, `1-415-429-6753`: written so only in North America. */
const NORTH_AMERICAN = /^(?:\+?1[\s.-]?)?(?:\([2-9]\d\d\)|[2-9]\d\d)[\s.-]{0,2}[2-9]\d\d[\s.-]\d{4}$/
/** `4556-9147/48`: a second number that differs in its last digits. */
const SECOND_ENDING = /^(.{6,40}\d{2,})\s?\/\s?-?(\d{1,3})$/

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
  // `+49 (0)30`: the zero is for callers in the country.
  const clean = text
    .replace(/^[^\d+(]{1,20}/, '')
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
    if (phone?.isValid() === true) return contactOf(phone)
  }
  const digits = clean.replace(/\D/g, '')
  const unsigned =
    isSure && /^[1-9]\d{9,14}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined
  return unsigned?.isValid() === true ? contactOf(unsigned) : null
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

/** Dates, times, addresses of machines, coordinates, prices, ranges of years. */
export function looksOther(text: string): boolean {
  const bare = text.trim()
  return (
    /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:\D|$)/.test(bare) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(bare) ||
    /^\d{1,3}\.\d{3,}(?:\D|$)/.test(bare) ||
    /^(?:19|20)\d\d\s?[-\u2010-\u2015/]\s?(?:(?:19|20)\d\d|\d\d)$/.test(bare) ||
    (bare.match(/\d/g)?.length ?? 0) > 15
  )
}

/** In the international form, in that of North America, or with the zero of its country and set apart as people do. */
export function isWrittenAsPhone(text: string): boolean {
  const bare = text.trim()
  if (isInternational(bare)) return true
  // That of North America, and that of France.
  if (/^(?:(?:1[\s.-]?)?\([2-9]\d\d\)\s?|1?[\s.-]?[2-9]\d\d[.-])[2-9]\d\d[\s.-]\d{4}$/.test(bare)) return true
  if (/^0[1-9](?:[\s.]\d\d){4}$/.test(bare)) return true
  return /^(?:\(0[1-9]\d{0,4}\)\s?\d|0[1-9]\d{0,4}\s?[/-]\s?\d|0[1-9]\d{1,4}\s\d{2,})/.test(bare)
}

export const isInternational = (text: string): boolean => /^(?:\+|00)[1-9]/.test(text.trim())
