// Adds the contacts of a website to the content of a place, and takes them out again: what the map says always stays.
import type { AddedContacts } from '#contract/places/enrichment.ts'
import { WEBSITE_PROVIDER } from '#contract/places/place.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { StoredContent } from './show-content.ts'

/** What enrichment found for a place, the surest first, as `place_contacts` keeps it. */
export interface WebsiteContacts {
  readonly emails: readonly string[]
  readonly phones: StoredContent['phones']
  readonly socials: StoredContent['socials']
  /** Absent or null: not found, or not looked for. */
  readonly openingHours?: StoredContent['openingHours']
  readonly address?: Pick<StoredContent['address'], AddressPart> | null
  /** RFC 3339: when the website was read. */
  readonly fetchedAt: string
  /** The domains of the website that the place had, and of where it led. Absent: not known, or a caller named the website. */
  readonly domains?: readonly string[]
}

/** The country stays what the map says. */
const ADDRESS_PARTS = ['formatted', 'street', 'postcode', 'city'] as const
type AddressPart = (typeof ADDRESS_PARTS)[number]

const LISTS = ['emails', 'phones', 'socials'] as const

/**
 * Fields of lists get the values that they lack, behind their own; `phone`, the opening hours and the address are set where
 * the map knows none. A place that has a website of another domain by now gets nothing. `content` must not hold contacts of a
 * website yet.
 */
export function mergeContacts(
  content: StoredContent,
  found: WebsiteContacts,
): { readonly content: StoredContent; readonly added: AddedContacts } {
  const contacts = isOfFormerWebsite(content, found) ? { ...NOTHING, fetchedAt: found.fetchedAt } : found
  const emails = lacking(content.emails, contacts.emails, (email) => email.toLowerCase())
  const phones = lacking(content.phones, contacts.phones, ({ e164, raw }) => e164 ?? raw)
  const socials = lacking(content.socials, contacts.socials, ({ url }) => profileKey(url))
  const merged: StoredContent = {
    ...content,
    phone: content.phone ?? firstNumber(phones),
    phones: [...content.phones, ...phones],
    emails: [...content.emails, ...emails],
    socials: [...content.socials, ...socials],
    openingHours: content.openingHours ?? contacts.openingHours ?? null,
    address: hasAddress(content) ? content.address : { ...content.address, ...contacts.address },
  }
  const touched = { emails: emails.length > 0, phones: phones.length > 0, socials: socials.length > 0 }
  return {
    content: { ...merged, provenance: provenanceOf(content, merged, touched, contacts.fetchedAt) },
    added: {
      emails,
      phones: phones.map(({ e164, raw }) => e164 ?? raw),
      socials: socials.map(({ url }) => url),
    },
  }
}

const NOTHING: Omit<WebsiteContacts, 'fetchedAt'> = { emails: [], phones: [], socials: [] }

/** A place whose website is no longer known may have it still. */
function isOfFormerWebsite({ website }: StoredContent, { domains }: WebsiteContacts): boolean {
  const domain = websiteDomain(website)
  return domain !== null && domains !== undefined && !domains.includes(domain)
}

/** A website as maps and people write it, with its scheme. */
export function websiteUrl(website: string): string {
  const text = website.trim()
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
}

/** The registrable domain of a website as maps write it; null for none. */
export function websiteDomain(website: string | null): string | null {
  return website === null ? null : registrableDomain(websiteUrl(website))
}

/** The content as the map gave it: the inverse of `mergeContacts`, whose `added` it takes. */
export function withoutContacts(content: StoredContent, added: AddedContacts): StoredContent {
  const emails = new Set(added.emails)
  const phones = new Set(added.phones)
  const socials = new Set(added.socials)
  const provenance = Object.fromEntries(
    Object.entries(content.provenance)
      .filter(([, { provider }]) => provider !== WEBSITE_PROVIDER)
      .map(([field, { also, ...own }]) => [
        field,
        also === undefined || also.provider === WEBSITE_PROVIDER ? own : { ...own, also },
      ]),
  )
  return {
    ...content,
    phone: isOfWebsite(content, 'phone') ? null : content.phone,
    openingHours: isOfWebsite(content, 'openingHours') ? null : content.openingHours,
    address: isOfWebsite(content, 'address') ? { ...content.address, ...NO_ADDRESS } : content.address,
    phones: content.phones.filter(({ e164, raw }) => !phones.has(e164 ?? raw)),
    emails: content.emails.filter((email) => !emails.has(email)),
    socials: content.socials.filter(({ url }) => !socials.has(url)),
    provenance,
  }
}

const NO_ADDRESS = { formatted: null, street: null, postcode: null, city: null } as const

const hasAddress = ({ address }: StoredContent): boolean =>
  ADDRESS_PARTS.some((part) => address[part] !== null)

/** Whether the website of the place gave the field, and not the map. */
export function isOfWebsite({ provenance }: StoredContent, field: string): boolean {
  return provenance[field]?.provider === WEBSITE_PROVIDER
}

/** The number to call, which a fax is not. */
export function firstNumber(phones: StoredContent['phones']): string | null {
  return phones.find(({ e164, kind }) => e164 !== null && kind !== 'fax')?.e164 ?? null
}

function lacking<Value>(
  own: readonly Value[],
  found: readonly Value[],
  keyOf: (value: Value) => string,
): Value[] {
  const known = new Set(own.map(keyOf))
  return found.filter((value) => {
    const key = keyOf(value)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/** Profiles are written with and without `www.`, scheme and closing slash. */
function profileKey(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(?:www|m)\./, '')
    .replace(/\/$/, '')
}

function provenanceOf(
  before: StoredContent,
  { phone, openingHours, address }: StoredContent,
  touched: Readonly<Record<(typeof LISTS)[number], boolean>>,
  fetchedAt: string,
): StoredContent['provenance'] {
  const provenance = { ...before.provenance }
  const ofWebsite = { provider: WEBSITE_PROVIDER, tier: 'enriched', fetchedAt } as const
  if (phone !== before.phone) provenance['phone'] = ofWebsite
  if (openingHours !== before.openingHours) provenance['openingHours'] = ofWebsite
  if (ADDRESS_PARTS.some((part) => address[part] !== before.address[part])) provenance['address'] = ofWebsite
  for (const field of LISTS) {
    if (!touched[field]) continue
    const own = provenance[field]
    provenance[field] =
      own === undefined || before[field].length === 0
        ? ofWebsite
        : { ...own, also: { provider: WEBSITE_PROVIDER, fetchedAt } }
  }
  return provenance
}
