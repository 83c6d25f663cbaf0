// Tells from an address alone whether it is likely to be that of a description, or of a page that shows one.

const FILE =
  /(?:^|[/._-])(?:openapi|swagger|asyncapi|api-?docs?|oas[23]?|apispec)[\w.-]{0,60}\.(?:json|ya?ml)$/i
const PLACE =
  /\/(?:v\d(?:\.\d)?\/api-docs|openapi(?:\/v\d)?\.(?:json|ya?ml)|api-json|api-yaml|swagger\/doc\.json)$/i
const PAGE =
  /(?:^|\/)(?:swagger(?:-ui)?|redoc|api-?docs?|openapi|scalar|rapidoc|api-reference)(?:\/(?:index\.html?)?|\.html?)?$/i

/** `https://example.org/openapi.yaml`, `…/v3/api-docs` */
export function isSpecAddress(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  return path.length < 2_000 && (FILE.test(path) || PLACE.test(path))
}

/** `…/swagger-ui/`, `…/redoc`, `…/api-docs` */
export function isDocsAddress(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  return path.length < 2_000 && PAGE.test(path)
}

/** Absolute, without fragment; null when it is not a web address. */
export function addressOf(text: unknown, base: string | null): string | null {
  if (typeof text !== 'string' || text.trim() === '' || text.length > 4_000) return null
  const url = base === null ? URL.parse(text.trim()) : URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
