// The cookies of a session for requests without a browser, by the rules of RFC 6265.
import { Cookie, CookieJar } from 'tough-cookie'
import { MAX_EXPIRES_S, type SessionCookie } from '#contract/crawl/session.ts'

/** Cookies by the addresses that they are for. */
export interface SessionJar {
  /** The Cookie header for a request; null without any. */
  header(url: URL): string | null
  /** Takes the Set-Cookie lines of an answer; lines that are none, or are for another site, are left out. */
  saw(url: URL, lines: readonly string[]): void
  /** All that have not expired. */
  all(): SessionCookie[]
}

/** Of one answer; a server that sends more does so to take our memory. */
const MAX_LINES = 100
const MAX_LINE_CHARS = 8_192

export function createSessionJar(cookies: readonly SessionCookie[]): SessionJar {
  const jar = new CookieJar()
  for (const cookie of cookies) {
    const host = cookie.domain.replace(/^\./, '')
    const url = URL.parse(`${cookie.secure ? 'https' : 'http'}://${host}${cookie.path}`)
    if (url === null) continue
    const isBelow = cookie.domain.startsWith('.')
    jar.setCookieSync(
      new Cookie({
        key: cookie.name,
        value: cookie.value,
        ...(isBelow ? { domain: host } : {}),
        path: cookie.path,
        expires: cookie.expires < 0 ? 'Infinity' : new Date(cookie.expires * 1_000),
        httpOnly: cookie.httpOnly,
        secure: cookie.secure,
        sameSite: cookie.sameSite.toLowerCase(),
      }),
      url.href,
      { ignoreError: true },
    )
  }
  return {
    header(url) {
      const text = jar.getCookieStringSync(url.href)
      return text === '' ? null : text
    },
    saw(url, lines) {
      for (const line of lines.slice(0, MAX_LINES)) {
        if (line.length <= MAX_LINE_CHARS) jar.setCookieSync(line, url.href, { ignoreError: true })
      }
    },
    all() {
      const kept = jar.serializeSync()?.cookies ?? []
      return kept.flatMap((serialized) => {
        const cookie = Cookie.fromJSON(serialized)
        return cookie === undefined || cookie.TTL() <= 0 ? [] : [asSessionCookie(cookie)]
      })
    },
  }
}

const SAME_SITE: Readonly<Record<string, SessionCookie['sameSite']>> = { strict: 'Strict', none: 'None' }

function asSessionCookie(cookie: Cookie): SessionCookie {
  const expires = cookie.expiryTime()
  const domain = cookie.domain ?? ''
  return {
    name: cookie.key,
    value: cookie.value,
    domain: domain.includes(':') ? `[${domain}]` : cookie.hostOnly === true ? domain : `.${domain}`,
    path: cookie.path ?? '/',
    expires: expires === undefined || expires === Infinity ? -1 : Math.min(MAX_EXPIRES_S, expires / 1_000),
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    sameSite: SAME_SITE[cookie.sameSite ?? ''] ?? 'Lax',
  }
}
