// One address and one key for all spellings of a page of a site (RFC 3986 section 6, and what sites do beyond it).
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { normalUrl } from '#kit/url/normal-url.ts'

/** How much counts as one page. */
export interface AddressOptions {
  /** Pages that only their query tells apart are one page. */
  readonly ignoreQuery: boolean
  /** www or not, http or https, slash at the end or not, `index.html` or the folder: one page. */
  readonly similar: boolean
}

/** An address to fetch, and what two addresses of one page have in common. */
export interface PageAddress {
  /** Normal form, without fragment, tracking and session ids; parameters keep their order, which some sites need. */
  readonly url: string
  readonly key: string
}

const INDEX = /\/(?:index|default)\.(?:html?|xhtml|php|aspx?|jsp|cfm)$/i

/** Set by advertising, mail and analytics; no site chooses its content by them. */
const TRACKING: ReadonlySet<string> = new Set(
  `
  fbclid gclid gclsrc gbraid wbraid dclid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id epik
  mc_cid mc_eid _ga _gl _gac _hsenc _hsmi hsctatracking mkt_tok vero_id vero_conv oly_enc_id oly_anon_id
  rb_clickid s_cid wickedid srsltid ml_subscriber ml_subscriber_hash _openstat __s _kx ef_id s_kwcid trk_contact
  `
    .trim()
    .split(/\s+/),
)
const TRACKING_PREFIXES: readonly string[] = ['utm_', 'pk_', 'mtm_', 'matomo_', 'piwik_', 'hsa_', 'mkt_']

/** Names that only sessions have. */
const SESSION: ReadonlySet<string> = new Set(
  `
  jsessionid phpsessid sessionid session_id sessid aspsessionid cfid cftoken oscsid zenid
  xtcsid wosid asp.net_sessionid viewstate __viewstate
  `
    .trim()
    .split(/\s+/),
)
/** Names that may also name something else: a session by them only with a value that looks like one. */
const SESSION_BY_VALUE: ReadonlySet<string> = new Set(['sid', 's', 'session', 'sess', 'token', 'osid'])
const SESSION_VALUE = /^[0-9A-Za-z]{16,128}$/
const DIGIT = /[0-9]/
const LETTER = /[A-Za-z]/

/**
 * Null for what is no http(s) URL, and for one with a user name or password. Time is linear in the length of the text,
 * but for the sort of its parameters.
 */
export function pageAddress(text: string, options: AddressOptions, base?: string): PageAddress | null {
  const resolved = URL.parse(text, base)
  const normal = resolved === null ? null : normalUrl(resolved.href)
  const url = normal === null ? null : URL.parse(normal)
  if (url === null) return null
  const host = url.host.replace(/^([^:]*)\.(?=:|$)/, '$1')
  const path = pathWithoutSession(url.pathname)
  const parameters = options.ignoreQuery ? [] : keptParameters(url.search)
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  const sorted = parameters.length < 2 ? query : `?${parameters.toSorted().join('&')}`
  return {
    url: `${url.protocol}//${host}${path}${query}`,
    key: options.similar
      ? `${host.replace(/^www\./, '')}${similarPath(path)}${sorted}`
      : `${url.protocol}//${host}${path}${sorted}`,
  }
}

function keptParameters(search: string): string[] {
  if (search.length < 2) return []
  return search
    .slice(1)
    .split('&')
    .filter((part) => {
      if (part === '') return false
      const at = part.indexOf('=')
      const [name, value] = at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      return !isIgnoredParameter(percentDecoded(name), percentDecoded(value))
    })
}

function similarPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const folder = single.replace(INDEX, '/')
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder === '/' ? '' : folder
}

/** Whether a parameter is of tracking or of a session, and does not tell pages apart. `name` and `value` are decoded. */
function isIgnoredParameter(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (TRACKING.has(lower) || TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix))) return true
  if (SESSION.has(lower) || lower.startsWith('aspsessionid')) return true
  return SESSION_BY_VALUE.has(lower) && isSessionValue(value)
}

const isSessionValue = (value: string): boolean =>
  SESSION_VALUE.test(value) && DIGIT.test(value) && LETTER.test(value)

const IN_PATH = /;(?:jsessionid|phpsessid|sid|sessionid)=[^;/]*/gi
/** As ASP.NET puts it before the path: `/(S(3f5k2j))/page`. */
const ASP_SEGMENT = /\/\(S\([0-9a-zA-Z]{1,64}\)\)(?=\/|$)/g

/** A path without the session that it carries. */
function pathWithoutSession(path: string): string {
  const plain = path.includes(';') ? path.replace(IN_PATH, '') : path
  return plain.includes('/(S(') ? plain.replace(ASP_SEGMENT, '') || '/' : plain
}
