// Addresses as documents and settings state them, made absolute.

/** The address, absolute by `base`; as it is, without blanks at either end, where there is no base or it is no address. */
export function resolveAddress(address: string, base: string | null): string {
  const clean = address.trim()
  return base === null ? clean : (URL.parse(clean, base)?.href ?? clean)
}

/**
 * The address of `path` below that of a service, which may end in a slash or not.
 *
 * @throws TypeError if `base` is no address
 * @example urlBelow('http://localhost:8080/api', 'search').href // 'http://localhost:8080/api/search'
 */
export function urlBelow(base: string, path: string): URL {
  return new URL(path, base.endsWith('/') ? base : `${base}/`)
}
