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

/** Words for a description that do not say of which standard it is; the address has to be that of data. */
const DESCRIPTION = /\bAPIs?\b|\b(?:interface|machine.readable)\b|schnittstelle|interfaz|interfaccia/i
const DATA_FILE = /\.(?:json|ya?ml)$/i

/** Whether a link says that a description is behind it: `OpenAPI specification (YAML)`. */
export function isSpecLink(text: string, url: string): boolean {
  if (text.length > MAX_LINK_CHARS || !DOCUMENT.test(text) || OTHER_TOOL.test(text)) return false
  return STANDARD.test(text) || (DESCRIPTION.test(text) && DATA_FILE.test(URL.parse(url)?.pathname ?? ''))
}

/** Whether a link says that a page with the reference of an API is behind it. */
export const isDocsLink = (text: string): boolean => text.length <= MAX_LINK_CHARS && REFERENCE.test(text)

const PORTAL = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:dev|developers?|apis?)\//i
/** What is done by following a link, and not read there. */
const ACTION = /(?:log|sign)[_-]?(?:out|off|in|up)|delete|unsubscribe/i
const PORTAL_HOST = /^(?:dev|developers?|apis?)\./i

/** Whether `url` is a page of the same portal for developers, below the page at `base`: `/developers/payments/`. */
export function isPortalPage(url: string, base: string | null): boolean {
  const [page, from] = [URL.parse(url), URL.parse(base ?? '')]
  if (page === null || from === null || !(PORTAL.test(from.pathname) || PORTAL_HOST.test(from.hostname)))
    return false
  const folder = from.pathname.slice(0, from.pathname.lastIndexOf('/') + 1)
  const path = page.pathname
  return (
    path !== from.pathname &&
    path.startsWith(folder) &&
    !ACTION.test(path.slice(0, 2_000)) &&
    /(?:\/|\.html?|\/[\w-]{1,80})$/.test(path)
  )
}

/** Absolute, without fragment; null when it is not a web address. */
export function addressOf(text: unknown, base: string | null): string | null {
  if (typeof text !== 'string' || text.trim() === '' || text.length > 4_000) return null
  const url = base === null ? URL.parse(text.trim()) : URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href
}
