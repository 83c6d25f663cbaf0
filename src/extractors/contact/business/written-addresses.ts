// Postal addresses in the text of a page: a street with a number, a postal code of the country and a city, side by side.
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import { worldAddress } from './world-addresses.ts'
import { CODE_LAST, countryOfCode, isStreet } from './postal-forms.ts'

/** Null for what the page does not say. */
export interface PostalAddress {
  readonly text: string
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** ISO 3166-1 where it is derived, as written where the page states it. */
  readonly country: string | null
}

const CODE =
  /^(?:([A-Z]{1,3})[-\s]{1,2})?(\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4}\s?[A-Z]{2}|\d{4,5})\s(\p{Lu}[\p{L}.'’/ -]{1,60})/u
/** Where a part of an address ends. */
const PARTS = /\s?(?:[,;|•·]|\s[-–—/]\s)\s?/
/** Ends a city: the words that follow an address in one line. */
const AFTER_CITY =
  /\s(?:tel|telefon|phone|fon|fax|mobil|e-?mail|mail|www|deutschland|germany|österreich|austria|schweiz|switzerland|suisse|france|italia|italy|españa|spain|nederland|belgi|polska|t|f)(?![\p{L}]).{0,60}$/iu
const MAX_PART = 70
const MAX_LINES_ABOVE = 3
const MAX_ADDRESSES = 200
/** A word of a sentence after the code: "in 10115 Berlin lebt". */
const MAX_CITY_WORDS = 4

/** `countries` are tried in their order for codes that several countries write alike. */
export function writtenAddresses(
  { lines: shown, others, state }: ContactPage,
  countries: readonly string[],
): PostalAddress[] {
  const found: PostalAddress[] = []
  const lines = [...shown, ...state.flatMap(({ lines: stated }) => stated)]
  for (const [at, line] of lines.entries()) {
    if (found.length >= MAX_ADDRESSES || line.length > 400 || !/\d/.test(line)) continue
    const world = worldAddress(line, lines.slice(Math.max(0, at - 2), at), countries)
    if (world !== null) {
      if (!others.hasAt(at, world.start)) found.push(world)
      continue
    }
    const parts = line.split(PARTS).filter((part) => part !== '')
    for (const [index, written] of parts.entries()) {
      const bare = written.replace(CODE_WORD, '')
      // `20300, Athens`
      const part =
        ALONE.test(bare) && /^\p{Lu}/u.test(parts[index + 1] ?? '') ? `${bare} ${parts[index + 1]}` : bare
      if (!/\d{2}|\d[A-Z]/.test(part)) continue
      const above = lines
        .slice(Math.max(0, at - MAX_LINES_ABOVE), at)
        .flatMap((each) => (each.length > 120 ? [] : each.split(PARTS)))
        .filter((each) => each !== '')
      const before = [...above, ...parts.slice(0, index)]
      const address = codeFirst(part, before, countries) ?? codeLast(part, before)
      if (address !== null && !others.hasAt(at, line.indexOf(written))) found.push(address)
    }
  }
  return found
}

function codeFirst(
  part: string,
  before: readonly string[],
  countries: readonly string[],
): PostalAddress | null {
  // `Hofgasse 5 8011 Graz` has no mark between street and code.
  for (const start of codeStarts(part)) {
    const [, sign, code = '', rest = ''] = CODE.exec(part.slice(start)) ?? []
    const city = cityOf(rest)
    const country = code === '' ? null : countryOfCode(code, sign ?? null, countries)
    if (country === null || city === null) continue
    const own = part.slice(0, start).trim()
    const street = streetOf(own === '' ? before : [...before, own])
    if (street !== null) return addressOf(street, code, city, country)
  }
  return null
}

function* codeStarts(part: string): Generator<number> {
  if (part.length > 2 * MAX_PART) return
  for (const { index } of part.matchAll(/(?<![^\s(:])(?:[A-Z]{1,3}[-\s])?\d{2}/g)) yield index
}

function codeLast(part: string, before: readonly string[]): PostalAddress | null {
  if (part.length > 2 * MAX_PART) return null
  for (const { country, form } of CODE_LAST) {
    const [, inPart, code] = form.exec(part) ?? []
    if (code === undefined) continue
    const city = inPart ?? before.at(-1)
    const street = streetOf(inPart === undefined ? before.slice(0, -1) : before)
    if (city !== undefined && street !== null && cityOf(city) !== null)
      return addressOf(street, code, city, country)
  }
  return null
}

/** A part of a building. */
const ROOM =
  /^(?:(?:suite|ste|floor|unit|apt|apartment|room|etage|étage|piso|local|office|bajo|entresuelo|ático|nave|parcela|portal|puerta|escalera|planta|pol(?:[íi]gono)?\.? ind|p\.? ?i\.|urb|r\/c|rés|cave|loja|sala|andar|fração|bloco|lote|bât|bâtiment|appt|escalier|porte|hall|za|zi|zac|z\.[ai]\.|zone|parc|piano|int(?:erno)?|scala|palazzina|edificio|edifício|c\/o|hinterhaus|hof|top|stiege|tür|og|eg|st\.|th|tv|kl|lok(?:al)?|m\.|wejście|patro|posch|emelet|ajtó|sc|ap|et|bl|όροφος|ισόγειο|apartado|tsa|cs|cedex|(?:ground|first|second|third|top) floor)(?![\p{L}])|\d{1,2}(?:st|nd|rd|th|er?|ème|º|°|\.º|ª|ος|\.)?\s?(?:floor|étage|piso|piano|planta|andar|emelet|patro|esq|dto|dcha|izq|izda|όροφος|og|etage|stock|[A-D])(?![\p{L}])|\d{1,2}\.?[º°ª]\.?(?:\s\p{L}{1,5}\.?[ºª]?)?$)/iu
/** In front of an address: `Sede legale: Via Roma 5`. */
const LABEL = /^\p{L}[\p{L}\s.]{2,40}:\s?(?=\S{2})/u
/** In front of a postal code. */
const CODE_WORD =
  /^(?:Τ\.?\s?Κ\.?|C\.?\s?A\.?\s?P\.?|C\.?\s?P\.?|P\.?\s?O\.?\s?Code|kod pocztowy|PSČ|ZIP)\s?:?\s?(?=\d)/u
const ALONE = /^\d{3}\s?\d{2}$|^\d{4}(?:-\d{3})?$/

/**
 * The street is one of the two parts right before; `Via Roma, 5` and `12, rue de la Paix` have the number in a part
 * of its own.
 */
function streetOf(given: readonly string[]): string | null {
  const before = given.slice(-5).map((part) => part.replace(LABEL, '').replace(/\s?\([^()]{1,30}\)$/, ''))
  // `26, r/c`, `nº 14, nave 3`: what is inside a building stands behind the number.
  while (before.length > 1 && ROOM.test(before.at(-1) ?? '')) before.pop()
  const last = before.slice(-2).toReversed()
  const [number = '', name = ''] = last
  if (HOUSE_NUMBER.test(number) && isStreet(`${name} ${number}`)) return `${name} ${number}`
  if (/^\d{1,5}(?:\s?(?:bis|ter))?$/.test(name) && isStreet(`${name} ${number}`)) return `${name} ${number}`
  return last.find((part) => part.length <= MAX_PART && isStreet(part) && !ROOM.test(part)) ?? null
}

/** `5 a`, `7-9`, `n.º 3`, `s/n`. */
const HOUSE_NUMBER =
  /^(?:(?:n\.?\s?[º°o]?\.?\s?)?\d{1,4}(?:\s?[-–/]\s?\d{1,4})?\s?[a-zA-Z]?|s\/n|s\/nº|snc|sn)$/i

function cityOf(text: string): string | null {
  const city = ` ${text.replace(/(?<=\p{Ll}{3})\.\s.{0,60}$/u, '')}`
    .replace(AFTER_CITY, '')
    .trim()
    .replace(/[\s./-]{1,3}$/, '')
  const words = city.split(/\s+/)
  return city.length < 2 || words.length > MAX_CITY_WORDS || !/^\p{Lu}/u.test(city) ? null : city
}

const addressOf = (street: string, code: string, city: string, country: string): PostalAddress => ({
  text: `${street}, ${code} ${city}, ${country}`,
  street,
  postalCode: code,
  city,
  country,
})
