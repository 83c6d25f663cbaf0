// Finds descriptions within larger data: the state of a documentation page holds the whole of what it shows.
import { asObject } from '#extractors/swagger/json/json-value.ts'
import { kindOfValue } from '#extractors/swagger/read/name-kind.ts'

const MAX_VALUES = 200_000
const MAX_DEPTH = 12
const MAX_FOUND = 20
const NONE: ReadonlyMap<string, string> = new Map()

/** The objects in `value`, and it itself, that describe an API and have something to describe. */
export function findEmbedded(value: unknown): unknown[] {
  const found: unknown[] = []
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let seen = 0; seen < MAX_VALUES && found.length < MAX_FOUND; seen += 1) {
    const next = open.pop()
    if (next === undefined) break
    if (typeof next.value !== 'object' || next.value === null) continue
    if (isDescription(next.value)) {
      found.push(next.value)
      continue
    }
    if (next.depth >= MAX_DEPTH) continue
    for (const inner of Object.values(next.value).toReversed()) {
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, depth: next.depth + 1 })
    }
  }
  return found
}

function isDescription(value: unknown): boolean {
  const kind = kindOfValue(value, NONE)
  if (kind === null) return false
  const body = asObject(value) ?? {}
  // Much JSON has a key `openapi`; a description also says what it is about.
  return (
    kind.kind !== 'openapi' ||
    asObject(body['paths'] ?? body['info'] ?? body['webhooks'] ?? body['components']) !== null
  )
}
