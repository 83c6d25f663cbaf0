// The changes from one version of an API to the next, and whether clients of the older one still work.
import {
  asList,
  asObject,
  asText,
  entriesOf,
  member,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { followRef } from '#extractors/swagger/spec/follow-ref.ts'
import { operationsOf } from '#extractors/swagger/spec/list-operations.ts'
import { changeOf, type Change, type OperationChange } from './change.ts'
import { operationChanges, type PlacedOperation } from './compare-operations.ts'
import { createSchemaComparer } from './compare-schemas.ts'

/** The changes by level, each list cut to what an answer holds. */
export interface SpecDiff {
  /** False as soon as one change is breaking. */
  readonly compatible: boolean
  readonly breaking: readonly OperationChange[]
  readonly dangerous: readonly OperationChange[]
  readonly safe: readonly OperationChange[]
  /** Counts of all changes, including unlisted ones. */
  readonly counts: { readonly breaking: number; readonly dangerous: number; readonly safe: number }
  /** True when there are more changes than listed, or more to compare than was compared. */
  readonly truncated: boolean
}

const MAX_CHANGES = 500
const MAX_OPERATIONS = 20

/** Both documents are OpenAPI 3.1, the older one first. */
export function compareSpecs(before: JsonObject, after: JsonObject): SpecDiff {
  const comparer = createSchemaComparer(before, after)
  const affected = new Map<string, { readonly change: Change; readonly operations: Set<string> }>()
  const add = (change: Change, operation: string | null): void => {
    // A change of an operation is listed for each, any other change once for all that it concerns.
    const key = JSON.stringify(change.at === 'operation' ? [operation, change.code] : change)
    const known = affected.get(key) ?? { change, operations: new Set<string>() }
    affected.set(key, known)
    if (operation !== null) known.operations.add(operation)
  }
  const [old, now] = [placedOperations(before), placedOperations(after)]
  const place = { at: 'operation' }
  for (const [key, placed] of old) {
    const kept = now.get(key)
    if (kept === undefined) {
      const before = placed.operation['deprecated'] === true ? '; it was deprecated before' : ''
      add(changeOf('operation_removed', place, `the operation is gone${before}`), nameOf(key, placed))
    } else if (!comparer.exhausted) {
      for (const change of operationChanges(placed, kept, comparer)) add(change, nameOf(key, kept))
    }
  }
  for (const [key, placed] of now) {
    if (!old.has(key)) add(changeOf('operation_added', place, 'a new operation'), nameOf(key, placed))
  }
  for (const change of serverChanges(before, after)) add(change, null)
  const all = [...affected.values()].map(({ change, operations }) => ({
    ...change,
    operations: [...operations].slice(0, MAX_OPERATIONS),
    operationCount: operations.size,
  }))
  const of = (level: Change['level']): OperationChange[] => all.filter((change) => change.level === level)
  const [breaking, dangerous, safe] = [of('breaking'), of('dangerous'), of('safe')]
  return {
    compatible: breaking.length === 0,
    breaking: breaking.slice(0, MAX_CHANGES),
    dangerous: dangerous.slice(0, MAX_CHANGES),
    safe: safe.slice(0, MAX_CHANGES),
    counts: { breaking: breaking.length, dangerous: dangerous.length, safe: safe.length },
    truncated:
      comparer.exhausted || [breaking, dangerous, safe].some((changes) => changes.length > MAX_CHANGES),
  }
}

/** By method and path, where the names of the parameters do not count: `GET /pets/{}`. */
function placedOperations(document: JsonObject): Map<string, PlacedOperation> {
  const placed = new Map<string, PlacedOperation>()
  for (const [section, prefix] of [
    ['paths', ''],
    ['webhooks', 'webhook '],
  ] as const) {
    for (const [path, value] of entriesOf(document[section])) {
      const item = path.startsWith('x-') ? null : followRef(document, value)
      if (item === null) continue
      for (const [method, operation] of operationsOf(item)) {
        const key = `${method.toUpperCase()} ${prefix}${path.replace(/\{[^{}]{0,200}\}/g, '{}')}`
        // Two paths that differ in the name of a parameter only: one of them must be kept by its own name.
        const free = placed.has(key) ? `${method.toUpperCase()} ${prefix}${path}` : key
        placed.set(free, { document, path, item, operation })
      }
    }
  }
  return placed
}

/** With the parameters by name again. */
const nameOf = (key: string, { path }: PlacedOperation): string => {
  const [method = '', second = ''] = key.split(' ', 2)
  return second === 'webhook' ? `${method} webhook ${path}` : `${method} ${path}`
}

function serverChanges(before: JsonObject, after: JsonObject): Change[] {
  const urls = (document: JsonObject): Set<string> =>
    new Set(asList(document['servers']).flatMap((server) => asText(member(asObject(server), 'url')) ?? []))
  const [old, now] = [urls(before), urls(after)]
  if (old.size === 0 || now.size === 0) return []
  const place = { at: 'servers' }
  return [
    ...[...old.difference(now)].map((url) =>
      changeOf('server_removed', place, `no longer served at ${url.slice(0, 200)}`, { before: url }),
    ),
    ...[...now.difference(old)].map((url) =>
      changeOf('server_added', place, `also served at ${url.slice(0, 200)}`, { after: url }),
    ),
  ]
}
