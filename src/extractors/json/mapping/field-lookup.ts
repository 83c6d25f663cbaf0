// Looks for a field in a record: under its own name, under the names that mean the same, and in the parts of the thing.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { isGeneric, relatedNames, type NamePath } from '#extractors/json/mapping/names/field-names.ts'
import { interactionCount } from './interaction-counts.ts'
import { askedName, type AskedName } from '#extractors/json/mapping/names/asked-name.ts'
import { measuredName } from '#extractors/json/mapping/names/field-unit.ts'
import { singular } from '#extractors/json/mapping/names/plain-words.ts'
import { kindsOf } from '#extractors/json/mapping/names/thing-kinds.ts'
import { fieldsByWords, fieldsOf, PAGE_LEVEL, type PageRecord } from './record.ts'

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
  haspart ispartof partofseries recommendations suggestions similar children acceptedanswer suggestedanswer`.split(
    /\s+/,
  ),
)
const MAX_LIST_ITEMS = 20

/** Matches for a field, best first. */
export function* lookUp(record: PageRecord, name: string): Generator<Match> {
  const { node, pointer } = record
  const asked = askedName(name)
  const { folded, related } = asked
  if (folded === '') return
  yield* named(node, pointer, [folded], 1)
  const labelled = record.labelled?.(folded) ?? null
  if (labelled !== null) yield labelled
  yield* ofKind(record, asked)
  yield* meant(record, related, 0.9, ADDRESSES.has(folded))
  if (ADDRESSES.has(folded)) yield* addresses(record)
  if (record.source === 'microformats' && KEYWORDS.has(folded)) yield* named(node, pointer, ['category'], 0.9)
  yield* measured(node, pointer, asked)
  yield* compound(node, pointer, asked)
  yield* inOtherWords(record, asked)
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
export function hasField(record: PageRecord, name: string): boolean {
  const fields = fieldsOf(record.node)
  const { folded, related, nearly, wordsKey, measure } = askedName(name)
  if (fields.has(folded) || (record.labelled?.(folded) ?? null) !== null) return true
  if (related.some((path) => fields.has(path[0])) || fieldsByWords(record.node).has(wordsKey)) return true
  return nearly.some((each) => fields.has(each)) || (measure !== null && fields.has(measure.base))
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

/** The address of the page is asked for by its own names only: it is no address of a thing that the page tells of. */
function* meant(
  record: PageRecord,
  names: readonly NamePath[],
  quality: number,
  isAddress: boolean,
): Generator<Match> {
  for (const path of names) {
    if (isAddress || !PAGE_LEVEL.has(record.source) || !ADDRESSES.has(path[0]))
      yield* named(record.node, record.pointer, path, quality)
  }
}

const ADDRESSES = new Set([
  'url',
  'link',
  'permalink',
  'canonicalurl',
  'canonical',
  'pageurl',
  'href',
  'weburl',
])
const NAMES = [['name'] as const, ...relatedNames('name')].filter(([first]) => first !== 'label')

/** Of an `Organization`, `company` is its name and `companyName` too; of a `Course`, `code` is its `courseCode`. */
function* ofKind(record: PageRecord, { folded, cuts }: AskedName): Generator<Match> {
  const { node, pointer } = record
  const kinds = kindsOf(record)
  if (kinds.size === 0) return
  // Several are asked for as a list, which the name of one is not.
  if (kinds.has(folded)) {
    for (const path of NAMES) yield* named(node, pointer, path, 0.92)
    yield* named(node, pointer, ['text'], 0.8)
  }
  for (const { head, tail, tails } of cuts) {
    if (!kinds.has(singular(head))) continue
    yield* named(node, pointer, [tail], 0.95)
    for (const path of tails) yield* named(node, pointer, path, 0.87)
  }
  for (const kind of kinds) yield* named(node, pointer, [kind + folded], 0.9)
}

/** The file of a download; and a slug: `/shoes/axe` is an address, `axe` is none without its folder. */
function* addresses(record: PageRecord): Generator<Match> {
  const { node, pointer } = record
  if (kindsOf(record).has('download')) yield* named(node, pointer, ['contenturl'], 0.9)
  // The head of a page may have the path of a file in its system.
  if (PAGE_LEVEL.has(record.source)) return
  for (const key of ['slug', 'path', 'uri'] as const) {
    for (const match of named(node, pointer, [key], 0.85))
      if (typeof match.value === 'string' && /^(?:\/|https?:)/.test(match.value)) yield match
  }
}

/** Posts with microformats have their tags as categories. */
const KEYWORDS = new Set(['keywords', 'tags', 'tag', 'topics', 'labels'])

/** `durationSeconds` out of a duration, and out of `durationSec`. */
function* measured(node: JsonObject, pointer: string, { measure }: AskedName): Generator<Match> {
  if (measure === null) return
  const { base, related, unit } = measure
  yield* named(node, pointer, [base], 0.92)
  for (const path of related) yield* named(node, pointer, path, 0.87)
  for (const [key, value] of Object.entries(node)) {
    const given = measuredName(key)
    if (given === null || given.unit.kind !== unit.kind || value === null) continue
    if (given.base === base || related.some((path) => path.length === 1 && path[0] === given.base))
      yield { value, pointer: pointer + pointerStep(key), quality: 0.92 }
  }
}

/** `authorName` is the name in the author; `brand_url` the address of the brand. */
function* compound(node: JsonObject, pointer: string, { cuts }: AskedName): Generator<Match> {
  const fields = fieldsOf(node)
  for (const { head, tail, heads, tails, isFirstWord } of cuts) {
    for (const name of heads) {
      const field = fields.get(name)
      if (field === undefined) continue
      for (const item of itemsOf(field.value, pointer + field.pointer)) {
        yield* named(item.node, item.pointer, [tail], 0.85)
        for (const other of tails) yield* named(item.node, item.pointer, other, 0.8)
        if (ADDRESSES.has(tail)) yield* named(item.node, item.pointer, ['contenturl'], 0.8)
      }
      // An author given as a text is the author's name, a feed given as an address the feed's.
      if (typeof field.value !== 'string') continue
      if (tail === 'name' || (ADDRESSES.has(tail) && /^(?:https?:|\/)/.test(field.value)))
        yield { value: field.value, pointer: pointer + field.pointer, quality: 0.8 }
    }
    // `helpfulVotes` is what the votes say about it.
    const whole = isGeneric(tail) ? undefined : fields.get(tail)
    if (whole !== undefined && isJsonObject(whole.value))
      yield* named(whole.value, pointer + whole.pointer, [head], 0.75)
    // `relatedArticles` are what is related; `min_temp` is the least where nothing else has a least.
    if (isFirstWord && WHICH.has(head)) yield* named(node, pointer, [head], 0.75)
    if (isFirstWord && LIMITS.has(head)) yield* named(node, pointer, [head], 0.7)
  }
}

const WHICH = new Set(
  'related similar recommended upcoming featured latest recent popular previous other accepted suggested'.split(
    ' ',
  ),
)
const LIMITS = new Set(['min', 'max', 'avg', 'minimum', 'maximum', 'average', 'low', 'high'])

/** The same words in another order or number, a counter of people's actions, nearly the same name, another language. */
function* inOtherWords(record: PageRecord, asked: AskedName): Generator<Match> {
  const { node, pointer } = record
  const field = fieldsByWords(node).get(asked.wordsKey)
  if (field !== undefined) yield { value: field.value, pointer: pointer + field.pointer, quality: 0.9 }
  const counted = interactionCount(node, asked.wordsKey)
  if (counted !== null) yield { value: counted.value, pointer: pointer + counted.pointer, quality: 0.88 }
  yield* counts(node, pointer, asked)
  yield* meant(record, asked.main, 0.85, false)
  if (!isGeneric(asked.folded)) {
    for (const other of asked.nearly) yield* named(node, pointer, [other], 0.85)
    if (asked.short !== '' && !isGeneric(asked.short)) yield* named(node, pointer, [asked.short], 0.75)
  }
  yield* meant(record, asked.translated, 0.82, false)
}

/** `commentCount` is the number that stands under `comments`, of the thing or of its numbers. */
function* counts(node: JsonObject, pointer: string, { counted }: AskedName): Generator<Match> {
  if (counted.length === 0) return
  const parts = ['stats', 'statistics', 'counts', 'metrics', 'engagement'].flatMap((key) => {
    const field = fieldsOf(node).get(key)
    return field !== undefined && isJsonObject(field.value)
      ? [{ node: field.value, pointer: pointer + field.pointer }]
      : []
  })
  for (const part of [{ node, pointer }, ...parts]) {
    for (const name of counted) {
      for (const match of named(part.node, part.pointer, [name], 0.8))
        if (
          typeof match.value === 'number' ||
          (typeof match.value === 'string' && /^\d{1,12}$/.test(match.value))
        )
          yield match
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
