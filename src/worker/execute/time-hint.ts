// What helps work that did not end in time: more time, where the request may ask for it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf, numberOr } from '#kit/unknown-values.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

/** The error, which of an `extract_timeout` also names `timeoutMs` with its limit. */
export function withTimeHint(error: unknown, inputSchema: unknown, input: unknown): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'extract_timeout') return error
  const field = fieldsOf(asSchema(inputSchema).properties?.['timeoutMs'])
  const limit = numberOr(field['maximum'], 0)
  const given = numberOr(fieldsOf(input)['timeoutMs'], numberOr(field['default'], 0))
  if (limit === 0 || given === 0) return error
  const hint =
    given < limit
      ? `\`timeoutMs\` was ${given}: a larger one, up to ${limit}, gives it more time.`
      : `\`timeoutMs\` was ${given}, the most that it may be.`
  const { code, message, retryable, retryAfterMs } = error
  return new SurveyorError(code, `${message} ${hint}`, {
    cause: error,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
