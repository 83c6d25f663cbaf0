// Addresses as people paste them, parsed by the WHATWG URL standard, written so that RFC 3986 allows every character.

/**
 * Characters that the WHATWG parser leaves in a URL but RFC 3986 requires to be escaped; and a percent sign without an
 * escape.
 */
const TO_ESCAPE = /[[\]{}|^`\\"<> ]|%(?![0-9A-Fa-f]{2})/g

/** An http(s) address in its normal form, or the reason in words why the text is not one. */
export type WebAddress = { readonly href: string } | { readonly problem: string }

/**
 * Blanks at either end are removed, `bücher.example` becomes its xn-- form, and characters not allowed in a path or
 * query are percent-encoded.
 */
export function readWebAddress(text: string): WebAddress {
  const url = URL.parse(text)
  if (url === null) return { problem: problemOf(text.trim()) }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: `Must begin with http:// or https://; it begins with ${url.protocol.slice(0, 30)}` }
  }
  const user = url.href.slice(url.protocol.length + 2, url.href.indexOf(url.host, url.protocol.length + 2))
  const rest = url.href.slice(url.protocol.length + 2 + user.length + url.host.length)
  return { href: `${url.protocol}//${escaped(user)}${url.host}${escaped(rest)}` }
}

const escaped = (part: string): string => part.replace(TO_ESCAPE, encodeURIComponent)

function problemOf(text: string): string {
  if (text === '') return 'Must be an address as in https://example.com/page; it is empty.'
  if (!/^https?:/i.test(text)) {
    const isHost = /^[^\s/?#:@]+/.exec(text)?.[0].includes('.') === true && URL.canParse(`https://${text}`)
    return isHost
      ? `Must begin with http:// or https://; did you mean 'https://${text.slice(0, 200)}'?`
      : 'Must be an address that begins with http:// or https://.'
  }
  const authority = /^https?:[\\/]*([^\\/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority === '') return 'Must name a host, as in https://example.com/page.'
  const [, host = '', port = ''] =
    /^(.*?)(?::([^:\]]*))?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? []
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    return `The port '${port.slice(0, 20)}' is not a number up to 65535.`
  }
  return `The host '${host.slice(0, 100)}' is not a name or an address that can exist.`
}
