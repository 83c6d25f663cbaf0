// Parameters that tell who came from where and not which page is meant.

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

/** Why a parameter does not tell pages apart; null where it may. `name` and `value` are decoded. */
export function ignoredParameter(name: string, value: string): 'tracking' | 'session' | null {
  const lower = name.toLowerCase()
  if (TRACKING.has(lower) || TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix))) return 'tracking'
  if (SESSION.has(lower) || lower.startsWith('aspsessionid')) return 'session'
  return SESSION_BY_VALUE.has(lower) && isSessionValue(value) ? 'session' : null
}

const isSessionValue = (value: string): boolean =>
  SESSION_VALUE.test(value) && DIGIT.test(value) && LETTER.test(value)

const IN_PATH = /;(?:jsessionid|phpsessid|sid|sessionid)=[^;/]*/gi
/** As ASP.NET puts it before the path: `/(S(3f5k2j))/page`. */
const ASP_SEGMENT = /\/\(S\([0-9a-zA-Z]{1,64}\)\)(?=\/|$)/g

/** A path without the session that it carries. */
export function pathWithoutSession(path: string): string {
  const plain = path.includes(';') ? path.replace(IN_PATH, '') : path
  return plain.includes('/(S(') ? plain.replace(ASP_SEGMENT, '') || '/' : plain
}
