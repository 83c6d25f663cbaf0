// The address that a link leads to in the end, where a redirect of a network or of the page itself is around it.

/** Redirects that name their target in a parameter. */
const WRAPPERS: readonly (readonly [RegExp, RegExp, readonly string[]])[] = [
  [/^lm?\.(?:facebook|instagram)\.com$/, /./, ['u']],
  [/(?:^|\.)facebook\.com$/, /^\/(?:l|flx\/warn\/)\.?(?:php)?$/, ['u']],
  [/(?:^|\.)google\.[a-z.]{2,6}$/, /^\/url$/, ['q', 'url']],
  [/(?:^|\.)youtube\.com$/, /^\/redirect$/, ['q']],
  [/^out\.reddit\.com$/, /./, ['url']],
  [/^t\.umblr\.com$/, /^\/redirect$/, ['z']],
  [/^(?:www\.)?linkedin\.com$/, /^\/redir\//, ['url']],
  [/^(?:href\.li|anon\.to|deref(?:-gmx|-web-\d{2})?\.(?:net|de|com))$/, /./, ['', 'redirectUrl']],
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, /./, ['url']],
]
const MAX_WRAPPERS = 3
const MAX_CHARS = 2_000

/** With `pageUrl` as base; null for a text that is no address. */
export function linkedAddress(href: string, pageUrl: string | null): URL | null {
  let url = URL.parse(href.trim().slice(0, MAX_CHARS), pageUrl ?? undefined)
  for (let count = 0; url !== null && count < MAX_WRAPPERS; count += 1) {
    const inner = innerOf(url)
    if (inner === null) break
    url = inner
  }
  return url
}

function innerOf(url: URL): URL | null {
  const wrapper = WRAPPERS.find(([host, path]) => host.test(url.hostname) && path.test(url.pathname))
  for (const name of wrapper?.[2] ?? []) {
    const given = name === '' ? url.search.slice(1) : url.searchParams.get(name)
    const inner = given === null ? null : URL.parse(given)
    if (inner !== null && /^https?:$/.test(inner.protocol)) return inner
  }
  return null
}
