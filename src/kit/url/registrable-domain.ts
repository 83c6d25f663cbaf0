// The domain that one owner registered: what is learned of one of its hosts holds for the others.
import { getDomain, parse } from 'tldts'

/**
 * By the public suffix list, its private part included: `a.shop.example.co.uk` is `example.co.uk`, `ann.github.io` stays
 * itself. An address or a name without a known suffix stands for itself, with a port that is not the default. Null for
 * what is no http(s) URL.
 */
export function registrableDomain(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host
}

/** Whether a name ends as names on the internet do: `firm.example.de`, not `logo.bak`. */
export function hasKnownSuffix(hostname: string): boolean {
  const { isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return isIcann === true || isPrivate === true
}
