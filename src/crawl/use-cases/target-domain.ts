// The registrable domain an extraction goes to, by which the engine bounds how many run at once.
import { getDomain, getHostname } from 'tldts'

/** `example.co.uk` for `{url: "https://www.example.co.uk/a"}`, the host for an address; null without a URL. */
export function targetDomain(input: unknown): string | null {
  const url: unknown = Object(input).url
  if (typeof url !== 'string') return null
  return getDomain(url) ?? getHostname(url)
}
