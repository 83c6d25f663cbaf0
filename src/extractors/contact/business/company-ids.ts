// Numbers of companies: VAT, tax and registers, of which those with wrong check digits are left out.
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import { contextOf, createSightings, type Supported } from '#extractors/contact/page/evidence.ts'
import { COMPANY_NUMBERS, readVat, VAT_PREFIXES, type CompanyNumber } from './company-numbers.ts'

export interface CompanyId {
  readonly kind: 'vat' | 'register' | 'tax'
  readonly value: string
  /** ISO 3166-1; null where the number does not tell. */
  readonly country: string | null
  /** Whether the check digits were computed, and fit; false: the number has none that are known here. */
  readonly checked: boolean
}

const WRITTEN = new RegExp(
  String.raw`(?:^|[^A-Za-z0-9])(${VAT_PREFIXES.join('|')})[\s.-]{0,2}([A-Z\d](?:[\s.-]{0,1}[A-Z\d+*]){6,15})`,
  'g',
)
const VAT_WORDS =
  /vat|ust|mwst|tva|iva|btw|moms|mva|uid|nip|nif|alv|dič|dph|pdv|ddv|pvm|pvn|kmkr|φπα|αφμ|áfa|umsatzsteuer/i
/** Between the word for a number and the number: `no.:`, ` - `, `(`. */
const BETWEEN =
  /^[^\p{L}\d]{0,5}(?:(?:nr|no|n°|nº|nummer|num(?:ber|éro|ero)?|č|kod|code)\.?[^\p{L}\d]{0,4})?/iu
/** Most lines have none of the words. */
const ANY_LABEL = ['', 'i', 'u', 'iu'].map((flags) => {
  const labels = COMPANY_NUMBERS.map(({ label }) => label).filter((label) => label.flags === flags)
  return new RegExp(labels.map(({ source }) => source).join('|') || '(?!)', flags)
})
const MAX_LABEL = 40
const MAX_NUMBER = 40
/** A page of a stranger may hold nothing but numbers. */
const MAX_TRIED = 1_000

/** Each number once. */
export function readCompanyIds(page: ContactPage): readonly Supported<CompanyId>[] {
  const sightings = createSightings<CompanyId>(({ kind, value }) => `${kind} ${value}`)
  let tried = 0
  const stated = page.state.flatMap(({ lines }) => lines)
  for (const [at, line] of [...page.lines, ...stated].entries()) {
    if (!/\d{2}/.test(line)) continue
    if (tried > MAX_TRIED) break
    const context = contextOf(line)
    const kind = VAT_WORDS.test(line) ? 'label' : 'text'
    for (const { 1: prefix = '', 2: written = '', index } of line.matchAll(WRITTEN)) {
      tried += 1
      if (page.others.hasAt(at, index)) continue
      const found = readVat(prefix, written)
      if (found !== null) sightings.add({ kind: 'vat', checked: true, ...found }, { kind, context })
    }
    // A word in a line of its own is over its number, or in the cell before it.
    const above = at > 0 && at < page.lines.length ? (page.lines[at - 1] ?? '') : ''
    const word = above.length <= MAX_LABEL && !/\d/.test(above) ? `${above}: ` : ''
    const text = word + line
    if (!ANY_LABEL.some((labels) => labels.test(text))) continue
    for (const number of COMPANY_NUMBERS)
      for (const { id, start } of labelledIn(text, number)) {
        tried += 1
        if (!page.others.hasAt(at, Math.max(0, start - word.length)))
          sightings.add(id, { kind: 'label', context })
      }
  }
  for (const { kind, value } of page.nodes)
    for (const { id, name } of statedIn(value)) sightings.add(id, { kind, context: name })
  return sightings.all()
}

/** The numbers of one kind that stand after their word. */
function* labelledIn(
  line: string,
  { country, kind, label, form, read }: CompanyNumber,
): Generator<{ readonly id: CompanyId; readonly start: number }> {
  let from = 0
  for (let left = 5; left > 0; left -= 1) {
    const rest = line.slice(from)
    const word = label.exec(rest)
    if (word === null) return
    const after = word.index + word[0].length
    const gap = BETWEEN.exec(rest.slice(after))?.[0].length ?? 0
    const written = form.exec(rest.slice(after + gap, after + gap + MAX_NUMBER))?.[0]
    const number = written === undefined ? null : read(written)
    if (number !== null) yield { id: { kind, country, ...number }, start: from + word.index }
    from += after + Math.max(1, gap)
  }
}

/** What JSON-LD and microdata call a number of the company. */
function* statedIn(
  node: Readonly<Record<string, unknown>>,
): Generator<{ readonly id: CompanyId; readonly name: string }> {
  for (const name of ['vatID', 'taxID'] as const) {
    const value =
      [node[name]]
        .flat()
        .find((each) => typeof each === 'string')
        ?.trim() ?? ''
    const [, prefix = '', rest = ''] = /^(CHE|[A-Z]{2})(.{6,20})$/.exec(value.toUpperCase()) ?? []
    const vat = readVat(prefix, rest)
    if (vat !== null) yield { name, id: { kind: 'vat', checked: true, ...vat } }
    else if (/\d{5}/.test(value.replace(/[\s.-]/g, '')) && value.length <= MAX_NUMBER)
      yield { name, id: { kind: name === 'vatID' ? 'vat' : 'tax', value, country: null, checked: false } }
  }
}
