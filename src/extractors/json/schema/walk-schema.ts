// Where a JSON Schema contains other schemas: the keywords with one schema, a list of them, or named ones.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'

const ONE = [
  'items',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** The schemas directly inside one, with their place in it. Booleans are schemas too and say nothing of interest. */
export function* schemasIn(schema: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const key of ONE) {
    const inner = schema[key]
    if (isJsonObject(inner)) yield [`/${key}`, inner]
  }
  for (const key of LISTS) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [index, inner] of list.entries()) if (isJsonObject(inner)) yield [`/${key}/${index}`, inner]
  }
  for (const key of NAMED) {
    const named = schema[key]
    if (!isJsonObject(named)) continue
    for (const [name, inner] of Object.entries(named)) {
      if (isJsonObject(inner)) yield [`/${key}${pointerStep(name)}`, inner]
    }
  }
}

/** A copy of a schema with every schema in it, outside in, as `change` makes it. */
export function mapSchemas(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapped: JsonObject = { ...change(schema) }
  const deep = (value: JsonValue): JsonValue => (isJsonObject(value) ? mapSchemas(value, change) : value)
  for (const [key, value] of Object.entries(mapped)) {
    if (ONE.includes(key)) mapped[key] = deep(value)
    else if (LISTS.includes(key) && Array.isArray(value)) mapped[key] = value.map(deep)
    else if (NAMED.includes(key) && isJsonObject(value)) {
      mapped[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, deep(inner)]))
    }
  }
  return mapped
}
