// Refuses what the schema cannot see: an extractor that is named twice, or that is this one.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** Throws `validation_failed`. */
export function checkInput(input: unknown): void {
  const { extractors } = fieldsOf(input)
  const names = Array.isArray(extractors) ? extractors.map((one) => fieldsOf(one)['extractor']) : []
  const errors = names.flatMap((name, at): FieldProblem[] => {
    const pointer = `/extractors/${at}/extractor`
    if (name === 'page') return [{ pointer, code: 'not_allowed_value', detail: 'cannot run itself' }]
    return names.indexOf(name) < at ? [{ pointer, code: 'duplicate', detail: 'is named before' }] : []
  })
  if (errors.length > 0)
    throw new SurveyorError('validation_failed', 'The extractors cannot be run.', { errors })
}
