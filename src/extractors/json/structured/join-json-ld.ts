// Turns JSON-LD blocks into a flat list of nodes: `@graph` unpacked, and `@id` references replaced by their nodes.
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'

/** The nodes at the top, each with the nodes that it refers to in it. */
export interface JoinedJsonLd {
  readonly nodes: readonly JsonObject[]
  /** True when references were left as they are because too much would have been copied. */
  readonly cut: boolean
}

/** References followed one inside the other: enough from an article over its page to the publisher's logo. */
const MAX_JOINS = 4
/** Values copied for joins on one page: a graph whose nodes all name each other grows with every level. */
const MAX_COPIED = 50_000
const MAX_NODES = 5_000

/** `base` resolves relative ids; null leaves them as they are. */
export function joinJsonLd(values: readonly JsonValue[], base: string | null): JoinedJsonLd {
  const flat: JsonObject[] = []
  for (const value of values) unpack(value, flat, 0)
  const idOf = (id: string): string => resolveAddress(id, base)
  const byId = indexNodes(flat, idOf)
  let copied = 0
  let cut = flat.length >= MAX_NODES

  const join = (value: JsonValue, open: readonly string[]): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) return joinObject(value, open)
    copied += 1
    return value.map((item) => join(item, open))
  }
  const joinObject = (value: JsonObject, open: readonly string[]): JsonObject => {
    copied += 1
    const id = typeof value['@id'] === 'string' ? idOf(value['@id']) : null
    if (id !== null && isReference(value)) {
      const target = byId.get(id)
      if (target === undefined || target === value || open.includes(id) || isReference(target)) return value
      if (open.length >= MAX_JOINS || copied >= MAX_COPIED) {
        cut ||= copied >= MAX_COPIED
        return value
      }
      return joinKeys(target, [...open, id])
    }
    return joinKeys(value, id === null ? open : [...open, id])
  }
  const joinKeys = (value: JsonObject, open: readonly string[]): JsonObject => {
    const out: JsonObject = {}
    for (const [key, inner] of Object.entries(value))
      setKey(out, key, key === '@context' ? inner : join(inner, open))
    return out
  }

  return { nodes: flat.map((node) => joinObject(node, [])), cut }
}

/** Lists and graphs become their nodes; a graph with its own properties stays as a node without its content. */
function unpack(value: JsonValue, out: JsonObject[], depth: number): void {
  if (depth > 20 || out.length >= MAX_NODES) return
  if (Array.isArray(value)) {
    for (const item of value) unpack(item, out, depth + 1)
    return
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return
  const graph = value['@graph']
  if (graph === undefined) {
    out.push(value)
    return
  }
  const { '@graph': _, ...own } = value
  if (Object.keys(own).some((key) => key !== '@context' && key !== '@id')) out.push(own)
  const context = value['@context']
  for (const item of Array.isArray(graph) ? graph : [graph]) {
    const known = !isJsonObject(item) || context === undefined || '@context' in item
    unpack(known ? item : { '@context': context, ...item }, out, depth + 1)
  }
}

/** Every node with more than an id, the first one for each id; nested ones count as well. */
function indexNodes(nodes: readonly JsonObject[], idOf: (id: string) => string): Map<string, JsonObject> {
  const byId = new Map<string, JsonObject>()
  const stack: JsonValue[] = [...nodes].toReversed()
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && typeof value['@id'] === 'string' && !isReference(value)) {
      const id = idOf(value['@id'])
      if (!byId.has(id)) byId.set(id, value)
    }
    const inner = Object.values(value)
    for (let i = inner.length - 1; i >= 0; i -= 1) stack.push(inner[i] ?? null)
  }
  return byId
}

/** `{"@id": …}`, perhaps with the type of its node. */
function isReference(value: JsonObject): boolean {
  return Object.keys(value).every((key) => key === '@id' || key === '@type' || key === '@context')
}
