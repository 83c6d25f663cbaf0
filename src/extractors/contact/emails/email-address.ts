// Whether a text is the address of a mailbox.
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
