import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { errorOf, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { withTimeHint } from './time-hint.ts'

const timed = Type.Object({
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 300_000, default: 30_000 })),
})
const late = new SurveyorError('extract_timeout', 'The document was not parsed within 900 ms.', {
  retryable: false,
})
const told = (error: unknown, input: object, schema: object = timed) => {
  const found = withTimeHint(error, schema, input)
  return found instanceof SurveyorError ? found.message : found
}

test('work that ran out of time names the field that gives it more, and what it may be', () => {
  assert.equal(
    told(late, { timeoutMs: 1_000 }),
    'The document was not parsed within 900 ms. `timeoutMs` was 1000: a larger one, up to 300000, gives it more time.',
  )
  assert.match(String(told(late, {})), /`timeoutMs` was 30000: a larger one/)
  assert.match(
    String(told(late, { timeoutMs: 300_000 })),
    /`timeoutMs` was 300000, the most that it may be\.$/,
  )
  assert.equal(problemOf(withTimeHint(late, timed, {})).retryable, false)
})

test('other errors, and work whose time nobody chooses, say what they said', () => {
  const other = errorOf(problemOf(new SurveyorError('target_timeout', 'Silent.')))
  for (const error of [other, new Error('x'), null]) assert.equal(withTimeHint(error, timed, {}), error)
  for (const [schema, input] of [
    [Type.Object({}), { timeoutMs: 5 }],
    [timed, { timeoutMs: 'x' }],
    [{}, {}],
  ] as const) {
    const message = told(late, input, schema)
    assert.equal(message, schema === timed ? told(late, {}) : late.message)
  }
})
