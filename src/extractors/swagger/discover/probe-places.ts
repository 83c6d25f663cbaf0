// The places where servers publish their descriptions, the likeliest first.

/**
 * Default paths of frameworks: FastAPI, springdoc, ASP.NET, NestJS, Go's swag, Django, Rails, API Platform and others.
 */
const AT_ROOT = [
  '/openapi.json',
  '/swagger.json',
  '/v3/api-docs',
  '/swagger/v1/swagger.json',
  '/openapi.yaml',
  '/api/openapi.json',
  '/api-docs',
  '/v2/api-docs',
  '/docs/openapi.json',
  '/api/swagger.json',
  '/swagger.yaml',
  '/api-json',
  '/swagger/doc.json',
  '/api/v1/openapi.json',
  '/api/schema/',
  '/openapi/v1.json',
  '/docs/swagger.json',
  '/api/docs.json',
  '/api/v3/openapi.json',
  '/v1/openapi.json',
  '/api-docs.json',
  '/v3/api-docs/swagger-config',
  '/swagger-resources',
  '/api/v3/api-docs',
  '/docs/openapi.yaml',
  '/v1/swagger.json',
  '/api/openapi.yaml',
  '/openapi.yml',
  '/api/api-docs',
  '/apispec_1.json',
  '/swagger/swagger.json',
  '/swagger-ui/swagger.json',
  '/.well-known/openapi.json',
  '/.well-known/openapi.yaml',
  '/api/swagger.yaml',
  '/rest/api-docs',
  '/q/openapi',
  '/openapi',
  '/schema.json',
  '/asyncapi.json',
]

/** Beside a page: `/shop/docs` has them at `/shop/docs/openapi.json` or `/shop/openapi.json`. */
const SIBLING_NAMES = ['openapi.json', 'swagger.json', 'openapi.yaml', 'swagger.yaml']
const MAX_FOLDERS = 2

/** At most `limit` addresses of the same origin: first those near the page, then those at the root. */
export function probePlaces(page: string, limit: number): string[] {
  const url = URL.parse(page)
  if (url === null) return []
  const near = foldersOf(url.pathname).flatMap((folder) => SIBLING_NAMES.map((name) => `${folder}${name}`))
  return [...new Set([...near, ...AT_ROOT].map((path) => url.origin + path))].slice(0, limit)
}

/**
 * An address of the same origin below the folders of the page: behind a prefix, applications name theirs without it.
 * None for an address of elsewhere.
 */
export function prefixedPlaces(address: string, page: string): string[] {
  const [url, from] = [URL.parse(address), URL.parse(page)]
  if (url === null || from === null || url.origin !== from.origin) return []
  return foldersOf(from.pathname)
    .filter((folder) => !url.pathname.startsWith(folder))
    .map((folder) => `${url.origin}${folder}${url.pathname.slice(1)}${url.search}`)
}

/** Where RFC 9727 has servers list their APIs. */
export const API_CATALOG = '/.well-known/api-catalog'

/** `/a/b/`, `/a/` for `/a/b/c.html` and `/a/b/`; the nearest, without the root. */
function foldersOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  const last =
    path.endsWith('/') || !(segments.at(-1) ?? '').includes('.') ? segments.length : segments.length - 1
  return Array.from(
    { length: Math.min(last, MAX_FOLDERS) },
    (_, at) => `/${segments.slice(0, last - at).join('/')}/`,
  )
}
