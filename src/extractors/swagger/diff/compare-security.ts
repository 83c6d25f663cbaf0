// Compares what a caller must show to use an operation.
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { securityOf, type SecurityUse } from '#extractors/swagger/spec/list-operations.ts'
import { changeOf, type Change } from './change.ts'

interface Secured {
  readonly document: JsonObject
  readonly operation: JsonObject
}

/** Each is held against each. */
const MAX_WAYS = 100

/** One way in: all of these schemes. */
type Way = readonly SecurityUse[]

/** Compares the alternatives that each version offers. */
export function securityChanges(before: Secured, after: Secured): Change[] {
  const [old, now] = [waysOf(before), waysOf(after)]
  const place = { at: 'security' }
  if (isOpen(old) && isOpen(now)) return []
  if (isOpen(old))
    return [changeOf('auth_added', place, `it needs a login now: ${inWords(now)}`, { after: now })]
  if (isOpen(now)) return [changeOf('auth_dropped', place, 'it needs no login any more', { before: old })]
  const lost = old.filter((way) => !now.some((other) => isMet(other, way)))
  // A new one that only requires more than an old one is not an alternative.
  const gained = now.filter((way) => !old.some((other) => isMet(other, way)))
  return [
    ...lost.map((way) => {
      const detail = `this no longer suffices: ${inWords([way])}; what does: ${inWords(now)}`
      return changeOf('auth_changed', place, detail, { before: way, after: now })
    }),
    ...gained.map((way) =>
      changeOf('auth_way_added', place, `another way in: ${inWords([way])}`, { after: way }),
    ),
  ]
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

function inWords(ways: readonly Way[]): string {
  const one = ({ scheme, scopes }: SecurityUse): string =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.slice(0, 10).join(', ')})`
  const all = ways.slice(0, 5).map((way) => way.map(one).join(' and '))
  return all.join(', or ').slice(0, 500)
}
