// Compares what two schemas ask of a value that travels one way.
import { asObject, sameJson, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { nameOfRef } from '#extractors/swagger/spec/follow-ref.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import { changeOf, type Change, type Direction } from './change.ts'
import { flatten, type FlatSchema } from './flat-schema.ts'
import { boundChanges, typeChanges, valueChanges, type SchemaPlace } from './schema-rules.ts'

/** The same place in both versions; undefined where one has no schema. */
export interface SchemaPair {
  readonly before: unknown
  readonly after: unknown
}

/** Compares within two documents, so that references of each are followed in its own. */
export interface SchemaComparer {
  /** `at` says where the schemas stand; below a reference the name of what it leads to takes its place. */
  compare(pair: SchemaPair, direction: Direction, at: string): readonly Change[]
  /** True once the limit of comparisons was reached; the results until then stay valid. */
  readonly exhausted: boolean
  /** Counts work that was done elsewhere; true as long as some is left. */
  spend(work: number): boolean
}

/** Pairs of schemas, properties and parameters. */
const MAX_COMPARISONS = 300_000
const MAX_DEPTH = 40

interface Comparing {
  readonly before: JsonObject
  readonly after: JsonObject
  /** By direction and both references; the list of a pair that is being compared is still empty. */
  readonly known: Map<string, Change[]>
  left: number
}

/** Both documents are OpenAPI 3.1. */
export function createSchemaComparer(before: JsonObject, after: JsonObject): SchemaComparer {
  const comparing: Comparing = { before, after, known: new Map(), left: MAX_COMPARISONS }
  return {
    compare: (pair, direction, at) => compareAt(comparing, pair, direction, at, 0),
    spend(work) {
      comparing.left -= work
      return comparing.left > 0
    },
    get exhausted() {
      return comparing.left <= 0
    },
  }
}

function compareAt(
  comparing: Comparing,
  pair: SchemaPair,
  direction: Direction,
  at: string,
  depth: number,
): readonly Change[] {
  if (depth > MAX_DEPTH || comparing.left <= 0) return []
  comparing.left -= 1
  if (isPlain(pair.before) && sameJson(pair.before, pair.after)) return []
  const refs = [refOf(pair.before), refOf(pair.after)]
  const [old, now] = refs
  if (old === null || now === null || old === undefined || now === undefined) {
    return compareFlat(comparing, pair, direction, at, depth)
  }
  const key = JSON.stringify([direction, old, now])
  const known = comparing.known.get(key)
  if (known !== undefined) return known
  const changes: Change[] = []
  comparing.known.set(key, changes)
  changes.push(...compareFlat(comparing, pair, direction, nameOfRef(now), depth))
  return changes
}

/** A schema without parts, as most are: equal ones ask for the same. */
function isPlain(schema: unknown): boolean {
  const object = asObject(schema)
  return (
    object !== null &&
    refOf(object) === null &&
    Object.values(object).every((held) => asObject(held) === null && !Array.isArray(held))
  )
}

function compareFlat(
  comparing: Comparing,
  pair: SchemaPair,
  direction: Direction,
  at: string,
  depth: number,
): Change[] {
  const before = flatten(comparing.before, pair.before)
  const after = flatten(comparing.after, pair.after)
  comparing.left -= before.properties.size + after.properties.size + before.alternatives.size
  const place: SchemaPlace = { at, direction }
  const below = (inner: SchemaPair, where: string): readonly Change[] =>
    compareAt(comparing, inner, direction, where, depth + 1)
  return [
    ...typeChanges(before, after, place),
    ...valueChanges(before, after, place),
    ...boundChanges(before, after, place),
    ...propertyChanges(before, after, place, below),
    ...alternativeChanges(before, after, place, below),
    ...(before.items === undefined || after.items === undefined
      ? []
      : below({ before: before.items, after: after.items }, `${at}[]`)),
  ]
}

type Below = (pair: SchemaPair, at: string) => readonly Change[]

function propertyChanges(before: FlatSchema, after: FlatSchema, place: SchemaPlace, below: Below): Change[] {
  const changes: Change[] = []
  const { direction } = place
  for (const [name, old] of before.properties) {
    const here = { at: `${place.at}.${name}`, direction }
    const now = after.properties.get(name)
    if (now === undefined) {
      const refused = after.otherProperties === false ? ({ level: 'breaking' } as const) : {}
      changes.push(changeOf('property_removed', here, 'the property is gone', refused))
      continue
    }
    const [was, is] = [before.required.has(name), after.required.has(name)]
    if (!was && is) changes.push(changeOf('property_became_required', here, 'it must be there now'))
    if (was && !is) changes.push(changeOf('property_became_optional', here, 'it may be missing now'))
    if (travels(now, direction)) changes.push(...below({ before: old, after: now }, here.at))
  }
  for (const [name, now] of after.properties) {
    if (before.properties.has(name)) continue
    const here = { at: `${place.at}.${name}`, direction }
    changes.push(
      after.required.has(name) && travels(now, direction)
        ? changeOf('required_property_added', here, 'a new property that must be there')
        : changeOf('property_added', here, 'a new property'),
    )
  }
  const [old, now] = [before.otherProperties, after.otherProperties]
  if (old !== false && now === false)
    changes.push(changeOf('other_properties_forbidden', place, 'no other properties are allowed any more'))
  else if (asObject(old) !== null && asObject(now) !== null)
    changes.push(...below({ before: old, after: now }, `${place.at}{}`))
  return changes
}

/** `readOnly` is never sent to an API, `writeOnly` never comes back. */
function travels(schema: unknown, direction: Direction): boolean {
  return asObject(schema)?.[direction === 'request' ? 'readOnly' : 'writeOnly'] !== true
}

function alternativeChanges(
  before: FlatSchema,
  after: FlatSchema,
  place: SchemaPlace,
  below: Below,
): Change[] {
  const changes: Change[] = []
  for (const [name, old] of before.alternatives) {
    const [short, now] = [name.slice(0, 80), after.alternatives.get(name)]
    if (now === undefined)
      changes.push(changeOf('alternative_removed', place, `${short} is no longer among the alternatives`))
    else if (!sameJson(old, now) || refOf(now) !== null)
      changes.push(...below({ before: old, after: now }, `${place.at} as ${short}`))
  }
  for (const name of after.alternatives.keys()) {
    if (!before.alternatives.has(name))
      changes.push(changeOf('alternative_added', place, `${name.slice(0, 80)} is new among the alternatives`))
  }
  return changes
}
