// Checks a value against the schema of an operation and reports the places of errors.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { mustMatch } from '#contract/pattern-words.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { closestName } from '#kit/text/closest-name.ts'
import { pointerStep } from '#kit/json-pointer.ts'

/** More problems would not make the answer more useful. */
const MAX_PROBLEMS = 20

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** The problems of `value`, at most 20; empty when it fits. A schema is compiled at its first use. */
export function inputProblems(schema: TSchema, value: unknown): FieldProblem[] {
  let validator = compiled.get(schema)
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)))
  if (validator.Check(value)) return []
  const problems = new Map<string, FieldProblem>()
  for (const error of validator.Errors(value)[1]) {
    if (problems.size === MAX_PROBLEMS) break
    // A `false` schema reports an unknown key a second time, below the object that refuses it.
    if (error.keyword === 'boolean') continue
    const problem = fieldProblem(schema, error)
    problems.set(`${problem.pointer} ${problem.code}`, problem)
  }
  return [...problems.values()]
}

function fieldProblem(
  schema: TSchema,
  error: ReturnType<ReturnType<typeof Compile>['Errors']>[1][number],
): FieldProblem {
  if (error.keyword === 'additionalProperties') {
    const unknown = error.params.additionalProperties[0] ?? ''
    const known =
      error.instancePath === '' && 'properties' in schema ? Object.keys(Object(schema.properties)) : []
    const meant = closestName(unknown, known)
    return {
      pointer: error.instancePath + pointerStep(unknown),
      code: 'unknown_key',
      detail: meant === null ? 'is not a known key' : `is not a known key; did you mean '${meant}'?`,
    }
  }
  if (error.keyword === 'enum') {
    return {
      pointer: error.instancePath,
      code: 'enum',
      detail: `must be one of ${error.params.allowedValues.join(', ')}`,
    }
  }
  if (error.keyword === 'pattern') {
    // The message of the validator contains the expression.
    return { pointer: error.instancePath, code: 'pattern', detail: mustMatch(String(error.params.pattern)) }
  }
  return { pointer: error.instancePath, code: error.keyword, detail: error.message }
}
