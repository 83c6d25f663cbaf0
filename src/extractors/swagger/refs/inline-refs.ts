// Puts what references point at in their place, as far as that ends.
import {
  asObject,
  entriesOf,
  member,
  objectOf,
  defined,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { localRef } from '#extractors/swagger/json/json-pointer.ts'
import { slotOf, type ObjectType } from '#extractors/swagger/spec/grammar.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import { nameOfRef } from '#extractors/swagger/spec/follow-ref.ts'
import { targetOf, valueOf, type RefDocuments, type RefTarget } from './ref-documents.ts'

/** Fields that may be overridden beside a reference; before 3.1 everything else there was ignored. */
const OVERRIDING = ['summary', 'description', 'title', 'deprecated']

const siblingsAllOf = (siblings: JsonObject): readonly unknown[] =>
  Array.isArray(siblings['allOf']) ? (siblings['allOf'] as readonly unknown[]) : []

/** The document, and the references that are still in it. */
export interface Inlined {
  readonly document: JsonObject
  /** References that stayed because they lead back into themselves. */
  readonly circular: number
  /** References that stayed because what they add up to would be too much. */
  readonly omitted: number
  /** References that lead nowhere, or into a document that was not read. */
  readonly unresolved: number
}

/** The size of the inlined references: ten levels of ten references each would be ten thousand million. */
const MAX_CHARS = 16 * 1024 * 1024
/** A reference within what a reference brought, and so on. */
const MAX_NESTED = 40

interface Inlining {
  readonly documents: RefDocuments
  readonly external: boolean
  /** Schemas of other documents that contain themselves, by the key of their place: the name they get here. */
  readonly hoisted: Map<string, { readonly name: string; readonly target: RefTarget }>
  readonly taken: Set<string>
  readonly schemasAt: readonly string[]
  readonly sizes: WeakMap<object, number>
  chars: number
  circular: number
  omitted: number
  unresolved: number
}

interface Place {
  /** The document whose text this is; null for the description itself. */
  readonly document: string | null
  /** The references that are being put in place, outermost first. */
  readonly within: readonly string[]
}

/**
 * `external` also inlines other documents, as far as they are among `documents`; a recursive schema there is moved to
 * the own schemas. A reference that stays leads to something in the result, or is an absolute address.
 */
export function inlineRefs(documents: RefDocuments, external: boolean): Inlined {
  const main = asObject(documents.main) ?? {}
  const schemasAt = main['swagger'] === undefined ? ['components', 'schemas'] : ['definitions']
  const own = schemasAt.reduce<unknown>((value, key) => member(value, key), main)
  const inlining: Inlining = {
    documents,
    external,
    hoisted: new Map(),
    taken: new Set(entriesOf(own).map(([name]) => name)),
    schemasAt,
    sizes: new WeakMap(),
    chars: 0,
    circular: 0,
    omitted: 0,
    unresolved: 0,
  }
  const document = asObject(inline(inlining, main, 'document', { document: null, within: [] })) ?? {}
  const added = hoistedSchemas(inlining)
  const { circular, omitted, unresolved } = inlining
  return { document: withSchemas(document, schemasAt, added), circular, omitted, unresolved }
}

function inline(inlining: Inlining, value: unknown, type: ObjectType, place: Place): unknown {
  const object = asObject(value)
  if (object === null) return value
  if (place.within.length > 0) inlining.chars += 2
  const ref = refOf(object)
  if (ref === null) return inlineParts(inlining, object, type, place)
  if (place.within.length > 0) inlining.chars += ref.length + 10
  return inlineRef(inlining, object, ref, type, place)
}

function inlineParts(inlining: Inlining, object: JsonObject, type: ObjectType, place: Place): JsonObject {
  return objectOf(
    Object.entries(object).map(([key, held]) => {
      const slot = typeof held === 'object' && held !== null ? slotOf(type, key) : null
      if (place.within.length > 0)
        inlining.chars += key.length + 4 + (slot === null ? sizeOf(inlining, held) : 0)
      if (slot === null) return [key, held]
      const each = (value: unknown): unknown => inline(inlining, value, slot.type, place)
      if (slot.holds === 'map') {
        if (Array.isArray(held)) return [key, held]
        const named = entriesOf(held).map(([name, value]) => {
          if (place.within.length > 0) inlining.chars += name.length + 4
          return [name, each(value)] as const
        })
        return [key, objectOf(named)]
      }
      if (Array.isArray(held)) return [key, slot.holds === 'one' ? held : held.map(each)]
      return [key, slot.holds === 'list' ? held : each(held)]
    }),
  )
}

/** The length of data as JSON; examples are as large as their authors like, and shared by all that use them. */
function sizeOf(inlining: Inlining, data: unknown): number {
  if (typeof data === 'string') return data.length
  if (typeof data !== 'object' || data === null) return 4
  const known = inlining.sizes.get(data)
  if (known !== undefined) return known
  const size = JSON.stringify(data).length
  inlining.sizes.set(data, size)
  return size
}

function inlineRef(
  inlining: Inlining,
  object: JsonObject,
  ref: string,
  type: ObjectType,
  place: Place,
): unknown {
  const { documents, external } = inlining
  const target = targetOf(ref, place.document, documents)
  if (target === null) return kept(inlining, object, 'unresolved')
  if (target.document !== null && !external) return object
  const value = valueOf(target, documents)
  if (asObject(value) === null) return kept(inlining, asAbsolute(object, target), 'unresolved')
  const key = keyOf(target)
  if (inlining.hoisted.has(key)) return { ...object, $ref: hoist(inlining, target) }
  if (place.within.includes(key)) {
    if (target.document === null || type !== 'schema')
      return kept(inlining, asAbsolute(object, target), 'circular')
    inlining.circular += 1
    return { ...object, $ref: hoist(inlining, target) }
  }
  if (inlining.chars >= MAX_CHARS || place.within.length >= MAX_NESTED) {
    return kept(inlining, asAbsolute(object, target), 'omitted')
  }
  const found = inline(inlining, value, type, { document: target.document, within: [...place.within, key] })
  return mergeSiblings(object, asObject(found) ?? {}, type, isJsonSchema(inlining))
}

const keyOf = (target: RefTarget): string => `${target.document ?? ''}#${target.pointer}`

/** From 3.1 on a schema is JSON Schema, where everything beside a reference counts too. */
const isJsonSchema = ({ documents }: Inlining): boolean =>
  /^3\.[1-9]/.test(String(member(documents.main, 'openapi')))

function kept(
  inlining: Inlining,
  object: JsonObject,
  why: 'circular' | 'omitted' | 'unresolved',
): JsonObject {
  inlining[why] += 1
  return object
}

/** A reference out of another document would be relative to the wrong one here. */
function asAbsolute(object: JsonObject, target: RefTarget): JsonObject {
  const fragment = target.pointer === '' ? '' : `#${target.pointer}`
  return {
    ...object,
    $ref: target.document === null ? `#${target.pointer}` : `${target.document}${fragment}`,
  }
}

function hoist(inlining: Inlining, target: RefTarget): string {
  const key = keyOf(target)
  const known = inlining.hoisted.get(key)
  if (known !== undefined) return localRef([...inlining.schemasAt, known.name])
  const stem =
    nameOfRef(key)
      .replace(/\.(?:json|ya?ml)$/i, '')
      .replace(/[^a-zA-Z0-9._-]+/g, '_') || 'schema'
  // Past the number of names that are taken there is always a free one, and mostly at once.
  let name = stem
  for (let n = inlining.hoisted.size + 2; inlining.taken.has(name); n += 1) name = `${stem}_${n}`
  inlining.taken.add(name)
  inlining.hoisted.set(key, { name, target })
  return localRef([...inlining.schemasAt, name])
}

/** Each hoisted schema once; making one may hoist another. */
function hoistedSchemas(inlining: Inlining): [string, unknown][] {
  const made: [string, unknown][] = []
  // A Map iterates over entries that are added during the iteration.
  for (const [key, { name, target }] of inlining.hoisted) {
    const value = valueOf(target, inlining.documents)
    made.push([name, inlineTop(inlining, value, { document: target.document, within: [key] })])
  }
  return made
}

function inlineTop(inlining: Inlining, value: unknown, place: Place): unknown {
  const object = asObject(value)
  return object === null || refOf(object) !== null
    ? inline(inlining, value, 'schema', place)
    : inlineParts(inlining, object, 'schema', place)
}

function withSchemas(
  document: JsonObject,
  at: readonly string[],
  added: readonly [string, unknown][],
): JsonObject {
  if (added.length === 0) return document
  const [first = '', second] = at
  const holder = asObject(document[first]) ?? {}
  if (second === undefined) return { ...document, [first]: { ...holder, ...objectOf(added) } }
  return {
    ...document,
    [first]: { ...holder, [second]: { ...asObject(holder[second]), ...objectOf(added) } },
  }
}

/** `isJsonSchema`: beside the `$ref` of a schema everything counts (OpenAPI 3.1). */
function mergeSiblings(
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
