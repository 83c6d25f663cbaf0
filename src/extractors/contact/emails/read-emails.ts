// The e-mail addresses of a page: links, what it says to programs, hidden ones, and those that stand in its text.
import { attribute, hasWord, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { decodeEntities } from '#parsing/html/character-references.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import {
  contextOf,
  createSightings,
  type Evidence,
  type Supported,
} from '#extractors/contact/page/evidence.ts'
import { addressesIn, emailAddress, isOfDomain, type EmailAddress } from './email-address.ts'
import { cloudflareEmails, encodedEmails } from './encoded-emails.ts'
import { scriptEmails } from './script-emails.ts'
import { announcesEmail, spelledEmails } from './spelled-emails.ts'

/** All that speaks for each address. */
export function readEmails(page: ContactPage, siteDomain: string | null): readonly Supported<EmailAddress>[] {
  const sightings = createSightings<EmailAddress>(({ value }) => value)
  const add = (text: string, kind: Evidence['kind'], context: string, isOthers = false): void => {
    const address = emailAddress(text, siteDomain) ?? emailAddress(beforeNextWord(text), siteDomain)
    if (address !== null && !(isOthers && !isOfDomain(address.domain, siteDomain)))
      sightings.add(address, { kind, context: contextOf(context) })
  }
  for (const element of page.document.all) {
    const read = (texts: readonly string[], kind: Evidence['kind']): void => {
      for (const text of texts) add(text, kind, lineText(element, 200), page.others.hasElement(element))
    }
    read(encodedEmails(element, siteDomain), 'obfuscated')
    if (element.attributes.length === 0) continue
    read(linkedIn(element), 'mailto')
    read(cloudflareEmails(element), 'cfemail')
    if (element.name === 'img') read(inAlt(attribute(element, 'alt') ?? '', siteDomain), 'obfuscated')
    if (hasWord(element, 'itemprop', 'email'))
      add(
        withoutScheme(attribute(element, 'content') ?? lineText(element, 300)),
        'microdata',
        'itemprop=email',
      )
  }
  for (const text of scriptEmails(page.document)) add(text, 'obfuscated', 'script')
  for (const { name, value } of page.facts) if (name === 'email') add(withoutScheme(value), 'jsonld', name)
  for (const { value } of page.state)
    if (value['email'] !== undefined) add(withoutScheme(value['email']), 'label', 'email')
  for (const [at, line] of page.lines.entries()) {
    for (const { text, start } of addressesIn(line)) {
      const kind = announcesEmail(line.slice(0, start)) ? 'label' : 'text'
      add(text, kind, line, page.others.hasAt(at, start))
    }
    for (const text of reversedIn(line, siteDomain)) add(text, 'obfuscated', line)
    for (const { text, start } of spelledEmails(line, siteDomain))
      add(text, 'obfuscated', line, page.others.hasAt(at, start))
  }
  return withoutJoined(sightings.all())
}

/** A picture of an address, which its alternative text spells. */
const inAlt = (alt: string, siteDomain: string | null): string[] =>
  alt.length > 200 ? [] : [...addressesIn(alt), ...spelledEmails(alt, siteDomain)].map(({ text }) => text)

/** `gro.mrif@ofni`, which a style turns round; of the site itself, or of a provider that anybody may use. */
function reversedIn(line: string, siteDomain: string | null): string[] {
  if (!line.includes('@') || line.length > 1_000) return []
  const own = siteDomain === null ? null : turned(siteDomain)
  return line
    .split(/[\s,;()]/)
    .filter((word) => (own !== null && word.startsWith(`${own}@`)) || TURNED_FREE.test(word))
    .map(turned)
}

const turned = (text: string): string => Array.from(text).toReversed().join('')
const TURNED_FREE =
  /^(?:moc\.(?:liamg|oohay|liamtoh|kooltuo|duolci)|ed\.(?:xmg|bew|enilno-t)|ti\.orebil|rf\.(?:egnaro|oodanaw|eerf)|lp\.pw)@/

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
