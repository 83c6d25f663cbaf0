// Resolves an address in a page: absolute, without tracking parameters, and only of usable schemes.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** Schemes a reader can follow. `javascript:`, `data:`, `vbscript:`, `blob:` and the rest are code or lead nowhere. */
const FOLLOWED = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'ftp:',
  'sms:',
  'geo:',
  'magnet:',
  'xmpp:',
  'irc:',
])

/**
 * Parameters that identify the click or the campaign, never the page: those added by the large analytics and mail
 * systems.
 */
const TRACKING =
  /^(?:utm_[a-z_]+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|oly_anon_id|oly_enc_id|vero_id|wickedid|s_kwcid|_openstat|ga_[a-z]+|at_(?:campaign|medium|custom\d)|ref_src|ref_url|cmpid|ocid|ncid)$/i
const MAX_CHARS = 4_000

/** The base of relative addresses: `<base href>` resolved against the page's own address. */
export function baseOf({ all }: HtmlDocument, pageUrl: string | null): string | null {
  const href = hrefOfBase(all)
  if (href === null || href.trim() === '') return pageUrl
  const resolved = parse(href, pageUrl)
  return resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : pageUrl
}

/** Of the first `base`. */
function hrefOfBase(all: readonly HtmlElement[]): string | null {
  for (const element of all) if (element.name === 'base') return attribute(element, 'href')
  return null
}

/**
 * The absolute address; null for an unusable one. Without a base a relative address stays as it is. An address that
 * needs no change keeps its spelling: parentheses and letters of any script are not escaped again.
 */
export function linkTarget(href: string, base: string | null): string | null {
  // Browsers drop line ends and tabs inside an address, so `java
  // script:` passes a careless check.
  const clean = href.replace(/[\t\n\r]/g, '').trim()
  if (clean === '' || clean.length > MAX_CHARS) return null
  const absolute = /^[a-z][a-z0-9+.-]*:/i.test(clean)
  const url = parse(clean, base)
  if (url === null) return absolute || base !== null || /^[^/?#]*:/.test(clean) ? null : clean
  if (!FOLLOWED.has(url.protocol)) return null
  const untracked = withoutTracking(url)
  if (untracked !== null) return untracked
  return absolute && !/[\s<>"]/.test(clean) ? clean : url.href
}

/**
 * The address of a page that an element leads to, as written: a link, an area of a picture, a frame, and of `link` the next
 * and the previous page and the same one in another language. Null for all other elements.
 */
export function pageHref(element: HtmlElement): string | null {
  switch (element.name) {
    case 'a':
    case 'area':
      return attribute(element, 'href')
    case 'frame':
    case 'iframe':
      return attribute(element, 'src')
    case 'link':
      return isOfPages(element) ? attribute(element, 'href') : null
    default:
      return null
  }
}

function isOfPages(element: HtmlElement): boolean {
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
  if (rel.includes('stylesheet')) return false
  const isNear = rel.includes('next') || rel.includes('prev') || rel.includes('previous')
  return (
    isNear || (rel.includes('alternate') && attribute(element, 'hreflang') !== null && !hasOtherType(element))
  )
}

/** A feed may name its language as well. */
function hasOtherType(element: HtmlElement): boolean {
  const type = attribute(element, 'type')?.trim().toLowerCase() ?? ''
  return type !== '' && type !== 'text/html' && type !== 'application/xhtml+xml'
}

/** The address of displayed content: only http(s). */
export function resourceTarget(src: string, base: string | null): string | null {
  const target = linkTarget(src, base)
  if (target === null) return null
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target)?.[1]?.toLowerCase()
  return scheme === undefined || scheme === 'http' || scheme === 'https' ? target : null
}

function withoutTracking(url: URL): string | null {
  if (url.search.length < 2) return null
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''))
  if (kept.length === url.search.split('&').length) return null
  url.search = kept.join('&')
  return url.href
}

function parse(href: string, base: string | null): URL | null {
  return base === null ? URL.parse(href) : URL.parse(href, base)
}
