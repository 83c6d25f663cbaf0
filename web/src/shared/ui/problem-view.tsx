// A problem as the service says it: what is wrong, where, its code and the id of the request for a report.
import type { Problem } from '#contract/problem.ts'
import { Button } from './button.tsx'
import { KeyForm } from './key-form.tsx'

/** Codes that a key, or another key, gets past. */
const KEY_CODES: ReadonlySet<string> = new Set([
  'unauthorized',
  'invalid_key',
  'missing_key',
  'key_expired',
  'key_revoked',
])

/** `onRetry` loads again what could not be loaded. What stands at the fields of a form already is left out by `hidePointers`. */
export function ProblemView({
  problem,
  onRetry,
  hidePointers = false,
}: {
  readonly problem: Problem
  readonly onRetry?: () => void
  readonly hidePointers?: boolean
}) {
  const errors = hidePointers ? [] : (problem.errors ?? [])
  const isGone = problem.code === 'not_found'
  const needsKey = problem.status === 401 || KEY_CODES.has(problem.code)
  return (
    <div class={isGone ? 'problem problem-gone' : 'problem'} role="alert">
      <strong class="wrap-anywhere">{isGone ? problem.detail : problem.title}</strong>
      {!isGone && problem.detail !== problem.title && <p class="wrap-anywhere">{problem.detail}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map((each, at) => (
            <li key={at} class="wrap-anywhere">
              <code>{each.pointer}</code> {each.detail}
            </li>
          ))}
        </ul>
      )}
      <p class="small muted wrap-anywhere">
        <code>{problem.code}</code>
        {problem.status > 0 && ` · ${problem.status}`}
        {(problem.requestId ?? '') !== '' && (
          <>
            {' · request '}
            <code>{problem.requestId}</code>
          </>
        )}
      </p>
      {needsKey && (
        <>
          <p>
            This service asks for a key. Its operator makes one on its machine:{' '}
            <code>surveyor keys create</code> with <code>--service places</code> or{' '}
            <code>--service crawl</code>; each has keys of its own.
          </p>
          <KeyForm />
        </>
      )}
      {onRetry !== undefined && !needsKey && (
        <>
          {isGone && (
            <p class="small">
              It was deleted, or was never there. The page does not ask for it again by itself.
            </p>
          )}
          <div>
            <Button isSmall onPress={onRetry}>
              Try again
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** What a problem says of one field, by the JSON Pointer of the field. */
export function fieldError(problem: Problem | null, pointer: string): string | null {
  const found = problem?.errors?.filter((each) => each.pointer === pointer) ?? []
  return found.length === 0 ? null : found.map((each) => each.detail).join(' ')
}
