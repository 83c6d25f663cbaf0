// The phone numbers of a page: only with evidence, because most digits of a page are no phone.
import type { CountryCode } from 'libphonenumber-js/max'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import { itemprops, type ContactPage } from '#extractors/contact/page/contact-page.ts'
import {
  contextOf,
  createSightings,
  type Evidence,
  type Supported,
} from '#extractors/contact/page/evidence.ts'
import { whatsappNumber } from '#extractors/contact/socials/messengers.ts'
import { isFaxBehind, isFaxLabel, isOtherNumber, phoneLabel } from './phone-labels.ts'
import {
  isInternational,
  isOnlyPhone,
  isWrittenAsPhone,
  looksOther,
  numbersOfRun,
  phonesOf,
  type PhoneContact,
} from './phone-text.ts'

const FIELDS: ReadonlySet<string> = new Set([
  'telephone',
  'phone',
  'phoneNumber',
  'tel',
  'faxNumber',
  'mobile',
])
const FAX_FIELD = /fax/i
const LINK = /^(?:tel|callto|sms|fax):/i
/** May hold several numbers. */
const RUN = /\(?\+?[\d(][\d\s()/.\u2010-\u2015-]{4,60}\d(?:\s?(?:ext|x|durchwahl|dw|app)\.?\s?\d{1,5})?/giu
/** Between the numbers of a list, all of which have the label of the first one. */
const LIST =
  /^\s?(?:[;,/|\u2010-\u2015-]|(?:or|oder|ou|o|y|and|und|et|e|u|&)\b)\s?(?:(?:or|oder|ou|o|y|and|und)\s)?$/i
/** A page of a stranger may hold nothing but numbers. */
const MAX_TRIED = 2_000
/** Where a label is looked for. */
const MAX_BEFORE = 48

/** All that speaks for each number; `isCut` where the page has more numbers than are tried. `countries` are tried in their order for numbers without a country code. */
export function readPhones(
  page: ContactPage,
  countries: readonly CountryCode[],
): { readonly phones: readonly Supported<PhoneContact>[]; readonly isCut: boolean } {
  const sightings = createSightings<PhoneContact>(({ e164, extension }) => `${e164} ${extension ?? ''}`)
  let tried = 0
  const add = (text: string, kind: Evidence['kind'], context: string, isFax = false): void => {
    tried += 1
    if (tried > MAX_TRIED) return
    for (const phone of phonesOf(text, countries, kind !== 'text' && kind !== 'label'))
      sightings.add({ ...phone, isFax }, { kind, context: contextOf(context) })
  }
  const isNumber = (text: string): boolean => {
    tried += 1
    return tried <= MAX_TRIED && phonesOf(text, countries).length > 0
  }
  for (const element of page.document.all) {
    const href = attribute(element, 'href')?.trim() ?? ''
    if (LINK.test(href)) add(linkedNumber(href), 'tel', lineText(element, 200), /^fax:/i.test(href))
    const messenger = element.name === 'a' ? whatsappNumber(href) : null
    if (messenger !== null) add(messenger, 'link', lineText(element, 200))
    const field = itemprops(element).find((name) => FIELDS.has(name))
    if (field !== undefined)
      add(attribute(element, 'content') ?? lineText(element, 100), 'microdata', field, FAX_FIELD.test(field))
  }
  for (const { name, value } of page.facts)
    if (FIELDS.has(name)) add(value, 'jsonld', name, FAX_FIELD.test(name))
  for (const [at, line] of page.lines.entries()) {
    if (tried > MAX_TRIED) break
    for (const { text, label, isFax } of numbersIn(line, page.lines[at - 1] ?? '', isNumber))
      add(text, label === null ? 'text' : 'label', line, isFax)
  }
  return { phones: sightings.all(), isCut: tried > MAX_TRIED }
}

/** `tel:+49%2030%20901820;ext=12` without the parameters of another telephone network. */
const linkedNumber = (href: string): string =>
  decoded(href.slice(href.indexOf(':') + 1, 100)).replace(/;(?!ext=).{0,60}$/, '')

interface NumberInLine {
  readonly text: string
  /** The word that calls it a phone or a fax; null without one. */
  readonly label: string | null
  readonly isFax: boolean
}

/** What stands in a line as a phone number, and what it is called. */
function* numbersIn(
  line: string,
  above: string,
  isNumber: (text: string) => boolean,
): Generator<NumberInLine> {
  /** The label of the number before, and where that ended. */
  let last: { readonly label: string; readonly end: number } | null = null
  for (const { 0: found, index: foundAt } of line.matchAll(RUN)) {
    // `(1-800-969-2500)`: the bracket is one of the sentence.
    const opening = found.startsWith('(') && !found.includes(')') ? 1 : 0
    const runStart = foundAt + opening
    for (const { text, index: inRun } of numbersOfRun(found.slice(opening), isNumber)) {
      const index = runStart + inRun
      const end = index + text.length
      const before = line.slice(Math.max(0, index - MAX_BEFORE), index)
      // A label may stand in a line of its own, above the number.
      const label: string | null =
        phoneLabel(index === 0 ? ` ${above.slice(-MAX_BEFORE)} ` : before) ??
        (last !== null && LIST.test(line.slice(last.end, index)) ? last.label : null)
      const isNamed = label !== null
      if (isInsideWord(line, index, text, isNamed) || looksOther(text, isNamed)) continue
      if (isNamed) last = { label, end }
      else if (!isWrittenAsPhone(text) || (isOtherNumber(before) && !isOnlyPhone(text))) continue
      const isFax = (label !== null && isFaxLabel(label)) || isFaxBehind(line.slice(end, end + 12))
      yield { text, label, isFax }
    }
  }
}

/** A number that is known to be one may follow a mark (`Tel.:030`) and be followed by the next word (`030 90Fax`). */
function isInsideWord(line: string, start: number, text: string, isNamed: boolean): boolean {
  const before = line.slice(Math.max(0, start - 1), start)
  const after = line.slice(start + text.length, start + text.length + 2)
  const isKnown = isNamed || isInternational(text)
  return (
    (isKnown ? /[\p{L}\d_#=%€$£@]$/u : /[\p{L}\d_#=.,:%€$£@]$/u).test(before) ||
    (isKnown ? /^(?:[\p{Ll}\d_%€$£@°]|[.,:]\d)/u : /^(?:[\p{L}\d_%€$£@°]|[.,:]\d|-\p{L})/u).test(after)
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
