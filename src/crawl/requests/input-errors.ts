// The errors of an input that is not the body of its own path, with the same messages as for bodies.
import type { TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { explainInvalid } from '#platform/http/input/explain-invalid.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

/** Empty when `value` fits. `pointerTo` writes the path of a field in the form that the caller used. */
export function inputErrors(
  schema: TSchema,
  value: unknown,
  pointerTo: (path: readonly (string | number)[]) => string,
): FieldProblem[] {
  const found = inputProblems(schema, value)
  if (found.length === 0) return []
  const explained = explainInvalid(asSchema(schema), value, pointerTo)
  if (explained.length > 0) return explained
  return found.map(({ pointer, code, detail }) => ({
    pointer: pointerTo(pointer.split('/').slice(1)),
    code,
    detail,
  }))
}
