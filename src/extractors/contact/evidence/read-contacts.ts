// All contacts of one page, each with what speaks for it.
import { readCompanyIds, type CompanyId } from '#extractors/contact/business/company-ids.ts'
import { contactForms } from '#extractors/contact/business/contact-forms.ts'
import { openingTimes, type OpeningTime } from '#extractors/contact/business/opening-times.ts'
import { readPeople } from '#extractors/contact/business/people.ts'
import type { Person } from '#extractors/contact/business/person-names.ts'
import { statedAddresses } from '#extractors/contact/business/stated-addresses.ts'
import { writtenAddresses, type PostalAddress } from '#extractors/contact/business/written-addresses.ts'
import type { EmailAddress } from '#extractors/contact/emails/email-address.ts'
import { emailMarks, type EmailMarks } from '#extractors/contact/emails/email-marks.ts'
import { readEmails } from '#extractors/contact/emails/read-emails.ts'
import { isOfDealer, namesBusiness } from '#extractors/contact/page/business-name.ts'
import { contactPage, type ContactPage } from '#extractors/contact/page/contact-page.ts'
import { seenAs, type Supported } from '#extractors/contact/page/evidence.ts'
import { MAX_LINES } from '#extractors/contact/page/page-lines.ts'
import { countriesOf } from '#extractors/contact/page/page-country.ts'
import type { PhoneContact } from '#extractors/contact/phones/phone-text.ts'
import { readPhones } from '#extractors/contact/phones/read-phones.ts'
import { readSocials } from '#extractors/contact/socials/read-socials.ts'
import type { SocialProfile } from '#extractors/contact/socials/social-networks.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** What is known of the site before its page is read. */
export interface SiteHints {
  readonly url: string | null
  /** The registrable name of the site. */
  readonly siteDomain: string | null
  /** ISO 3166-1. */
  readonly country: string | null
  /** What the caller calls the business; absent or null: nothing is said of it. */
  readonly name?: string | null
  /** A placeholder stands where the website is not. */
  readonly isParked?: boolean
}

export interface PageContacts {
  readonly emails: readonly Supported<EmailAddress & EmailMarks>[]
  readonly phones: readonly Supported<PhoneContact & { readonly whatsapp: boolean }>[]
  readonly socials: readonly Supported<SocialProfile>[]
  readonly addresses: readonly Supported<PostalAddress>[]
  readonly people: readonly Supported<Person>[]
  readonly companyIds: readonly Supported<CompanyId>[]
  /** The forms that take a message. */
  readonly forms: readonly Supported<{ readonly url: string | null }>[]
  readonly hours: readonly Supported<OpeningTime>[]
  /** Whether the page has more than is read of it. */
  readonly isCut: boolean
  /** Whether a placeholder stands where a website is not; its contacts are those of others, and left out. */
  readonly isParked: boolean
  /** Whether the page names the business; null where that was not asked. */
  readonly isNamed: boolean | null
}

/** Of one page that is parsed. */
export function readContacts(
  document: HtmlDocument,
  { url, siteDomain, country, name = null, isParked = false }: SiteHints,
): PageContacts {
  const page = contactPage(document, url)
  if (isParked || isOfDealer(url)) return NOTHING
  const countries = countriesOf(page, country)
  const { phones, isCut } = readPhones(page, countries)
  return {
    emails: readEmails(page, siteDomain).map(({ value, evidence }) => ({
      value: { ...value, ...emailMarks(value, siteDomain) },
      evidence,
    })),
    phones: phones.map(({ value, evidence }) => ({
      value: { ...value, whatsapp: evidence.some(({ kind }) => kind === 'link') },
      evidence,
    })),
    socials: readSocials(page),
    addresses: addressesOf(page, countries),
    people: readPeople(page, siteDomain).map(({ person, kind }) => seenAs(person, kind, person.role ?? '')),
    companyIds: readCompanyIds(page),
    forms: contactForms(page).map((form) => seenAs(form, 'form', '')),
    hours: openingTimes(page).map(({ time, kind }) =>
      seenAs(time, kind, `${time.days.join()} ${time.opens}-${time.closes}`),
    ),
    isCut: isCut || page.lines.length >= MAX_LINES,
    isParked: false,
    isNamed: name === null ? null : namesBusiness(page, name),
  }
}

const NOTHING: PageContacts = {
  emails: [],
  phones: [],
  socials: [],
  addresses: [],
  people: [],
  companyIds: [],
  forms: [],
  hours: [],
  isCut: false,
  isParked: true,
  isNamed: null,
}

const addressesOf = (
  page: ContactPage,
  countries: readonly string[],
): readonly Supported<PostalAddress>[] => [
  ...statedAddresses(page).map(({ address, kind }) => seenAs(address, kind, address.text)),
  ...writtenAddresses(page, countries).map((address) => seenAs(address, 'postal', address.text)),
]
