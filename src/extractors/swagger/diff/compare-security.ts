// Compares what a caller must show to use an operation.
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { securityOf, type SecurityUse } from '#extractors/swagger/spec/list-operations.ts'
import type { Change } from './change.ts'

interface Secured {
  readonly document: JsonObject
  readonly operation: JsonObject
}

/** Each is held against each. */
const MAX_WAYS = 100

/** One way in: all of these schemes. */
type Way = readonly SecurityUse[]

export function securityChanges(before: Secured, after: Secured): Change[] {
  const [old, now] = [waysOf(before), waysOf(after)]
  const at = 'security'
  if (isOpen(old)) {
    if (isOpen(now)) return []
    return [
      {
        code: 'auth_added',
        level: 'breaking',
        at,
        detail: `it needs a login now: ${inWords(now)}`,
        after: now,
      },
    ]
  }
  if (isOpen(now))
    return [{ code: 'auth_dropped', level: 'safe', at, detail: 'it needs no login any more', before: old }]
  const changes: Change[] = []
  for (const way of old) {
    if (now.some((other) => isMet(other, way))) continue
    const detail = `this no longer suffices: ${inWords([way])}; what does: ${inWords(now)}`
    changes.push({ code: 'auth_changed', level: 'breaking', at, detail, before: way, after: now })
  }
  for (const way of now) {
    // A new one that only requires more than an old one is not an alternative.
    if (old.some((other) => isMet(other, way))) continue
    changes.push({
      code: 'auth_way_added',
      level: 'safe',
      at,
      detail: `another way in: ${inWords([way])}`,
      after: way,
    })
  }
  return changes
}

const waysOf = ({ document, operation }: Secured): readonly Way[] =>
  (securityOf(operation['security'] ?? document['security']) ?? []).slice(0, MAX_WAYS)

const isOpen = (ways: readonly Way[]): boolean => ways.length === 0 || ways.some((way) => way.length === 0)

/** Whether a client with everything in `has` also meets `needed`. */
function isMet(needed: Way, has: Way): boolean {
  return needed.every(({ scheme, scopes }) =>
    has.some((held) => held.scheme === scheme && scopes.every((scope) => held.scopes.includes(scope))),
  )
}

const inWords = (ways: readonly Way[]): string =>
  ways
    .slice(0, 5)
    .map((way) =>
      way
        .map(({ scheme, scopes }) =>
          scopes.length === 0 ? scheme : `${scheme} (${scopes.slice(0, 10).join(', ')})`,
        )
        .join(' and '),
    )
    .join(', or ')
    .slice(0, 500)
