// The refusal of a caller's JSON Schema: its errors, and their places.
import type { FieldProblem } from '#contract/problem.ts'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'

/** `pointers` refer to the schema itself; at most 20 are reported. */
export function schemaInvalid(problems: readonly FieldProblem[]): SurveyorError {
  const errors = problems
    .slice(0, 20)
    .map(({ pointer, code, detail }) => ({ pointer: `/schema${pointer}`, code, detail }))
  return extractError(
    'schema_invalid',
    `The JSON Schema cannot be used: ${errors[0]?.detail ?? 'it is not valid'}`,
    {
      errors,
    },
  )
}
