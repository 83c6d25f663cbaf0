// Makes a new OpenAPI document from another: each object is rebuilt from the inside out, data stays as it is.
import { asObject, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { slotOf, type ObjectType } from './grammar.ts'

/** The replacement of an object whose parts have been rewritten already. `path` has the tokens that lead to it. */
export type Rewrite = (
  object: Record<string, unknown>,
  type: ObjectType,
  path: readonly string[],
) => JsonObject

/** The input is not changed; parts that are data are shared with it. */
export function rewriteSpec(spec: JsonObject, rewrite: Rewrite): JsonObject {
  return rewriteObject(spec, 'document', rewrite, [])
}

function rewriteObject(object: JsonObject, type: ObjectType, rewrite: Rewrite, path: string[]): JsonObject {
  const copy = objectOf(
    Object.entries(object).map(([key, held]) => {
      path.push(key)
      const made = rewriteHeld(held, type, key, rewrite, path)
      path.pop()
      return [key, made] as const
    }),
  )
  return rewrite(copy, type, path)
}

function rewriteHeld(
  held: unknown,
  parent: ObjectType,
  field: string,
  rewrite: Rewrite,
  path: string[],
): unknown {
  if (typeof held !== 'object' || held === null) return held
  const slot = slotOf(parent, field)
  if (slot === null) return held
  const each = (value: unknown, key: string): unknown => {
    const object = asObject(value)
    if (object === null) return value
    path.push(key)
    const made = rewriteObject(object, slot.type, rewrite, path)
    path.pop()
    return made
  }
  if (slot.holds === 'map') {
    if (Array.isArray(held)) return held
    return objectOf(Object.entries(held).map(([key, value]) => [key, each(value, key)] as const))
  }
  if (Array.isArray(held)) {
    return slot.holds === 'one' ? held : held.map((value: unknown, at) => each(value, String(at)))
  }
  return slot.holds === 'list' ? held : rewriteObject({ ...held }, slot.type, rewrite, path)
}
