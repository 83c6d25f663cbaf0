// The addresses that a cache entry belongs to, as a purge names them: the requested URL and the final URL.
import { normalUrl } from '#kit/url/normal-url.ts'

/** Normal URLs and their host names in lower case. */
export interface Address {
  readonly url: string
  readonly finalUrl: string
  readonly host: string
  readonly finalHost: string
}

/** Null when nothing is kept for `url`. A final URL that is not valid counts as the first. */
export function addressOf(url: string, finalUrl: string | null): Address | null {
  const first = normalUrl(url)
  if (first === null) return null
  const last = (finalUrl === null ? null : normalUrl(finalUrl)) ?? first
  return { url: first, finalUrl: last, host: new URL(first).hostname, finalHost: new URL(last).hostname }
}

/** The host name in a filter such as `Example.org`; null for any other text. */
export function hostName(text: string): string | null {
  if (!/^[^\s/?#@\\:[\]]+$/.test(text) && !/^\[[0-9A-Fa-f:.]+\]$/.test(text)) return null
  const hostname = URL.parse(`http://${text}/`)?.hostname ?? ''
  return hostname === '' ? null : hostname
}
