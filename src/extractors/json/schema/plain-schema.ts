// The requirements of a schema at one position, references and combinations resolved, as far as finding a value needs
// them.
import { isJsonObject, listOf, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { resolvePointer } from './check-schema.ts'

/** The types of JSON Schema. */
export type PlainType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/** What a position asks for, without the words that only validation needs. */
export interface PlainSchema {
  /** The allowed types of the value, without null; empty when the schema does not say. */
  readonly types: readonly PlainType[]
  readonly title: string | null
  readonly description: string | null
  readonly format: string | null
  /** The values that are allowed; null: any. */
  readonly words: readonly JsonValue[] | null
  /** Named properties, each as a schema to be made plain in turn. */
  readonly properties: ReadonlyMap<string, JsonObject>
  readonly required: ReadonlySet<string>
  /** For a list; null when not specified. */
  readonly items: JsonObject | null
}

const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
])
const MAX_VARIANTS = 20
const MAX_REFERENCES = 30

/** The alternatives of a schema, most wanted first: each branch of `anyOf` and `oneOf` is one. */
export function plainSchemas(schema: JsonObject, root: JsonObject): PlainSchema[] {
  return variants(schema, root, 0)
    .slice(0, MAX_VARIANTS)
    .map(plain)
    .filter(({ types }) => types.length === 0 || types.some((type) => type !== 'null'))
}

/** Schemas without references and combinators; the keywords of a branch are merged with those beside it. */
function variants(schema: JsonObject, root: JsonObject, depth: number): JsonObject[] {
  if (depth > MAX_REFERENCES) return [{}]
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  let found: JsonObject[] = [own]
  const combine = (others: readonly JsonObject[]): void => {
    found = found.flatMap((base) => others.map((other) => merged(base, other))).slice(0, MAX_VARIANTS)
  }
  if (typeof $ref === 'string') {
    const target = resolvePointer(root, $ref)
    if (isJsonObject(target)) combine(variants(target, root, depth + 1))
  }
  for (const part of listOf(allOf).filter(isJsonObject)) combine(variants(part, root, depth + 1))
  for (const union of [anyOf, oneOf]) {
    const branches = listOf(union).filter(isJsonObject).slice(0, MAX_VARIANTS)
    if (branches.length > 0) combine(branches.flatMap((branch) => variants(branch, root, depth + 1)))
  }
  return found
}

/** Both at once: properties and required names together, the rest from the one that says it. */
function merged(a: JsonObject, b: JsonObject): JsonObject {
  return {
    ...a,
    ...b,
    ...(isJsonObject(a['properties']) && isJsonObject(b['properties'])
      ? { properties: { ...a['properties'], ...b['properties'] } }
      : {}),
    ...(Array.isArray(a['required']) && Array.isArray(b['required'])
      ? { required: [...a['required'], ...b['required']] }
      : {}),
  }
}

function plain(schema: JsonObject): PlainSchema {
  const { properties, items, required, format, title, description } = schema
  const given = listOf(schema['type']).filter((type): type is PlainType => TYPES.has(type))
  const implied: PlainType[] = isJsonObject(properties) ? ['object'] : isJsonObject(items) ? ['array'] : []
  const words = Array.isArray(schema['enum'])
    ? schema['enum']
    : schema['const'] === undefined
      ? null
      : [schema['const']]
  return {
    types: (given.length > 0 ? given : implied).filter((type) => type !== 'null' || given.length === 1),
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    format: typeof format === 'string' ? format : null,
    words: words === null ? null : words.filter((word) => word !== null),
    properties: new Map(
      isJsonObject(properties)
        ? Object.entries(properties).map(([name, inner]) => [name, isJsonObject(inner) ? inner : {}])
        : [],
    ),
    required: new Set(listOf(required).filter((name) => typeof name === 'string')),
    items: isJsonObject(items) ? items : null,
  }
}
