// Checks what a tool is called with, in the words that the API has for a bad body, and what it answers.
import { Check } from 'typebox/schema'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { explainInvalid } from '#platform/http/input/explain-invalid.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import type { Tool } from './tool.ts'

/** Throws `validation_failed`, with each field that is wrong, misspelt or missing. */
export function checkInput({ name, input }: Pick<Tool, 'name' | 'input'>, given: unknown): void {
  // The schema that is listed need not say it for each tool.
  const strict = { ...asSchema(input), additionalProperties: false }
  const errors = explainInvalid(strict, given, (path) =>
    path.map((step) => pointerStep(String(step).slice(0, 200))).join(''),
  )
  const [first] = errors
  if (first === undefined) return
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const detail = `The arguments of ${name} are not valid: ${first.pointer || 'the whole'}: ${first.detail}${more}`
  throw new SurveyorError('validation_failed', detail, { errors })
}

/** Throws an error that is no SurveyorError: an answer of another shape than the one that is listed is our mistake. */
export function checkOutput({ name, output }: Pick<Tool, 'name' | 'output'>, data: object): void {
  if (!Check(output, data)) throw new Error(`The answer of ${name} has another shape than its schema says.`)
}
