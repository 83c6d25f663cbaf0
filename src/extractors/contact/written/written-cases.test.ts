import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { EUROPE_CASES } from './europe-cases.ts'
import { HIDDEN_CASES } from './hidden-cases.ts'
import { SECOND_CASES } from './second-cases.ts'
import { TRAP_CASES } from './trap-cases.ts'
import { WORLD_CASES } from './world-cases.ts'

for (const { name, language, url, html, ...expected } of [
  ...EUROPE_CASES,
  ...WORLD_CASES,
  ...HIDDEN_CASES,
  ...TRAP_CASES,
  ...SECOND_CASES,
])
  test(`as a person reads it: ${name}`, () => {
    const page = `<!doctype html><html lang="${language}"><head><title>Site</title></head><body>${html}</body></html>`
    const site = { url, siteDomain: registrableDomain(url), country: null }
    const { emails, phones, socials } = readContacts(parseHtml(page), site)
    const sorted = (values: readonly string[] = []): string[] => values.toSorted()
    assert.deepEqual(
      {
        emails: sorted(emails.map(({ value }) => value.value)),
        phones: sorted(phones.map(({ value }) => value.e164)),
        faxes: sorted(phones.flatMap(({ value }) => (value.isFax ? [value.e164] : []))),
        socials: sorted(socials.map(({ value }) => `${value.network} ${value.handle}`)),
      },
      {
        emails: sorted(expected.emails),
        phones: sorted(expected.phones),
        faxes: sorted(expected.faxes),
        socials: sorted(expected.socials),
      },
    )
  })
