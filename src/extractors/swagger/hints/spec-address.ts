// Tells from an address, or from the words of a link, whether it is likely to lead to a description, or to a page that shows one.

const FILE =
  /(?:^|[/._-])(?:openapi|swagger|asyncapi|api-?docs?|oas[23]?|apispec)[\w.-]{0,60}\.(?:json|ya?ml)$/i
const PLACE =
  /\/(?:v\d(?:\.\d)?\/api-docs|openapi(?:\/v\d)?\.(?:json|ya?ml)|api-json|api-yaml|swagger\/doc\.json|[\w-]{1,60}\.openapi)$/i
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

const MAX_LINK_CHARS = 80
const STANDARD = /open ?api|swagger/i
const DOCUMENT =
  /spe[czs]|schema|definition|descri|beschreib|document|datei|file|fichier|archivo|download|t[ée]l[ée]charg|descarg|scarica|json|ya?ml|仕様|定義|规范|下载/i
const OTHER_TOOL = /\b(?:ui|editor|generator|client|postman|tools?)\b/i
/** `API reference`, `API-Dokumentation`, `Referencia de la API` */
const REFERENCE =
  /\bAPIs?\b.{0,20}(?:refer|do[ck]|explorer|specif|schema|リファレンス|文档)|(?:refer|do[ck]|specif)\p{L}{0,12}.{0,12}\bAPIs?\b/iu

/** Whether a link says that a description is behind it: `OpenAPI specification (YAML)`. */
export const isSpecLink = (text: string): boolean =>
  text.length <= MAX_LINK_CHARS && STANDARD.test(text) && DOCUMENT.test(text) && !OTHER_TOOL.test(text)

/** Whether a link says that a page with the reference of an API is behind it. */
export const isDocsLink = (text: string): boolean => text.length <= MAX_LINK_CHARS && REFERENCE.test(text)

/** Absolute, without fragment; null when it is not a web address. */
export function addressOf(text: unknown, base: string | null): string | null {
  if (typeof text !== 'string' || text.trim() === '' || text.length > 4_000) return null
  const url = base === null ? URL.parse(text.trim()) : URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
