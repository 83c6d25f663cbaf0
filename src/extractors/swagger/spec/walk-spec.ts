// Visits the objects of an OpenAPI document, each with its type and position.
import { asObject, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { pointerOf } from '#extractors/swagger/json/json-pointer.ts'
import { slotOf, type ObjectType } from './grammar.ts'
import { isRecord } from '#kit/unknown-values.ts'

/** An object of a description with its way down from the document. */
export interface SpecNode {
  readonly type: ObjectType
  readonly value: JsonObject
  /** The last token of its pointer; `''` for the document. */
  readonly key: string
  /** The object that holds it, and the field and name or index in between; null for the document. */
  readonly parent: SpecNode | null
  /** The field of the parent when the object is in a list or a map of that field; null when it is the field. */
  readonly field: string | null
}

/**
 * Every object at and below `value`, parents first. Where `visit` answers false nothing below is visited. A reference
 * (`$ref`) is visited as an object of the type that belongs there; it is not followed. Recurses no deeper than the
 * document nests.
 */
export function walkSpec(
  value: unknown,
  visit: (node: SpecNode) => boolean | void,
  type: ObjectType = 'document',
): void {
  const root = asObject(value)
  if (root !== null) walk({ type, value: root, key: '', parent: null, field: null }, visit)
}

function walk(node: SpecNode, visit: (node: SpecNode) => boolean | void): void {
  if (visit(node) === false) return
  for (const child of childrenOf(node)) walk(child, visit)
}

function* childrenOf(parent: SpecNode): Generator<SpecNode> {
  for (const [field, held] of Object.entries(parent.value)) {
    if (!isRecord(held)) continue
    const slot = slotOf(parent.type, field)
    if (slot === null) continue
    const { type } = slot
    if (slot.holds === 'map') {
      for (const [key, value] of Object.entries(held)) {
        const object = asObject(value)
        if (object !== null && !Array.isArray(held)) yield { type, value: object, key, parent, field }
      }
    } else if (Array.isArray(held)) {
      if (slot.holds === 'one') continue
      for (const [at, value] of held.entries()) {
        const object = asObject(value)
        if (object !== null) yield { type, value: object, key: String(at), parent, field }
      }
    } else if (slot.holds !== 'list') {
      yield { type, value: held, key: field, parent, field: null }
    }
  }
}

/** `/paths/~1pets/get` */
export function pointerOfNode(node: SpecNode): string {
  const tokens: string[] = []
  for (let at: SpecNode = node; at.parent !== null; at = at.parent) {
    tokens.push(at.key)
    if (at.field !== null) tokens.push(at.field)
  }
  return pointerOf(tokens.toReversed())
}

/** The reference of an object; null when it is not a reference. */
export function refOf(value: unknown): string | null {
  const object = asObject(value)
  return object !== null && Object.hasOwn(object, '$ref') && typeof object['$ref'] === 'string'
    ? object['$ref']
    : null
}
