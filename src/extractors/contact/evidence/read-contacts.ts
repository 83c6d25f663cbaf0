// All contacts of one page, each with what speaks for it.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { attribute } from '#parsing/html/html-node.ts'
import { resourceTarget } from '#parsing/page/link-target.ts'
import { readCompanyIds, type CompanyId } from './company-ids.ts'
import { contactPage, type ContactPage } from './contact-page.ts'
import { emailMarks, type EmailAddress, type EmailMarks } from './email-address.ts'
import type { Supported } from './evidence.ts'
import { countriesOf } from './page-country.ts'
import { readEmails } from './read-emails.ts'
import { readPhones, type PhoneContact } from './read-phones.ts'
import { readSocials, type SocialProfile } from './read-socials.ts'
import { structuredFacts, type StructuredFacts } from './structured-facts.ts'

/** What is known of the site before its page is read. */
export interface SiteHints {
  readonly url: string | null
  /** The registrable name of the site. */
  readonly siteDomain: string | null
  /** ISO 3166-1. */
  readonly country: string | null
}

export interface PageContacts extends StructuredFacts {
  readonly emails: readonly Supported<EmailAddress & EmailMarks>[]
  readonly phones: readonly Supported<PhoneContact & { readonly whatsapp: boolean }>[]
  readonly socials: readonly Supported<SocialProfile>[]
  readonly companyIds: readonly Supported<CompanyId>[]
  /** Pages with a form that takes a message. */
  readonly contactForms: readonly { readonly url: string | null }[]
  /** Whether the page has more than is read of it. */
  readonly isCut: boolean
}

export function readContacts(document: HtmlDocument, hints: SiteHints): PageContacts {
  const page = contactPage(document, hints.url)
  const { phones, isCut } = readPhones(page, countriesOf(page, hints.country))
  return {
    ...structuredFacts(page, hints.siteDomain),
    emails: readEmails(page, hints.siteDomain).map(({ value, evidence }) => ({
      value: { ...value, ...emailMarks(value, hints.siteDomain) },
      evidence,
    })),
    phones: phones.map(({ value, evidence }) => ({
      value: { ...value, whatsapp: evidence.some(({ kind }) => kind === 'link') },
      evidence,
    })),
    socials: readSocials(page),
    companyIds: readCompanyIds(page),
    contactForms: contactForms(page),
    isCut,
  }
}

/** Each is looked for in all elements around it. */
const MAX_TEXTAREAS = 100

/** A form with room for a text that is not a search and not a comment. */
function contactForms({ document, url }: ContactPage): PageContacts['contactForms'] {
  const forms = new Set<string | null>()
  for (const element of document.all.filter(({ name }) => name === 'textarea').slice(0, MAX_TEXTAREAS)) {
    let form = element.parent
    while (form !== null && form.name !== 'form') form = form.parent
    const names =
      form === null
        ? ''
        : ['id', 'class', 'action', 'name'].map((name) => attribute(form, name) ?? '').join(' ')
    if (form === null || /comment|respond|review|search/i.test(names)) continue
    const action = attribute(form, 'action')
    forms.add(action === null || action.trim() === '' ? url : resourceTarget(action, url))
  }
  return [...forms].map((each) => ({ url: each }))
}
