// The host of an extraction: its jobs share a concurrency limit and the holds that the host asks for.
import { ownValue } from '#kit/unknown-values.ts'

/** Where map providers with pages are asked, for inputs that name the provider and no page. */
const PROVIDER_PAGES: Readonly<Record<string, string>> = { google: 'https://www.google.com/maps' }

/** The page that an input is about; null where it names none. */
export function targetUrl(input: unknown): string | null {
  const { url, provider } = Object(input)
  if (typeof url === 'string') return url
  return typeof provider === 'string' ? (ownValue(PROVIDER_PAGES, provider) ?? null) : null
}

/**
 * As egress names the host for its slots: with a port that is not the default. Two sites of one registrable domain, or
 * two ports of one machine, do not wait for each other. Null without a page.
 */
export function targetHost(input: unknown): string | null {
  const url = targetUrl(input)
  const host = url === null ? '' : (URL.parse(url)?.host ?? '')
  return host === '' ? null : host
}
