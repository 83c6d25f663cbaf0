// What CDNs, firewalls and bot managers leave in an answer: names of headers and cookies, the Server header, CNAMEs.
import type { ProviderKind } from '#contract/crawl/learned/cdn.ts'

/** The marks of one provider; patterns are for values in lower case. */
export interface ProviderMarks {
  readonly name: string
  readonly kind: ProviderKind
  /** Headers that no one else sends: any value, or one that fits. */
  readonly headers?: Readonly<Record<string, true | RegExp>>
  /** The names of cookies that it sets. */
  readonly cookies?: RegExp
  /** The Server header, which anybody may copy. */
  readonly server?: RegExp
  /** The issuer of the certificate. */
  readonly issuer?: RegExp
  /** Suffixes of the names that an alias leads to, beside those of the generated table. */
  readonly cnames?: readonly string[]
}

export const PROVIDER_MARKS: readonly ProviderMarks[] = [
  {
    name: 'cloudflare',
    kind: 'cdn',
    headers: { 'cf-ray': true, 'cf-cache-status': true, 'cf-mitigated': true },
    cookies: /^(?:__cf_bm|__cfduid|cf_clearance|__cflb|_cfuvid)$/,
    server: /^cloudflare/,
    issuer: /cloudflare/,
    cnames: ['cdn.cloudflare.net', 'pages.dev'],
  },
  {
    name: 'cloudfront',
    kind: 'cdn',
    headers: {
      'x-amz-cf-id': true,
      'x-amz-cf-pop': true,
      via: /\bcloudfront\.net \(cloudfront\)/,
      'x-cache': /from cloudfront/,
    },
    server: /^cloudfront/,
  },
  {
    name: 'aws_waf',
    kind: 'waf',
    headers: { 'x-amzn-waf-action': true },
    cookies: /^aws-waf-token$/,
  },
  {
    name: 'akamai',
    kind: 'cdn',
    headers: {
      'akamai-grn': true,
      'akamai-cache-status': true,
      'x-akamai-request-id': true,
      'x-akamai-session-info': true,
      'x-akamai-staging': true,
      'x-akamai-transformed': true,
      'x-akamai-edgescape': true,
      'x-cache': /akamaitechnologies\.com/,
      'x-cache-remote': /akamaitechnologies\.com/,
    },
    server: /^akamai/,
    cnames: ['akamai.net', 'akamaized.net', 'akadns.net'],
  },
  { name: 'akamai_bot_manager', kind: 'bot_manager', cookies: /^(?:_abck|ak_bmsc|bm_sz|bm_sv|bm_mi)$/ },
  {
    name: 'fastly',
    kind: 'cdn',
    headers: {
      'x-fastly-request-id': true,
      'fastly-debug-digest': true,
      'fastly-restarts': true,
      'x-served-by': /^cache-[a-z]{3}\d/,
    },
    cnames: ['fastlylb.net'],
  },
  {
    name: 'imperva',
    kind: 'waf',
    headers: { 'x-iinfo': true, 'x-cdn': /incapsula|imperva/ },
    cookies: /^(?:visid_incap_|incap_ses_|nlbi_|reese84$)/,
    cnames: ['incapdns.net'],
  },
  {
    name: 'sucuri',
    kind: 'waf',
    headers: { 'x-sucuri-id': true, 'x-sucuri-cache': true, 'x-sucuri-block': true },
    cookies: /^sucuri_cloudproxy/,
    server: /^sucuri/,
    cnames: ['sucuri.net'],
  },
  {
    name: 'datadome',
    kind: 'bot_manager',
    headers: { 'x-datadome': true, 'x-datadome-cid': true, 'x-dd-b': true, 'x-dd-type': true },
    cookies: /^datadome$/,
    server: /^datadome/,
    cnames: ['datadome.co'],
  },
  {
    name: 'perimeterx',
    kind: 'bot_manager',
    headers: { 'x-px-authorization': true, 'x-px-block': true },
    cookies: /^(?:_px[23]?|_pxhd|_pxvid|_pxde)$/,
  },
  {
    name: 'kasada',
    kind: 'bot_manager',
    headers: { 'x-kpsdk-ct': true, 'x-kpsdk-st': true, 'x-kpsdk-r': true },
    cookies: /^kp_uidz/,
  },
  {
    name: 'distil',
    kind: 'bot_manager',
    headers: { 'x-distil-cs': true, 'x-distil-debug': true },
    cookies: /^d_(?:sid|iid|uid|hid|zid|zuid)$/,
  },
  { name: 'ddos_guard', kind: 'waf', cookies: /^__ddg\d{1,2}_?$/, server: /^ddos-guard/ },
  { name: 'anubis', kind: 'waf', cookies: /-anubis-(?:auth|cookie-verification)$/ },
  { name: 'yandex', kind: 'bot_manager', cookies: /^spravka$/ },
  {
    name: 'reblaze',
    kind: 'waf',
    cookies: /^rbzid$/,
    server: /^reblaze/,
  },
  { name: 'barracuda', kind: 'waf', cookies: /^(?:barra_counter_session|bni__barracuda_lb_cookie)$/ },
  { name: 'fortiweb', kind: 'waf', cookies: /^fortiwafsid$/ },
  { name: 'edgecast', kind: 'cdn', headers: { 'x-ec-custom-error': true }, server: /^(?:ecs|ecd|ecacc) \(/ },
  {
    name: 'azure_front_door',
    kind: 'cdn',
    headers: { 'x-azure-ref': true, 'x-azure-fdid': true },
    cnames: ['azureedge.net', 'azurefd.net'],
  },
  {
    name: 'bunny',
    kind: 'cdn',
    headers: { 'cdn-pullzone': true, 'cdn-requestpullcode': true },
    server: /^bunnycdn/,
    cnames: ['b-cdn.net'],
  },
  { name: 'keycdn', kind: 'cdn', server: /^keycdn/, cnames: ['kxcdn.com'] },
  {
    name: 'stackpath',
    kind: 'cdn',
    headers: { 'x-sp-edge': true, 'x-sp-edge-host': true, 'x-hw': true },
    cnames: ['stackpathdns.com', 'stackpathcdn.com', 'hwcdn.net', 'netdna-cdn.com'],
    server: /^netdna-cache/,
  },
  {
    name: 'cdn77',
    kind: 'cdn',
    headers: { 'x-77-nzt': true, 'x-77-pop': true, 'x-77-cache': true },
    server: /^cdn77/,
    cnames: ['cdn77.org', 'cdn77.net'],
  },
  {
    name: 'gcore',
    kind: 'cdn',
    headers: { 'x-id-fe': true },
    cnames: ['gcdn.co'],
  },
  {
    name: 'vercel',
    kind: 'cdn',
    headers: { 'x-vercel-id': true, 'x-vercel-cache': true, 'x-vercel-mitigated': true },
    server: /^vercel/,
    cnames: ['vercel-dns.com', 'vercel.app'],
  },
  {
    name: 'netlify',
    kind: 'cdn',
    headers: { 'x-nf-request-id': true },
    server: /^netlify/,
    cnames: ['netlify.app', 'netlify.com', 'netlifyglobalcdn.com'],
  },
  {
    name: 'limelight',
    kind: 'cdn',
    headers: { 'x-llid': true },
    server: /^edgeprism/,
    cnames: ['llnwd.net'],
  },
  { name: 'cdnetworks', kind: 'cdn', server: /^pws\//, cnames: ['cdngc.net', 'gccdn.net', 'panthercdn.com'] },
  { name: 'qrator', kind: 'waf', server: /^qrator/ },
  {
    name: 'arvancloud',
    kind: 'cdn',
    headers: { 'ar-poweredby': true, 'ar-sid': true },
    server: /^arvancloud/,
  },
  { name: 'alibaba', kind: 'cdn', headers: { eagleid: true, 'ali-swift-global-savetime': true } },
  { name: 'tencent', kind: 'cdn', headers: { 'x-nws-log-uuid': true }, server: /^nws(?:_|$)/ },
  { name: 'baidu_yunjiasu', kind: 'waf', server: /^yunjiasu/ },
  { name: 'chinacache', kind: 'cdn', headers: { 'powered-by-chinacache': true } },
  { name: 'google', kind: 'cloud', headers: { via: /\b1\.1 google\b/ } },
]

/** The headers that say something of a provider, in lower case: nothing else of an answer is reported or stored. */
export const EVIDENCE_HEADERS: ReadonlySet<string> = new Set([
  'server',
  ...PROVIDER_MARKS.flatMap(({ headers = {} }) => Object.keys(headers)),
])

/** Whether a cookie of this name (in lower case) is the mark of a provider. */
export function isProviderCookie(name: string): boolean {
  return PROVIDER_MARKS.some(({ cookies }) => cookies?.test(name) === true)
}
