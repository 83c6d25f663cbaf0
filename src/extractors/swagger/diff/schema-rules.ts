// The effect of changes in the type, the values and the bounds of a schema on senders and receivers of a value.
import { changeOf, type Change, type Direction } from './change.ts'
import { LOWER_BOUNDS, UPPER_BOUNDS, type FlatSchema } from './flat-schema.ts'

/** Where a schema stands, and which way its values go. */
export interface SchemaPlace {
  readonly at: string
  readonly direction: Direction
}

/** Types that were added or left out; `place` says whether a client sends or receives the value. */
export function typeChanges(before: FlatSchema, after: FlatSchema, place: SchemaPlace): Change[] {
  const changes: Change[] = []
  const isRequest = place.direction === 'request'
  const [old, now] = [before.types, after.types]
  if (!sameTypes(old, now)) {
    const harmless = isRequest ? covers(now, old) : covers(old, now)
    // From or to any type: the effect depends on the values.
    const level = harmless ? 'safe' : old === null || now === null ? 'dangerous' : 'breaking'
    const detail = `the type was ${inWords(old)} and is ${inWords(now)}`
    const values = { before: old === null ? null : [...old], after: now === null ? null : [...now] }
    changes.push(changeOf('type_changed', place, detail, { level, ...values }))
  }
  if (before.format !== after.format && (before.format !== null || isRequest)) {
    const level = after.format === null && isRequest ? 'safe' : 'dangerous'
    const detail = `the format was ${stated(before.format)} and is ${stated(after.format)}`
    changes.push(
      changeOf('format_changed', place, detail, { level, before: before.format, after: after.format }),
    )
  }
  return changes
}

type Types = FlatSchema['types']
const inWords = (types: Types): string => (types === null ? 'any' : [...types].join(' or '))
const sameTypes = (a: Types, b: Types): boolean =>
  a === null || b === null ? a === b : a.symmetricDifference(b).size === 0

/** Whether every value of `inner` is one of `outer`; an integer is a number. */
function covers(outer: Types, inner: Types): boolean {
  if (outer === null || inner === null) return outer === null
  return [...inner].every((type) => outer.has(type) || (type === 'integer' && outer.has('number')))
}

/** Values of `enum` that were added or left out. */
export function valueChanges(before: FlatSchema, after: FlatSchema, place: SchemaPlace): Change[] {
  const [old, now] = [before.values, after.values]
  if (old === null && now === null) return []
  const values = { before: old, after: now }
  if (old === null) return [changeOf('enum_added', place, 'only listed values are left', values)]
  if (now === null) return [changeOf('enum_dropped', place, 'any value is possible now', values)]
  const [missing, added] = [without(old, now), without(now, old)]
  const [gone, fresh] = [
    `no longer one of the values: ${quoted(missing)}`,
    `new among the values: ${quoted(added)}`,
  ]
  return [
    ...(missing.length > 0 ? [changeOf('enum_narrowed', place, gone, { before: missing })] : []),
    ...(added.length > 0 ? [changeOf('enum_widened', place, fresh, { after: added })] : []),
  ]
}

const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] => {
  const there = new Set(other.map((value) => JSON.stringify(value)))
  return list.filter((value) => !there.has(JSON.stringify(value)))
}
const quoted = (values: readonly unknown[]): string =>
  values
    .slice(0, 10)
    .map((value) => JSON.stringify(value).slice(0, 60))
    .join(', ')

/** Bounds of lengths, sizes and ranges that became tighter or looser. */
export function boundChanges(before: FlatSchema, after: FlatSchema, place: SchemaPlace): Change[] {
  const changes: Change[] = []
  const add = (name: string, old: Bound, now: Bound, tightened: boolean): void => {
    const code = tightened ? 'constraint_tightened' : 'constraint_loosened'
    const detail = `${name} was ${stated(old)} and is ${stated(now)}`
    changes.push(changeOf(code, place, detail, { before: old ?? null, after: now ?? null }))
  }
  for (const name of [...UPPER_BOUNDS, ...LOWER_BOUNDS]) {
    const [old, now] = [before.bounds.get(name), after.bounds.get(name)]
    const isLess = UPPER_BOUNDS.includes(name)
      ? (now ?? Infinity) < (old ?? Infinity)
      : (now ?? -Infinity) > (old ?? -Infinity)
    if (old !== now) add(name, old, now, isLess)
  }
  if (before.pattern !== after.pattern) add('pattern', before.pattern, after.pattern, after.pattern !== null)
  return changes
}

type Bound = number | string | null | undefined
const stated = (bound: Bound): string => String(bound ?? 'not stated').slice(0, 100)
