// Looks for a field in a record: under its own name, under the names that mean the same, and in the parts of the thing.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { foldName, isGeneric, relatedNames, wordsOfName, type NamePath } from './field-names.ts'
import { fieldsOf, type PageRecord } from './record.ts'

/** A value under one of the names of a field. */
export interface Match {
  readonly value: JsonValue
  /** Into `found`. */
  readonly pointer: string
  /** 1 for the field's own name, less the further away the name or the position is. */
  readonly quality: number
}

/** Things that a thing is related to, not what it consists of: their fields are theirs. */
export const OTHERS: ReadonlySet<string> = new Set(
  `review reviews comment comments isrelatedto issimilarto relatedlink related itemlistelement breadcrumb breadcrumbs
  haspart ispartof recommendations suggestions similar children`.split(/\s+/),
)
const MAX_LIST_ITEMS = 20

/** Matches for a field, best first. */
export function* lookUp({ node, pointer }: PageRecord, name: string): Generator<Match> {
  const folded = foldName(name)
  if (folded === '') return
  yield* named(node, pointer, [folded], 1)
  const related = relatedNames(folded)
  for (const path of related) yield* named(node, pointer, path, 0.9)
  yield* compound(node, pointer, wordsOfName(name))
  if (isGeneric(folded)) return
  const parts = partsOf(node, pointer)
  for (const part of parts) yield* named(part.node, part.pointer, [folded], 0.75)
  for (const part of parts) {
    for (const path of related) {
      const [first] = path
      if (path.length === 1 && !isGeneric(first)) yield* named(part.node, part.pointer, path, 0.65)
    }
  }
}

/** Whether a record has a field by its own name or by one that means the same, without looking into its parts. */
export function hasField(node: JsonObject, folded: string): boolean {
  const fields = fieldsOf(node)
  return fields.has(folded) || relatedNames(folded).some((path) => fields.has(path[0]))
}

/** The value at the end of a path of names; of a list on the way, the first item that continues the path. */
function* named(node: JsonObject, pointer: string, path: NamePath, quality: number): Generator<Match> {
  const [first, second, ...others] = path
  const field = fieldsOf(node).get(first)
  if (field === undefined) return
  const at = pointer + field.pointer
  if (second === undefined) {
    yield { value: field.value, pointer: at, quality }
    return
  }
  for (const item of itemsOf(field.value, at)) {
    const found = [...named(item.node, item.pointer, [second, ...others], quality)]
    if (found.length > 0) {
      yield* found
      return
    }
  }
}

/** `authorName` is the name in the author; `brand_url` the address of the brand. */
function* compound(node: JsonObject, pointer: string, words: readonly string[]): Generator<Match> {
  for (let cut = words.length - 1; cut > 0; cut -= 1) {
    const head = foldName(words.slice(0, cut).join(''))
    const tail = foldName(words.slice(cut).join(''))
    const heads: NamePath[] = [[head], ...relatedNames(head).filter((path) => path.length === 1)]
    for (const path of heads) {
      const field = fieldsOf(node).get(path[0])
      if (field === undefined) continue
      for (const item of itemsOf(field.value, pointer + field.pointer)) {
        yield* named(item.node, item.pointer, [tail], 0.85)
        for (const other of relatedNames(tail)) yield* named(item.node, item.pointer, other, 0.8)
      }
      // An author given as a text is the author's name.
      if (tail === 'name' && typeof field.value === 'string')
        yield { value: field.value, pointer: pointer + field.pointer, quality: 0.8 }
    }
  }
}

interface Part {
  readonly node: JsonObject
  readonly pointer: string
}

/** The objects that a thing consists of, two levels down, outer ones first. */
function partsOf(node: JsonObject, pointer: string): Part[] {
  const level = (parent: Part): Part[] =>
    [...fieldsOf(parent.node)].flatMap(([name, field]) =>
      OTHERS.has(name) ? [] : itemsOf(field.value, parent.pointer + field.pointer).slice(0, 3),
    )
  const first = level({ node, pointer }).slice(0, 50)
  return [...first, ...first.flatMap(level).slice(0, 50)]
}

/** An object, or the objects of a list. */
export function itemsOf(value: JsonValue, pointer: string): Part[] {
  if (isJsonObject(value)) return [{ node: value, pointer }]
  if (!Array.isArray(value)) return []
  return value
    .slice(0, MAX_LIST_ITEMS)
    .flatMap((item, index) =>
      isJsonObject(item) ? [{ node: item, pointer: pointer + pointerStep(index) }] : [],
    )
}
