// Contacts of real pages: what is found beside the labels of a person, and beside what a simple reading of them expects.
import { readFileSync } from 'node:fs'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { contactPage } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { countriesOf } from '#extractors/contact/page/page-country.ts'
import { emailAddress } from '#extractors/contact/emails/email-address.ts'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { socialProfile } from '#extractors/contact/socials/read-socials.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { sharedPath } from '#test/support/shared-data.ts'
import { LABELLED_KINDS, labelHash, readLabels, type LabelledKind } from './contacts/labels.ts'
import { foldScores } from './contacts/scores.ts'
import { extractOurs } from './main-content/ours.ts'

export const name = 'contacts'
export const about =
  'emails, phones and profiles found on 51 real pages, beside labels by hand and by a machine'

/** By kind: value to all that speaks for it. */
type Found = Record<LabelledKind, Map<string, readonly Evidence[]>>

/** Prints no value: counts alone. */
export async function run(): Promise<void> {
  const silver = fieldsOf(JSON.parse(readFileSync(sharedPath('data/contacts/silver.json'), 'utf8')))
  const labelsOf = readLabels()
  const results: { page: string; kind: LabelledKind; right: number; extra: number; missed: number }[] = []
  const classes = new Map<string, number>()
  const spent = { contacts: 0, markdown: 0 }
  for (const [page, given] of Object.entries(silver)) {
    const list = (key: string): string[] =>
      [fieldsOf(given)[key]].flat().filter((each) => typeof each === 'string')
    const url = list('url')[0] ?? null
    const html = decodeHtml(readFileSync(sharedPath(`data/contacts/pages/${page}`)), null).text
    // In turns, the first time of both unmeasured: what a page takes, parsing included.
    const found = foundOn(html, url)
    extractOurs(html, url ?? 'https://example.org/')
    spent.contacts += timed(() => foundOn(html, url))
    spent.markdown += timed(() => extractOurs(html, url ?? 'https://example.org/'))
    const expected = expectedBy(list, html, url)
    const labels = labelsOf(page)
    for (const kind of LABELLED_KINDS) {
      const right = labels?.[kind] ?? null
      const isRight = (value: string): boolean | null => right?.has(labelHash(page, kind, value)) ?? null
      for (const [value, evidence] of found[kind])
        if (!expected[kind].has(value)) count(classes, kind, 'not expected', isRight(value), kindOf(evidence))
      for (const value of expected[kind])
        if (!found[kind].has(value)) count(classes, kind, 'expected, not found', isRight(value), '')
      if (right === null) continue
      const hits = [...found[kind].keys()].filter((value) => isRight(value) === true).length
      results.push({ page, kind, right: hits, extra: found[kind].size - hits, missed: right.size - hits })
    }
  }
  console.log('Beside the labels of a person; the spread is over five folds of sites')
  console.table(
    Object.fromEntries(
      LABELLED_KINDS.map((kind) => [kind, foldScores(results.filter((each) => each.kind === kind))]),
    ),
  )
  console.log('Where the expectations of a machine differ, and what the person says of the value')
  console.table(Object.fromEntries([...classes].toSorted(([a], [b]) => a.localeCompare(b))))
  const pages = Object.keys(silver).length
  console.log(
    `${(spent.contacts / pages).toFixed(1)} ms a page, Markdown of the same pages ${(spent.markdown / pages).toFixed(1)} ms`,
  )
}

function foundOn(html: string, url: string | null): Found {
  const { emails, phones, socials } = readContacts(parseHtml(html), { url, siteDomain: null, country: null })
  return {
    emails: new Map(emails.map(({ value, evidence }) => [value.value, evidence])),
    phones: new Map(phones.map(({ value, evidence }) => [value.e164, evidence])),
    socials: new Map(socials.map(({ value, evidence }) => [value.url.toLowerCase(), evidence])),
  }
}

/**
 * The machine knows links and structured data, of plain text only e-mail addresses: a number that a label calls a phone
 * is none of its.
 */
function expectedBy(
  list: (key: string) => string[],
  html: string,
  url: string | null,
): Record<LabelledKind, ReadonlySet<string>> {
  const countries = countriesOf(contactPage(parseHtml(html), url), null)
  const phoneOf = (text: string): string[] => {
    const clean = text.replaceAll('%20', ' ').replace('(0)', '').replace(/^00/, '+')
    const tried = [undefined, ...countries].map((country) => parsePhoneNumberFromString(clean, country))
    return tried.find((phone) => phone?.isValid() === true)?.number.split(' ') ?? []
  }
  const emailOf = (text: string): string[] =>
    emailAddress((text.split('?')[0] ?? '').replace(/\s{0,3}[[(]\s?at\s?[\])]\s{0,3}/i, '@'))?.value.split(
      ' ',
    ) ?? []
  return {
    emails: new Set(
      ['mailto', 'plain_email', 'obfuscated', 'cfemail_decoded', 'microdata_email']
        .flatMap(list)
        .flatMap(emailOf),
    ),
    phones: new Set(['tel', 'microdata_tel'].flatMap(list).flatMap(phoneOf)),
    socials: new Set(list('social').flatMap((href) => socialProfile(href, url)?.url.toLowerCase() ?? [])),
  }
}

/** The strongest that speaks for a value. */
function kindOf(evidence: readonly Evidence[]): string {
  const kinds = new Set(evidence.map(({ kind }) => kind))
  const weak = (['label', 'obfuscated', 'text'] as const).find((kind) => kinds.has(kind))
  const strong = [...kinds].find((kind) => kind !== 'label' && kind !== 'obfuscated' && kind !== 'text')
  return strong ?? weak ?? ''
}

function count(
  classes: Map<string, number>,
  kind: LabelledKind,
  what: string,
  isRight: boolean | null,
  by: string,
): void {
  const verdict = isRight === null ? 'no label' : isRight ? 'right' : 'wrong'
  const key = `${kind}: ${what}${by === '' ? '' : ` (${by})`}, ${verdict}`
  classes.set(key, (classes.get(key) ?? 0) + 1)
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
