// The contacts of a place without those that are excluded.
import type { ExclusionSet } from '#kit/url/exclusion-set.ts'
import { firstNumber, websiteUrl, type WebsiteContacts } from '#places/content/merge-contacts.ts'
import type { StoredContent } from '#places/content/show-content.ts'

/** What was found on `website`; the very same object where nothing of it is excluded. */
export function contactsWithoutExcluded(
  contacts: WebsiteContacts,
  website: string | null,
  excluded: ExclusionSet,
): WebsiteContacts {
  if (excluded.rules.length === 0) return contacts
  const { fetchedAt } = contacts
  if (isExcludedSite(website, excluded)) return { emails: [], phones: [], socials: [], fetchedAt }
  const emails = contacts.emails.filter((email) => excluded.findEmail(email, 'output') === null)
  const phones = contacts.phones.filter(({ e164, raw }) => !isExcludedPhone(e164 ?? raw, excluded))
  const isSame = emails.length === contacts.emails.length && phones.length === contacts.phones.length
  return isSame ? contacts : { ...contacts, emails, phones }
}

/** Fields of a place that hold contacts. */
type Contacts = Pick<StoredContent, 'emails' | 'phones' | 'phone' | 'provenance'>

/** What the map says; the very same object where nothing of it is excluded. */
export function contentWithoutExcluded<Content extends Contacts>(
  content: Content,
  excluded: ExclusionSet,
): Content {
  if (excluded.rules.length === 0) return content
  const emails = content.emails.filter((email) => excluded.findEmail(email, 'output') === null)
  const phones = content.phones.filter(({ e164, raw }) => !isExcludedPhone(e164 ?? raw, excluded))
  const isPhoneGone = content.phone !== null && isExcludedPhone(content.phone, excluded)
  const phone = isPhoneGone ? firstNumber(phones) : content.phone
  const isSame = emails.length === content.emails.length && phones.length === content.phones.length
  if (isSame && !isPhoneGone) return content
  const provenance = { ...content.provenance }
  if (emails.length === 0) delete provenance['emails']
  if (phones.length === 0) delete provenance['phones']
  if (phone === null) delete provenance['phone']
  return { ...content, emails, phones, phone, provenance }
}

/** A field of the history of a place; `from` and `to` are values of that field of a `StoredContent`, or null. */
export interface ContactChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** True where the value before or after it is excluded. */
export function isExcludedChange({ field, from, to }: ContactChange, excluded: ExclusionSet): boolean {
  return [from, to].some((value) => {
    if (value === null) return false
    const nothing: Contacts = { emails: [], phones: [], phone: null, provenance: {} }
    const content = { ...nothing, [field]: value }
    return contentWithoutExcluded(content, excluded) !== content
  })
}

const isExcludedSite = (website: string | null, excluded: ExclusionSet): boolean =>
  website !== null && excluded.findPage(websiteUrl(website), 'output') !== null

const isExcludedPhone = (phone: string, excluded: ExclusionSet): boolean =>
  excluded.find('phone', phone.replace(/(?!^\+)\D/g, ''), 'output') !== null
