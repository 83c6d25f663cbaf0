// A schema in a few words, for lists: `string`, `array of Pet`, `integer or null`.
import { asList, asObject, asText, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { nameOfRef } from './follow-ref.ts'
import { refOf } from './walk-spec.ts'

const MAX_DEPTH = 4

/** Null where the schema says nothing about the type. Reads OpenAPI 3.1. */
export function schemaLabel(schema: unknown, depth = 0): string | null {
  const object = asObject(schema)
  if (object === null || depth > MAX_DEPTH) return null
  const ref = refOf(object)
  if (ref !== null) return nameOfRef(ref)
  const types = typesOf(object)
  if (types.length > 0) {
    return types
      .map((type) => (type === 'array' ? arrayLabel(object, depth) : formatted(type, object, types)))
      .join(' or ')
  }
  for (const key of ['oneOf', 'anyOf']) {
    const labels = asList(object[key])
      .slice(0, 20)
      .map((each) => schemaLabel(each, depth + 1) ?? 'any')
    if (labels.length > 0) return [...new Set(labels)].slice(0, 10).join(' or ')
  }
  const all = asList(object['allOf'])
  if (all.length === 1) return schemaLabel(all[0], depth + 1)
  return all.length > 1 || asObject(object['properties']) !== null ? 'object' : null
}

function typesOf({ type }: JsonObject): string[] {
  return (Array.isArray(type) ? type : [type]).filter((each): each is string => asText(each) !== null)
}

function arrayLabel({ items }: JsonObject, depth: number): string {
  const inner = schemaLabel(items, depth + 1)
  return inner === null ? 'array' : `array of ${inner}`
}

function formatted(type: string, { format }: JsonObject, types: readonly string[]): string {
  const name = asText(format)
  return name === null || types.length > 1 || type === 'null' ? type : `${type} (${name.slice(0, 40)})`
}
