// What one page has of the fields of contacts, in one shape for all of them.
import type { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import type { Evidence } from '#extractors/contact/evidence/evidence.ts'
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

const OWN_DOMAIN_BONUS = 0.1

/** All values of the page; `includePersonal` false leaves out those of single persons. */
export function findingsOf(contacts: PageContacts, includePersonal: boolean): Finding[] {
  const stated = (field: ContactField, key: string, value: object, context: string): Finding => ({
    field,
    key,
    value: { ...value },
    evidence: [{ kind: 'jsonld', context }],
    bonus: 0,
  })
  const { emails, phones, socials, companyIds, addresses, people, hours, contactForms } = contacts
  return [
    ...emails
      .filter(({ value }) => includePersonal || value.type !== 'personal')
      .map(({ value: { value, type, free, disposable, ownDomain }, evidence }): Finding => ({
        field: 'emails',
        key: value,
        value: { value, type, verification: { syntax: true, disposable, free, domainMatch: ownDomain } },
        evidence,
        bonus: ownDomain === true ? OWN_DOMAIN_BONUS : 0,
      })),
    ...phones.map(({ value, evidence }): Finding => ({
      field: 'phones',
      key: `${value.e164} ${value.extension ?? ''}`,
      value: { ...value },
      evidence,
      bonus: 0,
    })),
    ...socials.map(({ value, evidence }): Finding => ({
      field: 'socials',
      key: value.url.toLowerCase(),
      value: { ...value },
      evidence,
      bonus: 0,
    })),
    ...companyIds.map(({ value, evidence }): Finding => ({
      field: 'companyIds',
      key: `${value.kind} ${value.value}`,
      value: { ...value },
      evidence,
      bonus: 0,
    })),
    ...addresses.map((each) => stated('addresses', each.text.toLowerCase(), each, 'PostalAddress')),
    ...(includePersonal ? people : []).map((each) =>
      stated('people', each.name.toLowerCase(), each, 'Person'),
    ),
    ...hours.map((each) => stated('hours', JSON.stringify(each), each, 'openingHours')),
    ...contactForms.map(({ url }): Finding => ({
      field: 'forms',
      key: url ?? '',
      value: { url },
      evidence: [{ kind: 'form', context: 'textarea' }],
      bonus: 0,
    })),
  ]
}
