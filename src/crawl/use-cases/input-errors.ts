// What is wrong with an input that did not come as the body of its own path, in the words that bodies get.
import type { TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { explainInvalid } from '#platform/http/explain-invalid.ts'
import { asSchema } from '#platform/http/json-schema.ts'

/** Empty where `value` fits. `pointerTo` writes the path of a field the way the caller knows it. */
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
