// Whether a text is the address of a mailbox, and the addresses that stand in a line.
import { hasKnownSuffix } from '#kit/url/registrable-domain.ts'

/** An address as it is written to: lower case. */
export interface EmailAddress {
  readonly value: string
  readonly local: string
  readonly domain: string
}

const LOCAL = /^[a-z0-9](?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]{0,62}[a-z0-9_+-])?$/
const DOMAIN =
  /^(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?\.){1,8}(?:[a-z\u00a1-\uffff]{2,24}|xn--[a-z0-9-]{2,59})$/
/** Ends of file names that look like the end of a domain. */
const FILES = /\.(?:png|jpe?g|gif|webp|svg|avif|ico|css|js|mjs|json|woff2?|ttf|mp4|webm|pdf|html?|php)$/
const PLACEHOLDER_DOMAIN =
  /^(?:example|domain|yourdomain|your-domain|yoursite|mysite|company|yourcompany|your-company|firma|ihrefirma|ihre-firma|ihredomain|musterfirma|muster-firma|beispiel|mustermann|votredomaine|votre-domaine|tudominio|tuempresa|dominio|correo|email|test|localhost)\.[a-z.]+$|(?:^|\.)example\.(?:com|org|net|edu)$|\.example$|\.invalid$|\.test$|sentry|wixpress\.com$/
const PLACEHOLDER_LOCAL =
  /^(?:your[._-]?(?:name|email|mail)|name|vorname[._-]?nachname|firstname[._-]?lastname|first[._-]?last|ihr[._-]?name|ihre[._-]?(?:e-?)?mail|deine?[._-]?(?:e-?)?mail|votre[._-]?(?:nom|email|e-mail|mail)|prenom[._-]?nom|tu[._-]?(?:nombre|correo|email)|nombre|someone|somebody|beispiel|example|muster(?:mann)?|max[._-]?mustermann|john[._-]?doe|jane[._-]?doe|user(?:name)?|email|x{2,}|abc|foo|bar)$/
/** A word that a person takes out before the address is one. */
const TO_REMOVE = /no[._-]?spam|remove[._-]?(?:this|me)|entfernen/
const HASH = /^[0-9a-f]{20,}$/

const LOCAL_CHAR = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/
const DOMAIN_CHAR = /[A-Za-z0-9\u00a1-\uffff.-]/

/**
 * Null for texts that are no address, and for addresses that stand for one. At `company.com` itself an address of
 * `company.com` is one: `siteDomain` is the registrable name of the site.
 */
export function emailAddress(text: string, siteDomain: string | null = null): EmailAddress | null {
  const value = text.trim().toLowerCase()
  const at = value.lastIndexOf('@')
  const [local, domain] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)]
  if (at < 1 || value.length > 254 || !LOCAL.test(local) || !DOMAIN.test(domain) || local.includes('..'))
    return null
  if (FILES.test(domain) || HASH.test(local) || TO_REMOVE.test(value)) return null
  const isOwn = isOfDomain(domain, siteDomain)
  if (!isOwn && (PLACEHOLDER_DOMAIN.test(domain) || !hasKnownSuffix(domain))) return null
  return PLACEHOLDER_LOCAL.test(local) ? null : { value, local, domain }
}

/** Whether a domain is the site's, or below it. */
export const isOfDomain = (domain: string, siteDomain: string | null): boolean =>
  siteDomain !== null && (domain === siteDomain || domain.endsWith(`.${siteDomain}`))

/** The addresses in a line of text and where they begin: what is round each `@`, without the marks of the sentence. */
export function addressesIn(line: string): { readonly text: string; readonly start: number }[] {
  const found: { text: string; start: number }[] = []
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < 64 && LOCAL_CHAR.test(line.charAt(start - 1))) start -= 1
    let end = at + 1
    while (end < line.length && end - at < 254 && DOMAIN_CHAR.test(line.charAt(end))) end += 1
    // `@name@host` is a name on a network, `https://host/id@host` an address of a page.
    const isOther =
      line.charAt(start - 1) === '@' || /:\/\/\S{0,300}$/.test(line.slice(Math.max(0, start - 300), at))
    if (isOther) continue
    const text = line.slice(start, end).replace(/^[^A-Za-z0-9]{1,64}|[.-]{1,20}$/g, '')
    if (text.includes('@')) found.push({ text, start })
  }
  return found
}
