// What helps work that did not end in time: where its time went, and more of it, where the request may ask for it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf, numberOr } from '#kit/unknown-values.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

/** What a run has taken, in milliseconds; `fetchMs` is null where nothing was asked of the target. */
export interface TimeSpent {
  readonly fetchMs: number | null
  readonly totalMs: number
}

/** Of the time of the run; with less left for reading, the fetch alone was too slow. */
const ALL_OF_IT = 0.95

/** The error, which of an `extract_timeout` also says what took the time, and names `timeoutMs` with its limit. */
export function withTimeHint(
  error: unknown,
  inputSchema: unknown,
  input: unknown,
  spent: TimeSpent,
): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'extract_timeout') return error
  const field = fieldsOf(asSchema(inputSchema).properties?.['timeoutMs'])
  const limit = numberOr(field['maximum'], 0)
  const given = numberOr(fieldsOf(input)['timeoutMs'], numberOr(field['default'], 0))
  if (limit === 0 || given === 0) return error
  const hint =
    given < limit
      ? `\`timeoutMs\` was ${given}, a larger one, up to ${limit}, gives it more time.`
      : `\`timeoutMs\` was ${given}, the most that it may be.`
  const { code, message, retryable, retryAfterMs } = error
  const again = retryable ? '' : 'The page needs as long again: '
  return new SurveyorError(code, `${message} ${whereItWent(spent)} ${again}${hint}`, {
    cause: error,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function whereItWent(spent: TimeSpent): string {
  const totalMs = Math.round(spent.totalMs)
  if (spent.fetchMs === null) return `Nothing was fetched in ${totalMs} ms.`
  const fetchMs = Math.min(totalMs, Math.round(spent.fetchMs))
  return fetchMs > ALL_OF_IT * totalMs
    ? `The fetch took ${fetchMs} of ${totalMs} ms.`
    : `Of ${totalMs} ms the fetch took ${fetchMs} and the reading ${totalMs - fetchMs}.`
}
