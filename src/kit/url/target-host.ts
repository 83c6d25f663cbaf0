// The host of an extraction: its jobs share a concurrency limit and the holds that the host asks for.

/**
 * As egress names the host for its slots: with a port that is not the default. Two sites of one registrable domain, or
 * two ports of one machine, do not wait for each other. Null without a URL.
 */
export function targetHost(input: unknown): string | null {
  const url: unknown = Object(input).url
  if (typeof url !== 'string') return null
  const host = URL.parse(url)?.host ?? ''
  return host === '' ? null : host
}
