// One spelling for all spellings of an address, so that what is kept under it is found again (RFC 3986 section 6.2).

const UNRESERVED = /^[A-Za-z0-9\-._~]$/

/**
 * Lower-case scheme and host, no default port, no dot segments, no fragment, no empty query, escapes in upper case and
 * only where they are needed. Parameters keep their order and all of them count: which of them a site ignores is not
 * for us to guess. Null for what is no http(s) URL, and for one with a user name or password, which nobody may share.
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
