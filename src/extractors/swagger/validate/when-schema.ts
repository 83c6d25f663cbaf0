// A condition in a JSON Schema.
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'

const KEYWORDS = ['if', 'then', 'else']

/** `if` … `then` … `else`; not as a literal, because an object with a `then` may pass for a promise. */
export function whenSchema(test: JsonObject, met: JsonObject, otherwise: JsonObject): JsonObject {
  return Object.fromEntries([test, met, otherwise].map((part, at) => [KEYWORDS[at], part]))
}
