// The servers of a description as absolute addresses.
import { asObject, asText, asList, entriesOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'

/** One server as clients reach it. */
export interface ListedServer {
  /** Absolute where the address of the description is known; variables as `{name}`. */
  readonly url: string
  /** With each variable at its default; null where one has none. */
  readonly defaultUrl: string | null
  readonly description: string | null
  readonly variables: Readonly<
    Record<string, { readonly default: string | null; readonly enum: readonly string[] }>
  >
}

/** A document without servers is served from its own host (OpenAPI 3.1, 4.8.1). `url`: where the document came from. */
export function listServers(document: JsonObject, url: string | null): ListedServer[] {
  const stated = asList(document['servers']).flatMap((value) => {
    const server = asObject(value)
    return server === null || typeof server['url'] !== 'string'
      ? []
      : [listServer(server, server['url'], url)]
  })
  if (stated.length > 0 || url === null) return stated
  return [listServer({}, '/', url)]
}

function listServer(server: JsonObject, stated: string, base: string | null): ListedServer {
  const variables: ListedServer['variables'] = Object.fromEntries(
    entriesOf(server['variables']).map(([name, value]) => {
      const variable = asObject(value)
      const choices = asList(variable?.['enum']).filter(
        (choice): choice is string => typeof choice === 'string',
      )
      return [name, { default: asText(variable?.['default']), enum: choices }]
    }),
  )
  return {
    url: absolute(stated, base),
    defaultUrl: withDefaults(stated, base, variables),
    description: asText(server['description']),
    variables,
  }
}

/** Braces stay: a host with braces is not an address, and in a path a URL would escape them. */
function absolute(stated: string, base: string | null): string {
  const trimmed = stated.trim()
  const from = base === null ? null : URL.parse(base)
  if (from === null || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed.startsWith('{')) return trimmed
  if (trimmed.startsWith('//')) return from.protocol + trimmed
  const marks: string[] = []
  const marked = trimmed.replace(/\{[^{}]{0,200}\}/g, (variable) => `__variable${marks.push(variable) - 1}__`)
  const resolved = URL.parse(marked, from)?.href
  if (resolved === undefined) return trimmed
  return withoutSlash(resolved.replace(/__variable(\d+)__/g, (mark, at: string) => marks[Number(at)] ?? mark))
}

function withDefaults(
  stated: string,
  base: string | null,
  variables: ListedServer['variables'],
): string | null {
  let complete = true
  const filled = stated.replace(/\{([^{}]{0,200})\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name]?.default : null
    if (value === null || value === undefined) complete = false
    return value ?? ''
  })
  const url = complete ? URL.parse(filled.trim(), base ?? undefined) : null
  return url === null ? null : withoutSlash(url.href)
}

/** Paths are appended to it, and they start with one. */
const withoutSlash = (url: string): string => url.replace(/\/$/, '')
