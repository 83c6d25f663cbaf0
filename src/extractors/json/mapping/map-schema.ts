// Fills a schema with what a page holds: for each field the best value of the thing that the page is about, with its source.
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { listContainer } from './collect-records.ts'
import type { Found } from '#extractors/json/sources/found.ts'
import { plainSchemas, type PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import { chooseList, chooseRecords, placeOf, type Scope } from './choose-records.ts'
import { coerceScalar } from './coerce-value.ts'
import { foldName, isGeneric } from '#extractors/json/mapping/names/field-names.ts'
import { itemsOfList, lastStep, scalarsOf } from './candidate-values.ts'
import { splitDays, withDay } from './split-days.ts'
import { filledWith, together, withNulls, type Filled } from './filled.ts'
import { snippetOf, type Origin } from './origin.ts'
import { lookUp, type Match } from './field-lookup.ts'
import { recordOf, WRITTEN, type PageRecord } from './record.ts'

/** The filled schema, the origins of its values, and what did not fit. */
export interface Mapped {
  /** Every field of the schema, null where nothing was found. */
  readonly value: JsonValue
  /** By JSON Pointer into the value, for every value that is neither null nor composed of others. */
  readonly provenance: ReadonlyMap<string, Origin>
  /** Values that were found and could not become what the schema asks for. */
  readonly mismatched: readonly Mismatch[]
  /** True when the schema has more fields than could be searched for. */
  readonly cut: boolean
}

/** Something was found where the field is, and it is of another type. */
export interface Mismatch {
  readonly pointer: string
  readonly snippet: string
}

/** How the page writes things. */
export interface MapOptions {
  readonly coerce: boolean
  readonly base: string | null
  /** BCP 47; null where it is not known. */
  readonly locale: string | null
  /** Values that the caller pointed at, under the names of fields; they come before everything else. */
  readonly rules: PageRecord | null
}

/** A value of the page that may fill a part of the schema. */
interface Offer {
  readonly match: Match
  readonly record: PageRecord
  /** The trust in the record, 0 to 1. */
  readonly trust: number
  /** JSON Pointer of the part, into the value that is made. */
  readonly at: string
  readonly depth: number
}

/** A property that is searched for in several records. */
interface Field {
  readonly name: string
  readonly given: JsonObject
  readonly scopes: readonly Scope[]
  readonly at: string
  readonly depth: number
}

const MAX_DEPTH = 12
const MAX_LOOKUPS = 100_000
const MAX_ITEMS = 5_000
/** Each goes through everything that was found. */
const MAX_LIST_SEARCHES = 20
/** For what had to be converted. */
const CHANGED = 0.97

/** The same page and schema give the same value. */
export function mapSchema(schema: JsonObject, found: Found, options: MapOptions): Mapped {
  let lookups = 0
  let listSearches = 0
  const usedLists = new Set<string>()
  const mismatched = new Map<string, Mismatch>()
  const plains = new Map<JsonObject, PlainSchema[]>()
  const plain = (given: JsonObject): PlainSchema[] => {
    let known = plains.get(given)
    if (known === undefined) plains.set(given, (known = plainSchemas(given, schema)))
    return known
  }

  /** The first alternative of a schema that the match can fill. */
  const fill = (given: JsonObject, offer: Offer): Filled | null => {
    for (const wanted of plain(given)) {
      const filled = fillPlain(wanted, offer)
      if (filled !== null) return filled
    }
    return null
  }

  const fillPlain = (wanted: PlainSchema, offer: Offer): Filled | null => {
    if (offer.depth > MAX_DEPTH) return null
    const { types } = wanted
    const { value } = offer.match
    const takes = (type: PlainSchema['types'][number]): boolean => types.length === 0 || types.includes(type)
    if (types.includes('array')) return fillList(wanted, offer)
    if (types.includes('object') && wanted.properties.size > 0) return fillObject(wanted, offer)
    if (typeof value === 'object' && value !== null && takes('object') && types.length <= 1) {
      const isFree = types.length === 0 ? true : !Array.isArray(value)
      if (isFree) return whole(offer)
    }
    return fillScalar(wanted, offer)
  }

  const whole = ({ match, record, trust, at }: Offer): Filled =>
    filledWith(match.value, match, record, trust * match.quality, at)

  const fillScalar = (wanted: PlainSchema, { match, record, trust, at }: Offer): Filled | null => {
    const isPointedAt = record.source === 'rules' || record.source === 'llm'
    for (const { value, pointer } of scalarsOf(match, wanted, lastStep(at))) {
      if (typeof value === 'object') continue
      const coerced = coerceScalar(value, wanted, {
        ...options,
        written: WRITTEN.has(record.source),
        field: isPointedAt ? null : { name: lastStep(at), key: lastStep(pointer) },
      })
      if (coerced === null) {
        if (String(value).trim() !== '' && !mismatched.has(at))
          mismatched.set(at, { pointer: at, snippet: snippetOf(value) })
        continue
      }
      const confidence = trust * match.quality * (coerced.changed ? CHANGED : 1)
      return filledWith(coerced.value, { value, pointer, quality: match.quality }, record, confidence, at)
    }
    return null
  }

  const fillList = (wanted: PlainSchema, offer: Offer): Filled | null => {
    const { match, at } = offer
    const items = wanted.items ?? {}
    const out: Filled[] = []
    for (const given of itemsOfList(match, wanted, lastStep(at)).slice(0, MAX_ITEMS)) {
      for (const { day, ...item } of splitDays(given, plain(items)[0] ?? null)) {
        const filled = fill(items, {
          ...offer,
          match: { ...match, ...item },
          at: `${at}/${out.length}`,
          depth: offer.depth + 1,
        })
        if (filled !== null) out.push(day === null ? filled : withDay(filled, item.pointer, day))
      }
    }
    return listOf(out)
  }

  const fillObject = (wanted: PlainSchema, offer: Offer): Filled | null => {
    const { match, record, trust, at, depth } = offer
    const first = Array.isArray(match.value) ? match.value.findIndex(isJsonObject) : null
    const value = Array.isArray(match.value) ? match.value[first ?? -1] : match.value
    const pointer = first === null ? match.pointer : match.pointer + pointerStep(first)
    if (isJsonObject(value)) {
      const part = recordOf(record.source, pointer, value, record.depth + 1)
      return fillFrom(wanted, [{ record: part, trust: trust * match.quality }], at, depth)
    }
    // A brand given as a text is a brand with a name.
    const name = [...wanted.properties.keys()].find((key) =>
      ['name', 'title', 'value', 'text'].includes(foldName(key)),
    )
    if (name === undefined || typeof value !== 'string') return null
    const node: JsonObject = {}
    setKey(node, name, value)
    const filled = fill(wanted.properties.get(name) ?? {}, {
      ...offer,
      match: { ...match, value, pointer },
      at: at + pointerStep(name),
      depth: depth + 1,
    })
    return filled === null ? null : { ...filled, value: withNulls(wanted, new Map([[name, filled.value]])) }
  }

  /** An object out of several records: each field from the one that knows it best. */
  const fillFrom = (
    wanted: PlainSchema,
    scopes: readonly Scope[],
    at: string,
    depth: number,
  ): Filled | null => {
    const parts = new Map<string, Filled>()
    for (const [name, given] of wanted.properties) {
      const filled = fillField({ name, given, scopes, at: at + pointerStep(name), depth })
      if (filled !== null) parts.set(name, filled)
    }
    if (depth === 0) for (const [name, filled] of besideLists(wanted, parts)) parts.set(name, filled)
    if (parts.size === 0) return null
    return together(
      [...parts.values()],
      withNulls(wanted, new Map([...parts].map(([name, { value }]) => [name, value]))),
    )
  }

  /** What nothing else knows, and the holder of a list does: `total` beside the things. */
  const besideLists = (wanted: PlainSchema, parts: ReadonlyMap<string, Filled>): [string, Filled][] => {
    const missing = [...wanted.properties].filter(([name]) => !parts.has(name))
    const holders = [...usedLists].flatMap((place) => listContainer(found, place) ?? [])
    return missing.flatMap(([name, given]): [string, Filled][] => {
      if (isGeneric(foldName(name)) || plain(given).some(({ types }) => types.includes('array'))) return []
      for (const record of holders) {
        for (const match of lookUp(record, name)) {
          const offer = { match, record, trust: record.trust * 0.8, at: pointerStep(name), depth: 1 }
          // Only its own: the things in the list have their own values.
          const isOwn = match.pointer.split('/').length === record.pointer.split('/').length + 1
          const filled = isOwn ? fill(given, offer) : null
          if (filled !== null) return [[name, filled]]
        }
      }
      return []
    })
  }

  const fillField = (field: Field): Filled | null => {
    const { name, given, scopes, at, depth } = field
    let best: Filled | null = null
    for (const { record, trust } of scopes) {
      if (best !== null && best.confidence >= trust) continue
      lookups += 1
      if (lookups > MAX_LOOKUPS) break
      for (const match of lookUp(record, name)) {
        if (best !== null && best.confidence >= trust * match.quality) break
        const filled = fill(given, { match, record, trust, at, depth: depth + 1 })
        if (filled !== null && (best === null || filled.confidence > best.confidence)) best = filled
        if (filled !== null) break
      }
    }
    if (best === null) best = fillInside(field)
    if (best !== null) mismatched.delete(at)
    return best
  }

  /** A part that the page does not set apart: `address: {street, city}` of a record with `street` and `city` beside its name. */
  const fillInside = ({ name, given, scopes, at, depth }: Field): Filled | null => {
    if (depth > 3) return null
    for (const wanted of plain(given)) {
      if (wanted.types.includes('object') && wanted.properties.size > 1) {
        const lowered = scopes.map(({ record, trust }) => ({ record, trust: trust * 0.8 }))
        const own = {
          ...wanted,
          properties: new Map([...wanted.properties].filter(([key]) => isOwnName(key))),
        }
        const filled = fillFrom(own, lowered, at, depth + 1)
        if (isJsonObject(filled?.value))
          return { ...filled, value: withNulls(wanted, new Map(Object.entries(filled.value))) }
      }
      if (wanted.types.includes('array') && wanted.items !== null && depth <= 1) {
        const list = listFor(wanted.items, at, depth, name)
        if (list !== null) return list
      }
    }
    return null
  }

  /** A list of things that belongs to no record: the products of a category page. */
  const listFor = (items: JsonObject, at: string, depth: number, name: string | null): Filled | null => {
    for (const wanted of plain(items)) {
      if (!wanted.types.includes('object') || wanted.properties.size === 0) continue
      listSearches += 1
      if (listSearches > MAX_LIST_SEARCHES) return null
      const chosen = chooseList(found, wanted, name, usedLists)
      if (chosen === null) continue
      usedLists.add(placeOf(chosen))
      const out: Filled[] = []
      for (let index = 0; index < Math.min(MAX_ITEMS, chosen.count); index += 1) {
        const record = chosen.record(index)
        const filled = fillFrom(
          wanted,
          [{ record, trust: record.trust * 0.95 }],
          `${at}/${out.length}`,
          depth + 1,
        )
        if (filled !== null) out.push(filled)
      }
      const list = listOf(out)
      if (list !== null) return list
    }
    return null
  }

  const root = (): Filled | null => {
    for (const wanted of plain(schema)) {
      if (wanted.types.includes('object') && wanted.properties.size > 0) {
        const scopes = chooseRecords(found, wanted, options.rules)
        const filled = fillFrom(wanted, scopes, '', 0)
        if (filled !== null) return filled
        return { value: withNulls(wanted, new Map()), origins: [], confidence: 0 }
      }
      if (wanted.types.includes('array') && wanted.items !== null) {
        const list = listFor(wanted.items, '', 0, null)
        if (list !== null) return list
      }
    }
    return null
  }

  const filled = root()
  return {
    value: filled?.value ?? null,
    provenance: new Map(filled?.origins ?? []),
    mismatched: [...mismatched.values()].slice(0, 50),
    cut: lookups > MAX_LOOKUPS || listSearches > MAX_LIST_SEARCHES,
  }
}

const listOf = (items: readonly Filled[]): Filled | null => {
  if (items.length === 0) return null
  const values = items.map(({ value }) => value)
  return together(items, values)
}

const isOwnName = (name: string): boolean =>
  !['name', 'title', 'url', 'id', 'type', 'description'].includes(foldName(name))
