// Merges the siblings of a `$ref` with the referenced object.
import { defined, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import type { ObjectType } from '#extractors/swagger/spec/grammar.ts'

/** Fields that may be overridden beside a reference; before 3.1 everything else there was ignored. */
const OVERRIDING = ['summary', 'description', 'title', 'deprecated']

/** `isJsonSchema`: beside the `$ref` of a schema everything counts (OpenAPI 3.1). */
export function mergeSiblings(
  reference: JsonObject,
  found: JsonObject,
  type: ObjectType,
  isJsonSchema: boolean,
): JsonObject {
  const { $ref: _, ...siblings } = reference
  const keys = Object.keys(siblings)
  if (keys.length === 0) return found
  if (type === 'pathItem') return { ...found, ...siblings }
  if (type === 'schema' && isJsonSchema) {
    const clashing = keys.some((key) => Object.hasOwn(found, key) && !OVERRIDING.includes(key))
    return clashing ? { ...siblings, allOf: [found, ...siblingsAllOf(siblings)] } : { ...found, ...siblings }
  }
  return defined({
    ...found,
    ...Object.fromEntries(OVERRIDING.flatMap((key) => (key in siblings ? [[key, siblings[key]]] : []))),
  })
}

const siblingsAllOf = (siblings: JsonObject): readonly unknown[] =>
  Array.isArray(siblings['allOf']) ? (siblings['allOf'] as readonly unknown[]) : []
