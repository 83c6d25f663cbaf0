// Contacts of real pages: what is found beside what a simple reading of links, structured data and text expects.
import { readFileSync } from 'node:fs'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { contactPage } from '#extractors/contact/evidence/contact-page.ts'
import { emailAddress } from '#extractors/contact/evidence/email-address.ts'
import type { Evidence } from '#extractors/contact/evidence/evidence.ts'
import { countriesOf } from '#extractors/contact/evidence/page-country.ts'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { socialProfile } from '#extractors/contact/evidence/read-socials.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { sharedPath } from '#test/support/shared-data.ts'

export const name = 'contacts'
export const about = 'emails, phones and profiles found on 51 real pages, beside machine-made expectations'

type Kind = 'emails' | 'phones' | 'socials'
type Extra = 'extra' | 'extraLabelled' | 'extraBare'

/** By the strongest that speaks for a value. */
function extraOf(evidence: readonly Evidence[]): Extra {
  const kinds = new Set(evidence.map(({ kind }) => kind))
  for (const weak of ['text', 'obfuscated'] as const) kinds.delete(weak)
  if (kinds.size === 0) return 'extraBare'
  return kinds.size === 1 && kinds.has('label') ? 'extraLabelled' : 'extra'
}

/**
 * Prints no value: counts alone. The expectations know links and structured data, of plain text only e-mail
 * addresses: a number that a label calls a phone is none of theirs.
 */
export async function run(): Promise<void> {
  const expected: unknown = JSON.parse(readFileSync(sharedPath('data/contacts/silver.json'), 'utf8'))
  const counts: Record<
    Kind,
    { both: number; extra: number; extraLabelled: number; extraBare: number; missed: number }
  > = {
    emails: { both: 0, extra: 0, extraLabelled: 0, extraBare: 0, missed: 0 },
    phones: { both: 0, extra: 0, extraLabelled: 0, extraBare: 0, missed: 0 },
    socials: { both: 0, extra: 0, extraLabelled: 0, extraBare: 0, missed: 0 },
  }
  let ms = 0
  for (const [page, given] of Object.entries(fieldsOf(expected))) {
    const fields = fieldsOf(given)
    const list = (key: string): string[] => [fields[key]].flat().filter((each) => typeof each === 'string')
    const url = list('url')[0] ?? null
    const html = decodeHtml(readFileSync(sharedPath(`data/contacts/pages/${page}`)), null).text
    const started = performance.now()
    const document = parseHtml(html)
    const found = readContacts(document, { url, siteDomain: null, country: null })
    ms += performance.now() - started
    const countries = countriesOf(contactPage(document, url), null)
    const phoneOf = (text: string): string[] => {
      const clean = text.replaceAll('%20', ' ').replace('(0)', '').replace(/^00/, '+')
      const tried = [undefined, ...countries].map((country) => parsePhoneNumberFromString(clean, country))
      return tried.find((phone) => phone?.isValid() === true)?.number.split(' ') ?? []
    }
    const emailOf = (text: string): string[] =>
      emailAddress((text.split('?')[0] ?? '').replace(/\s{0,3}[[(]\s?at\s?[\])]\s{0,3}/i, '@'))?.value.split(
        ' ',
      ) ?? []
    const wanted: Record<Kind, Set<string>> = {
      emails: new Set(
        ['mailto', 'plain_email', 'obfuscated', 'cfemail_decoded', 'microdata_email']
          .flatMap(list)
          .flatMap(emailOf),
      ),
      phones: new Set(['tel', 'microdata_tel'].flatMap(list).flatMap(phoneOf)),
      socials: new Set(list('social').flatMap((href) => socialProfile(href, url)?.url.toLowerCase() ?? [])),
    }
    const gotten: Record<Kind, Map<string, Extra>> = {
      emails: new Map(found.emails.map(({ value, evidence }) => [value.value, extraOf(evidence)])),
      phones: new Map(found.phones.map(({ value, evidence }) => [value.e164, extraOf(evidence)])),
      socials: new Map(found.socials.map(({ value }) => [value.url.toLowerCase(), 'extra'])),
    }
    for (const kind of ['emails', 'phones', 'socials'] as const) {
      for (const [value, extra] of gotten[kind]) {
        if (wanted[kind].has(value)) counts[kind].both += 1
        else counts[kind][extra] += 1
      }
      counts[kind].missed += [...wanted[kind]].filter((value) => !gotten[kind].has(value)).length
    }
  }
  console.table(counts)
  console.log(`${Math.round(ms)} ms for all pages, parsing included`)
}
