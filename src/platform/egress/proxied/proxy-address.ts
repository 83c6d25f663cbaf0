// The address of a proxy: read from a URL with its credentials, shown without them, and given out with them.
import { PROXY_PROTOCOLS, type ProxyProtocol } from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** Where a proxy listens. `host` is a name or a literal address without brackets. */
export interface ProxyAddress {
  readonly protocol: ProxyProtocol
  readonly host: string
  readonly port: number
}

/** User name and password; both go into one byte of length in SOCKS 5 (RFC 1929). */
export interface ProxyCredentials {
  readonly username: string
  readonly password: string
}

const DEFAULT_PORTS: Readonly<Record<ProxyProtocol, number>> = { http: 80, https: 443, socks5: 1080 }
const MAX_CREDENTIAL_BYTES = 255

/** Throws `validation_failed`, which shows nothing of the credentials. */
export function readProxyUrl(text: string): {
  readonly address: ProxyAddress
  readonly credentials: ProxyCredentials | null
} {
  const protocol = PROXY_PROTOCOLS.find((known) => text.startsWith(`${known}://`))
  // The parser of URLs keeps hosts of other schemes as they are written, so that of http reads all of them.
  const url = protocol === undefined ? null : URL.parse(text.replace(/^[a-z0-9]+:/, 'http:'))
  if (protocol === undefined || url === null)
    throw wrongUrl('It is not a URL such as http://user:password@host:port.')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw wrongUrl('The URL of a proxy has no path, query or fragment.')
  const writtenPort = /:(\d{1,5})\/?$/.exec(text)?.[1]
  const port = url.port !== '' ? Number(url.port) : writtenPort === undefined ? DEFAULT_PORTS[protocol] : 80
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (port === 0) throw wrongUrl('A proxy has a port from 1 to 65535.')
  const credentials =
    url.username === '' && url.password === ''
      ? null
      : { username: decoded(url.username), password: decoded(url.password) }
  if (credentials !== null && Object.values(credentials).some(isUnusable))
    throw wrongUrl(
      'User name and password have at most 255 bytes each and no control characters, the name no colon.',
    )
  if (credentials?.username.includes(':') === true) throw wrongUrl('A user name has no colon.')
  return { address: { protocol, host, port }, credentials }
}

/** `socks5://host:port` */
export function shownProxyUrl({ protocol, host, port }: ProxyAddress): string {
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The same with user name and password, percent-encoded. */
export function wholeProxyUrl(address: ProxyAddress, credentials: ProxyCredentials | null): string {
  const shown = shownProxyUrl(address)
  if (credentials === null) return shown
  const { username, password } = credentials
  return shown.replace('://', () => `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrongUrl('User name or password is not percent-encoded UTF-8.')
  }
}

const isUnusable = (text: string): boolean =>
  Buffer.byteLength(text) > MAX_CREDENTIAL_BYTES || /\p{Cc}/u.test(text)

function wrongUrl(detail: string): SurveyorError {
  return new SurveyorError('validation_failed', 'The URL of the proxy cannot be used.', {
    errors: [{ pointer: '/url', code: 'proxy_url', detail }],
  })
}
