// What one page has of the fields of contacts, in one shape for all of them.
import type { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import type { Evidence, Supported } from '#extractors/contact/page/evidence.ts'
import type { PageContacts } from '#extractors/contact/evidence/read-contacts.ts'

export type ContactField = (typeof CONTACT_FIELDS)[number]

/** A value of one page: `key` is the same on all pages that have it. */
export interface Finding {
  readonly field: ContactField
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
  readonly evidence: readonly Evidence[]
  /** Added to the confidence that the kinds of evidence make. */
  readonly bonus: number
}

/** What merely stands in the text of a site is enough where it is of that site. */
const OWN_DOMAIN_BONUS = 0.2

/** All values of the page; `includePersonal` false leaves out those of single persons. */
export function findingsOf(contacts: PageContacts, includePersonal: boolean): Finding[] {
  const emails = contacts.emails.filter(({ value }) => includePersonal || value.type !== 'personal')
  return [
    ...emails.map(({ value: { value, type, free, disposable, ownDomain }, evidence }): Finding => ({
      field: 'emails',
      key: value,
      value: { value, type, verification: { syntax: true, disposable, free, domainMatch: ownDomain } },
      evidence,
      bonus: ownDomain === true ? OWN_DOMAIN_BONUS : 0,
    })),
    ...of('phones', contacts.phones, ({ e164, extension }) => `${e164} ${extension ?? ''}`),
    ...of('socials', contacts.socials, ({ url }) => url),
    ...of('companyIds', contacts.companyIds, ({ kind, value }) => `${kind} ${value}`),
    // The same address is written in many ways, a street and a code in few.
    ...of('addresses', contacts.addresses, ({ street, postalCode, text }) =>
      street === null || postalCode === null ? text : bare(`${street} ${postalCode}`),
    ),
    ...(includePersonal ? of('people', contacts.people, ({ name }) => name) : []),
    ...of('hours', contacts.hours, (time) => JSON.stringify(time)),
    ...of('forms', contacts.forms, ({ url }) => url ?? ''),
  ]
}

const bare = (text: string): string => text.replace(/straße|strasse/gi, 'str').replace(/[^\p{L}\d]/gu, '')

const of = <Value extends object>(
  field: ContactField,
  found: readonly Supported<Value>[],
  keyOf: (value: Value) => string,
): Finding[] =>
  found.map(({ value, evidence }): Finding => ({
    field,
    key: keyOf(value).toLowerCase(),
    value: Object.fromEntries(Object.entries(value)),
    evidence,
    bonus: 0,
  }))
