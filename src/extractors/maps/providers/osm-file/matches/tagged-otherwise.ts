// Tags of a file that no schema has, for the kinds that they are meant as: `cuisine=koshary`, `shop=coffee beans`.
import type { DatabaseSync } from 'node:sqlite'
import { editDistance } from '#kit/text/closest-word.ts'
import { PLACE_KEYS } from '#kit/categories/category-table.ts'
import { OFFER_KEYS } from '#kit/categories/searchable-tags.ts'
import { isKnownKind } from '#extractors/maps/query/words/kind-words.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'

/** Mappers make up values of these keys, or write a word of their own alphabet in Latin letters. */
const FREE_KEYS: ReadonlySet<string> = new Set([...PLACE_KEYS, 'cuisine', 'sport'])
/** Of shorter values many differ in one letter. */
const MIN_CHARS = 6
/** Hardly ever mistyped; only what begins alike is read. */
const FIRST_CHARS = 3

interface Tag {
  readonly key: string
  readonly value: string
}

function tagOf(id: string): Tag {
  const at = id.indexOf('/')
  return { key: id.slice(0, at), value: id.slice(at + 1) }
}

/** The same kind with one letter added, left out or another, where no kind is called so: `cuisine/koshary` for `cuisine/koshari`. */
export function spelledOtherwise(db: DatabaseSync, id: string): readonly string[] {
  const { key, value } = tagOf(id)
  if (!FREE_KEYS.has(key) || value.length < MIN_CHARS) return []
  return unknownValues(db, key, value.slice(0, FIRST_CHARS))
    .filter((other) => editDistance(other, value, 1) === 1)
    .map((other) => `${key}/${other}`)
}

const REPAIR = /_repair$/
/** Of a shorter value the same word under another key is something else. */
const MIN_CHARS_OF_ANY_KEY = 8

/**
 * What a kind may be tagged as where no place is tagged as one: the same word under another key (`government=employment_agency`), with more
 * words or fewer that no schema has (`shop=coffee beans`, `leisure=trampoline`), and who sells what is mended.
 */
export function neighbouringTags(db: DatabaseSync, id: string): readonly string[] {
  const { key, value } = tagOf(id)
  if (!FREE_KEYS.has(key) || value === '*' || id.includes('+')) return []
  const words = value.split('_')
  const isOf = (some: readonly string[], all: readonly string[]) => some.every((word) => all.includes(word))
  const wordsDiffer = unknownValues(db, key, words[0] ?? '').filter((other) => {
    const own = other.split(/[_ ]/)
    return own.length === words.length ? false : isOf(words, own) || isOf(own, words)
  })
  const otherKeys = value.length < MIN_CHARS_OF_ANY_KEY ? [] : [...PLACE_KEYS, ...OFFER_KEYS]
  return [
    ...otherKeys.filter((other) => other !== key).map((other) => `${other}/${value}`),
    ...wordsDiffer.map((other) => `${key}/${other}`),
    ...(REPAIR.test(value) ? [`${key}/${value.replace(REPAIR, '')}`] : []),
  ]
}

const MAX_VALUES = 100

const known = new WeakMap<DatabaseSync, Map<string, readonly string[]>>()

/** The values of a key in the file that begin so and name no kind of the tables; the first hundred. */
function unknownValues(db: DatabaseSync, key: string, start: string): readonly string[] {
  const ofFile = known.get(db) ?? new Map<string, readonly string[]>()
  known.set(db, ofFile)
  const from = `${key}/${start}`
  const before = ofFile.get(from)
  if (before !== undefined) return before
  const to = `${from}\u{10FFFF}`
  // Jumps from one value to the next: each may have millions of places.
  const rows = allRows<{ readonly id: string }>(
    db,
    `with recursive value(id) as (
       select min(category) from place_category where category >= ? and category < ?
       union all
       select (select min(category) from place_category where category > value.id and category < ?)
       from value where value.id is not null)
     select id from value where id is not null limit ?`,
    from,
    to,
    to,
    MAX_VALUES,
  )
  const values = rows.filter(({ id }) => !isKnownKind(id)).map(({ id }) => tagOf(id).value)
  ofFile.set(from, values)
  return values
}
