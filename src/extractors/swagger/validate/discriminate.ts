// Rewrites the choices in a JSON Schema so that a mistake is reported once, for the intended alternative.
import { asList, asObject, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'

/**
 * A failed `oneOf` reports that no branch fits, and then the errors of each branch. When the branches differ in a
 * `$ref`, in their type or in the value of a property (`in`, `type`, `flow`), an if-then-else chain selects the
 * intended one. The same documents are valid, except those that fit two branches which the specification separates.
 */
export function discriminate(schema: JsonObject): JsonObject {
  return rewrittenParts(schema, schema)
}

function rewritten(value: unknown, root: JsonObject): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => rewritten(item, root))
  return rewrittenParts(value, root)
}

function rewrittenParts(value: object, root: JsonObject): JsonObject {
  const copy = objectOf(Object.entries(value).map(([key, held]) => [key, rewritten(held, root)]))
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = copy[keyword]
    if (!Array.isArray(branches)) continue
    const chain = chainOf(branches.map(asBranch), root)
    if (chain === null) continue
    const { [keyword]: _, allOf, ...rest } = copy
    return { ...rest, allOf: [...asList(allOf), chain] }
  }
  return copy
}

const asBranch = (value: unknown): JsonObject => asObject(value) ?? {}

/** Null when the branches cannot be distinguished. */
function chainOf(branches: readonly JsonObject[], root: JsonObject): JsonObject | null {
  if (branches.length < 2) return null
  const references = branches.filter((branch) => asList(resolved(branch, root)['required']).includes('$ref'))
  const rest = branches.filter((branch) => !references.includes(branch))
  const [reference, ...more] = references
  if (reference !== undefined && more.length === 0) {
    const [only] = rest
    const other = rest.length === 1 && only !== undefined ? only : chainOf(rest, root)
    if (other === null) return null
    // A path item may have a `$ref` beside its other fields: no reason to take it for a mere reference.
    if (propertyOf(resolved(other, root), '$ref') !== null) return other
    return whenSchema({ type: 'object', required: ['$ref'] }, reference, other)
  }
  return byType(branches, root) ?? byProperty(branches, root, [])
}

function byType(branches: readonly JsonObject[], root: JsonObject): JsonObject | null {
  const types = branches.map((branch) => resolved(branch, root)['type'])
  if (!types.every((type) => typeof type === 'string') || new Set(types).size < types.length) return null
  return branches.reduceRight<JsonObject>(
    (otherwise, branch, at) => whenSchema({ type: types[at] }, branch, otherwise),
    { type: types },
  )
}

function byProperty(
  branches: readonly JsonObject[],
  root: JsonObject,
  used: readonly string[],
): JsonObject | null {
  for (const name of ['in', 'type', 'flow']) {
    if (used.includes(name)) continue
    const groups = groupsBy(name, branches, root)
    if (groups === null) continue
    const { byValue, unmarked } = groups
    const all = [...byValue.keys()].flatMap((key) => asList(JSON.parse(key)))
    let chain: JsonObject = unmarked ?? {
      type: 'object',
      required: [name],
      properties: { [name]: { enum: all } },
    }
    for (const [key, members] of byValue) {
      const only = members.length === 1 ? members[0] : byProperty(members, root, [...used, name])
      if (only === null || only === undefined) return null
      const values = JSON.parse(key) as unknown
      const test = { type: 'object', required: [name], properties: { [name]: { enum: values } } }
      chain = whenSchema(test, only, chain)
    }
    return chain
  }
  return null
}

/** The branches by their values of `name`; null when these do not distinguish them. */
function groupsBy(
  name: string,
  branches: readonly JsonObject[],
  root: JsonObject,
): { readonly byValue: ReadonlyMap<string, JsonObject[]>; readonly unmarked: JsonObject | null } | null {
  const byValue = new Map<string, JsonObject[]>()
  const unmarked: JsonObject[] = []
  for (const branch of branches) {
    const values = valuesOf(name, branch, root)
    if (values === null) unmarked.push(branch)
    else byValue.set(JSON.stringify(values), [...(byValue.get(JSON.stringify(values)) ?? []), branch])
  }
  const seen = [...byValue.keys()].flatMap((key) => asList(JSON.parse(key)))
  if (byValue.size === 0 || unmarked.length > 1 || new Set(seen).size < seen.length) return null
  if (byValue.size === 1 && unmarked.length === 0) return null
  return { byValue, unmarked: unmarked[0] ?? null }
}

/** The values a property must have for a branch to fit; null where it may be anything. */
function valuesOf(name: string, branch: JsonObject, root: JsonObject): unknown[] | null {
  const object = resolved(branch, root)
  const own = asObject(propertyOf(object, name))?.['enum']
  if (Array.isArray(own)) return own
  const inner = asList(object['oneOf']).map((each) => valuesOf(name, asBranch(each), root))
  return inner.length === 0 || inner.includes(null) ? null : inner.flat()
}

function propertyOf(schema: JsonObject, name: string): unknown {
  const properties = asObject(schema['properties'])
  return properties !== null && Object.hasOwn(properties, name) ? properties[name] : null
}

function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const ref = schema['$ref']
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return schema
  return resolved(asBranch(valueAt(root, ref.slice(1))), root)
}

const KEYWORDS = ['if', 'then', 'else']

/** A condition in a JSON Schema. The keywords are written apart, so that no object here has a field `then`. */
export function whenSchema(test: JsonObject, met: JsonObject, otherwise: JsonObject): JsonObject {
  return Object.fromEntries([test, met, otherwise].map((part, at) => [KEYWORDS[at], part]))
}
