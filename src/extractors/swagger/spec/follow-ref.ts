// Follows references within one document.
import { pointerKey } from '#kit/json-pointer.ts'
import { asObject, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { splitRef, valueAt } from '#extractors/swagger/json/json-pointer.ts'
import { refOf } from './walk-spec.ts'

/** References in a row: real ones have two or three, a loop has no end. */
const MAX_HOPS = 20

/**
 * The object itself, or what its `$ref` leads to in the same document. Null where it leads nowhere, in circles or into another document.
 */
export function followRef(document: JsonObject, value: unknown): JsonObject | null {
  let object = asObject(value)
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const ref = refOf(object)
    if (ref === null) return object
    const { document: other, pointer } = splitRef(ref)
    if (other !== '') return null
    object = asObject(valueAt(document, pointer))
  }
  return null
}

/** `Pet` for `#/components/schemas/Pet` and `pet.yaml#/Pet`, `pet.yaml` for `models/pet.yaml`. */
export function nameOfRef(ref: string): string {
  const { document, pointer } = splitRef(ref)
  return pointerKey((pointer === '' ? document : pointer).split('/').at(-1) ?? '')
}
