// The host that an extraction goes to: by it jobs are bounded, and what a host asks for holds for its jobs.

/**
 * As the turns of the egress name it: with the port where that is unusual. Two sites of one registrable domain, or on
 * two ports of one machine, do not wait for each other. Null without a URL.
 */
export function targetHost(input: unknown): string | null {
  const url: unknown = Object(input).url
  if (typeof url !== 'string') return null
  const host = URL.parse(url)?.host ?? ''
  return host === '' ? null : host
}
