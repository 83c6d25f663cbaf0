// The e-mail addresses of a page: links, what it says to programs, hidden ones, and those that stand in its text.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { decodeEntities } from '#parsing/html/decode-entities.ts'
import { contextOf, createSightings, type Evidence } from './evidence.ts'
import { emailAddress, type EmailAddress } from './email-address.ts'
import type { ContactPage } from './contact-page.ts'

/** All that speaks for each address. */
export function readEmails(
  page: ContactPage,
  siteDomain: string | null,
): { readonly value: EmailAddress; readonly evidence: readonly Evidence[] }[] {
  const sightings = createSightings<EmailAddress>(({ value }) => value)
  const add = (text: string, kind: Evidence['kind'], context: string): void => {
    const address = emailAddress(text, siteDomain)
    if (address !== null) sightings.add(address, { kind, context: contextOf(context) })
  }
  for (const element of page.document.all) {
    for (const text of linkedIn(element)) add(text, 'mailto', lineText(element, 200))
    for (const text of hiddenIn(element)) add(text, 'cfemail', lineText(element, 200))
    if (itemprops(element).includes('email'))
      add(
        (attribute(element, 'content') ?? lineText(element, 300)).replace(/^mailto:/i, ''),
        'microdata',
        'itemprop=email',
      )
  }
  for (const { name, value } of page.facts)
    if (name === 'email') add(value.replace(/^mailto:/i, ''), 'jsonld', name)
  for (const line of page.lines) {
    for (const text of addressesIn(line)) add(text, 'text', line)
    for (const text of obfuscatedIn(line)) add(text, 'obfuscated', line)
  }
  return sightings.all()
}

/** The names of microdata that an element has. */
export function itemprops(element: HtmlElement): string[] {
  const names = attribute(element, 'itemprop')
  return names === null ? [] : names.split(/\s+/)
}

/** `mailto:a@x.org,b@x.org?subject=…` */
function linkedIn(element: HtmlElement): string[] {
  const href = attribute(element, 'href')?.trim() ?? ''
  if (!/^mailto:/i.test(href)) return []
  const path = decodeEntities(href.slice(7, 2_000)).split('?')[0] ?? ''
  return decoded(path)
    .split(/[,;]/)
    .map((part) => part.replace(/^[^<]{0,200}<|>[^>]{0,10}$/g, '').trim())
    .filter((part) => part !== '')
}

/** Cloudflare writes an address as bytes, each xor the first one. */
function hiddenIn(element: HtmlElement): string[] {
  const href = attribute(element, 'href') ?? ''
  const mark = href.indexOf('/cdn-cgi/l/email-protection#')
  const codes = [attribute(element, 'data-cfemail'), mark < 0 ? null : href.slice(mark + 28)]
  return codes.flatMap((code) => {
    if (code === null || !/^(?:[0-9a-f]{2}){4,400}$/i.test(code)) return []
    const [key = 0, ...bytes] = Buffer.from(code, 'hex')
    const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
    return [text.split('?')[0] ?? '']
  })
}

const LOCAL_CHAR = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/
const DOMAIN_CHAR = /[A-Za-z0-9\u00a1-\uffff.-]/

/** The addresses round each `@`, without the marks of the sentence. */
export function addressesIn(line: string): string[] {
  const found: string[] = []
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < 64 && LOCAL_CHAR.test(line.charAt(start - 1))) start -= 1
    let end = at + 1
    while (end < line.length && end - at < 254 && DOMAIN_CHAR.test(line.charAt(end))) end += 1
    const text = line.slice(start, end).replace(/^[^A-Za-z0-9]{1,64}|[.-]{1,20}$/g, '')
    if (text.includes('@')) found.push(text)
  }
  return found
}

const AT = String.raw`\s{0,3}(?:\[\s?(?:at|ät|@|a)\s?\]|\(\s?(?:at|ät|@|a)\s?\)|\{\s?at\s?\}|<\s?at\s?>|_at_|-at-)\s{0,3}`
const DOT = String.raw`\s{0,3}(?:\[\s?(?:dot|punkt|point|punto|\.)\s?\]|\(\s?(?:dot|punkt|point|punto|\.)\s?\)|\{\s?dot\s?\}|\.)\s{0,1}`
/** `info (at) example [dot] org`: only with brackets, because `at` alone is a word. */
const OBFUSCATED = new RegExp(String.raw`[\w.+-]{1,64}${AT}[\w-]{1,63}(?:${DOT}[\w-]{2,63}){1,5}`, 'gi')

function obfuscatedIn(line: string): string[] {
  return [...line.matchAll(OBFUSCATED)].map(([text]) =>
    text
      .replace(new RegExp(AT, 'i'), '@')
      .replace(/\s{0,3}[[({]\s?(?:dot|punkt|point|punto|\.)\s?[\])}]\s{0,3}/gi, '.')
      .replace(/\s/g, ''),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
