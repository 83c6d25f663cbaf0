// The server that the operator names in the place of the site, such as one with recorded pages.
import type { ExtractFetch, ExtractorHost } from '#extract/context.ts'

/** The other address of the site. */
export interface OwnServer {
  readonly origin: string
  readonly fetch: ExtractFetch
}

/** `setting`: the one that names it. Null where the operator names none. Pages keep the addresses of the site; only the requests go to the server. */
export function ownServerOf(
  { settings, peerFetch }: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
  setting: string,
): OwnServer | null {
  const base = settings[setting]
  const parsed = typeof base === 'string' ? URL.parse(base) : null
  if (parsed === null || peerFetch === undefined) return null
  const prefix = parsed.pathname.replace(/\/$/, '')
  return {
    origin: parsed.origin,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const url = parsed.origin + prefix + pathname + search
      const { status, headers, body } = await peerFetch(setting, { ...request, url })
      return {
        url: request.url,
        finalUrl: request.url,
        status,
        headers,
        body,
        bytes: body.length,
        redirects: [],
        robots: { verdict: 'ignored', rule: null },
      }
    },
  }
}
