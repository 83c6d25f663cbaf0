// The effect of changes in the type, the values and the bounds of a schema on senders and receivers of a value.
import type { Change, ChangeLevel, Direction } from './change.ts'
import { LOWER_BOUNDS, UPPER_BOUNDS, type FlatSchema } from './flat-schema.ts'

/** Narrowing breaks senders, widening breaks receivers. */
export const levelFor = (direction: Direction, request: ChangeLevel, response: ChangeLevel): ChangeLevel =>
  direction === 'request' ? request : response

export function typeChanges(
  before: FlatSchema,
  after: FlatSchema,
  direction: Direction,
  at: string,
): Change[] {
  const changes: Change[] = []
  if (!sameTypes(before.types, after.types)) {
    const widened = covers(after.types, before.types)
    const narrowed = covers(before.types, after.types)
    const harmless = direction === 'request' ? widened : narrowed
    // From or to any type: the effect depends on the values.
    const open = before.types === null || after.types === null
    changes.push({
      code: 'type_changed',
      level: harmless ? 'safe' : open ? 'dangerous' : 'breaking',
      at,
      detail: `the type was ${inWords(before.types)} and is ${inWords(after.types)}`,
      before: listOf(before.types),
      after: listOf(after.types),
    })
  }
  if (before.format !== after.format && !(before.format === null && direction === 'response')) {
    changes.push({
      code: 'format_changed',
      level: after.format === null && direction === 'request' ? 'safe' : 'dangerous',
      at,
      detail: `the format was ${before.format ?? 'not stated'} and is ${after.format ?? 'not stated'}`,
      before: before.format,
      after: after.format,
    })
  }
  return changes
}

const listOf = (types: ReadonlySet<string> | null): string[] | null => (types === null ? null : [...types])
const inWords = (types: ReadonlySet<string> | null): string =>
  types === null ? 'any' : [...types].join(' or ')
const sameTypes = (a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean =>
  a === null || b === null ? a === b : a.symmetricDifference(b).size === 0

/** Whether every value of `inner` is one of `outer`; an integer is a number. */
function covers(outer: ReadonlySet<string> | null, inner: ReadonlySet<string> | null): boolean {
  if (outer === null) return true
  return (
    inner !== null &&
    [...inner].every((type) => outer.has(type) || (type === 'integer' && outer.has('number')))
  )
}

export function valueChanges(
  before: FlatSchema,
  after: FlatSchema,
  direction: Direction,
  at: string,
): Change[] {
  if (before.values === null && after.values === null) return []
  if (before.values === null || after.values === null) {
    const narrowed = before.values === null
    return [
      {
        code: narrowed ? 'enum_added' : 'enum_dropped',
        level: narrowed ? levelFor(direction, 'breaking', 'safe') : levelFor(direction, 'safe', 'dangerous'),
        at,
        detail: narrowed ? 'only listed values are left' : 'any value is possible now',
        before: before.values,
        after: after.values,
      },
    ]
  }
  const missing = without(before.values, after.values)
  const added = without(after.values, before.values)
  const changes: Change[] = []
  if (missing.length > 0) {
    const detail = `no longer one of the values: ${quoted(missing)}`
    changes.push({
      code: 'enum_narrowed',
      level: levelFor(direction, 'breaking', 'safe'),
      at,
      detail,
      before: missing,
    })
  }
  if (added.length > 0) {
    const detail = `new among the values: ${quoted(added)}`
    changes.push({
      code: 'enum_widened',
      level: levelFor(direction, 'safe', 'dangerous'),
      at,
      detail,
      after: added,
    })
  }
  return changes
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

export function boundChanges(
  before: FlatSchema,
  after: FlatSchema,
  direction: Direction,
  at: string,
): Change[] {
  const changes: Change[] = []
  const add = (name: string, old: Bound, now: Bound, tightened: boolean): void => {
    changes.push({
      code: tightened ? 'constraint_tightened' : 'constraint_loosened',
      level: tightened ? levelFor(direction, 'breaking', 'safe') : levelFor(direction, 'safe', 'dangerous'),
      at,
      detail: `${name} was ${stated(old)} and is ${stated(now)}`,
      before: old ?? null,
      after: now ?? null,
    })
  }
  for (const [names, upper] of [
    [UPPER_BOUNDS, true],
    [LOWER_BOUNDS, false],
  ] as const) {
    for (const name of names) {
      const [old, now] = [before.bounds.get(name), after.bounds.get(name)]
      if (old === now) continue
      add(name, old, now, old === undefined || (now !== undefined && (upper ? now < old : now > old)))
    }
  }
  if (before.pattern !== after.pattern) add('pattern', before.pattern, after.pattern, after.pattern !== null)
  return changes
}

type Bound = number | string | null | undefined
const stated = (bound: Bound): string => String(bound ?? 'not stated').slice(0, 100)
