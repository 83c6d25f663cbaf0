// The addresses of descriptions in the configuration objects of documentation tools.
import { asList, asObject, asText, member, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { kindOfValue } from '#extractors/swagger/read/name-kind.ts'
import type { FoundBy, Hint } from './hint.ts'
import { addressOf } from './spec-address.ts'

const MAX_VALUES = 200_000
const MAX_DEPTH = 12
const MAX_FOUND = 20
const NONE: ReadonlyMap<string, string> = new Map()

/** None where `url` is not the address of a description. */
export function specHint(url: unknown, name: unknown, foundBy: FoundBy, base: string | null): Hint[] {
  const address = addressOf(url, base)
  return address === null ? [] : [{ role: 'spec', url: address, foundBy, name: asText(name) }]
}

/** A description as a value or as a text; nothing where it is neither. */
export function embeddedHints(value: unknown, name: unknown, foundBy: FoundBy): Hint[] {
  const text = asText(value)
  if (text !== null) return looksLikeText(text) ? [{ role: 'text', text, foundBy, name: asText(name) }] : []
  return findEmbedded(value).map((found) => ({
    role: 'text',
    text: JSON.stringify(found),
    foundBy,
    name: asText(name),
  }))
}

/** Whether a text of a page starts as JSON or YAML of a description does. */
export function looksLikeText(text: string): boolean {
  return /^\s*\{/.test(text.slice(0, 1_000))
    ? /"(?:openapi|swagger|asyncapi)"\s{0,20}:/.test(text.slice(0, 200_000))
    : YAML_START.test(text.slice(0, 5_000))
}

/** Past comments and empty lines, or a byte order mark. */
const YAML_START =
  /^\ufeff?(?:---[ \t]*\r?\n)?(?:[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n){0,50}["']?(?:openapi|swagger|asyncapi)["']?[ \t]*:/

/**
 * Swagger UI, and swagger-ui-express around it: the configuration itself takes precedence over its references, and a
 * list over a single address, as in Swagger UI.
 */
export function swaggerUiHints(value: unknown, base: string | null): Hint[] {
  const config = asObject(value)
  if (config === null) return []
  const custom = asObject(config['customOptions']) ?? {}
  const all: JsonObject = { ...config, ...custom }
  const embedded = [all['spec'], all['swaggerDoc']].flatMap((spec) =>
    typeof spec === 'object' ? embeddedHints(spec, null, 'swagger_ui') : [],
  )
  if (embedded.length > 0) return embedded
  const several = [...asList(all['urls']), ...asList(all['swaggerUrls'])].flatMap((entry) =>
    specHint(member(entry, 'url'), member(entry, 'name'), 'swagger_ui', base),
  )
  if (several.length > 0) return several
  const index = addressOf(all['configUrl'], base)
  if (index !== null) return [{ role: 'index', url: index, foundBy: 'swagger_ui', name: null }]
  return specHint(all['url'] ?? all['swaggerUrl'], null, 'swagger_ui', base)
}

/** Scalar: `{url}`, `{content}`, `{sources: [{url, title}]}`, and `spec` around the first two in its older versions. */
export function scalarHints(value: unknown, base: string | null): Hint[] {
  if (Array.isArray(value)) return value.flatMap((each) => scalarHints(each, base))
  const config = asObject(value)
  if (config === null) return []
  const sources = [config, config['spec'], ...asList(config['sources'])]
  return sources.flatMap((source) => {
    const name = member(source, 'title') ?? member(source, 'name') ?? member(source, 'slug')
    const content = member(source, 'content')
    return [
      ...(content === undefined || content === null ? [] : embeddedHints(content, name, 'scalar')),
      ...specHint(member(source, 'url'), name, 'scalar', base),
    ]
  })
}

/** The objects in `value`, and it itself, that describe an API and have something to describe. */
function findEmbedded(value: unknown): unknown[] {
  const found: unknown[] = []
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let seen = 0; seen < MAX_VALUES && found.length < MAX_FOUND; seen += 1) {
    const next = open.pop()
    if (next === undefined) break
    if (typeof next.value !== 'object' || next.value === null) continue
    if (isDescription(next.value)) {
      found.push(next.value)
      continue
    }
    if (next.depth >= MAX_DEPTH) continue
    for (const inner of Object.values(next.value).toReversed()) {
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return found
}

function isDescription(value: unknown): boolean {
  const kind = kindOfValue(value, NONE)
  if (kind === null) return false
  const body = asObject(value) ?? {}
  // Much JSON has a key `openapi`; a description also says what it is about.
  return (
    kind.kind !== 'openapi' ||
    asObject(body['paths'] ?? body['info'] ?? body['webhooks'] ?? body['components']) !== null
  )
}
