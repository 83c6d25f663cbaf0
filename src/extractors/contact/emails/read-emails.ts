// The e-mail addresses of a page: links, what it says to programs, hidden ones, and those that stand in its text.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { decodeEntities } from '#parsing/html/decode-entities.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { itemprops, type ContactPage } from '#extractors/contact/page/contact-page.ts'
import {
  contextOf,
  createSightings,
  type Evidence,
  type Supported,
} from '#extractors/contact/page/evidence.ts'
import { addressesIn, emailAddress, type EmailAddress } from './email-address.ts'
import { cloudflareEmails, encodedEmails } from './encoded-emails.ts'
import { scriptEmails } from './script-emails.ts'
import { spelledEmails } from './spelled-emails.ts'

/** All that speaks for each address. */
export function readEmails(page: ContactPage, siteDomain: string | null): readonly Supported<EmailAddress>[] {
  const sightings = createSightings<EmailAddress>(({ value }) => value)
  const add = (text: string, kind: Evidence['kind'], context: string): void => {
    const address = emailAddress(text, siteDomain) ?? emailAddress(beforeNextWord(text), siteDomain)
    if (address !== null) sightings.add(address, { kind, context: contextOf(context) })
  }
  for (const element of page.document.all) {
    for (const text of linkedIn(element)) add(text, 'mailto', lineText(element, 200))
    for (const text of cloudflareEmails(element)) add(text, 'cfemail', lineText(element, 200))
    for (const text of encodedEmails(element)) add(text, 'obfuscated', lineText(element, 200))
    if (itemprops(element).includes('email'))
      add(
        withoutScheme(attribute(element, 'content') ?? lineText(element, 300)),
        'microdata',
        'itemprop=email',
      )
  }
  for (const text of scriptEmails(page.document)) add(text, 'obfuscated', 'script')
  for (const { name, value } of page.facts) if (name === 'email') add(withoutScheme(value), 'jsonld', name)
  for (const line of page.lines) {
    for (const text of addressesIn(line)) add(text, 'text', line)
    for (const text of spelledEmails(line, siteDomain)) add(text, 'obfuscated', line)
  }
  return withoutJoined(sightings.all())
}

/** Some pages write it twice. */
const withoutScheme = (text: string): string => text.trim().replace(/^(?:mailto:\s?){1,3}/i, '')

/** `mailto:a@x.org,b@x.org?subject=…` */
function linkedIn(element: HtmlElement): string[] {
  const href = attribute(element, element.name === 'form' ? 'action' : 'href')?.trim() ?? ''
  if (!/^mailto:/i.test(href)) return []
  const path = withoutScheme(percentDecoded(decodeEntities(href.slice(0, 2_000)))).split('?')[0] ?? ''
  return path
    .split(/[,;]/)
    .map((part) => part.replace(/^[^<]{0,200}<|>[^>]{0,10}$/g, '').trim())
    .filter((part) => part !== '')
}

/** `info@firm.orgPhone`: the next word begins with a capital. */
const beforeNextWord = (text: string): string => text.replace(/(\.[a-z]{2,10})[A-Z].{0,250}$/, '$1')

/** Without those that the text has only because a word stands right before an address that is known otherwise. */
function withoutJoined(found: readonly Supported<EmailAddress>[]): readonly Supported<EmailAddress>[] {
  const isBare = ({ evidence }: Supported<EmailAddress>): boolean =>
    evidence.every(({ kind }) => kind === 'text')
  const known = new Map<string, string[]>()
  for (const { value } of found.filter((each) => !isBare(each)))
    known.set(value.domain, [...(known.get(value.domain) ?? []), value.local])
  return found.filter((each) => {
    const { local, domain } = each.value
    const isJoined = known
      .get(domain)
      ?.slice(0, 100)
      .some((end) => end.length > 3 && local.length > end.length && local.endsWith(end))
    return !(isBare(each) && isJoined === true)
  })
}
