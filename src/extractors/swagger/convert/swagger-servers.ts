// The servers of an API in Swagger 2.0: host, base path and schemes as servers of OpenAPI 3.
import { asList, asText, type JsonObject } from '#extractors/swagger/json/json-value.ts'

/**
 * By the specification, missing parts are those of the description's own address. Empty when nothing at all is known.
 */
export function serversOf(document: JsonObject, schemes: unknown, url: string | null): JsonObject[] {
  const own = url === null ? null : URL.parse(url)
  const basePath = asText(document['basePath'])?.replace(/^(?!\/)/, '/') ?? ''
  const host = asText(document['host']) ?? own?.host ?? null
  if (host === null) return basePath === '' ? [] : [{ url: basePath }]
  const stated = asList(schemes).filter((scheme) => ['http', 'https', 'ws', 'wss'].includes(String(scheme)))
  const used = stated.length > 0 ? stated : [own?.protocol.slice(0, -1) ?? 'https']
  return used.map((scheme) => ({ url: `${String(scheme)}://${host}${basePath === '/' ? '' : basePath}` }))
}
