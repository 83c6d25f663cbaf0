// One normal form for all spellings of an address, so that a kept entry is found again (RFC 3986 section 6.2).

const UNRESERVED = /^[A-Za-z0-9\-._~]$/

/**
 * Lower-case scheme and host, no default port, no dot segments, no fragment, no empty query, escapes in upper case and
 * only where needed. Parameters keep their order and all of them count, because it is unknown which ones a site
 * ignores. Null for other texts than http(s) URLs, and for a URL with a user name or password, which must not be
 * shared.
 */
export function normalUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return url.origin + normalEscapes(url.pathname) + normalEscapes(url.search)
}

function normalEscapes(part: string): string {
  if (!part.includes('%')) return part
  return part.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(character) ? character : escape.toUpperCase()
  })
}
