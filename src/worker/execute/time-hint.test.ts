import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { errorOf, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { withTimeHint, type TimeSpent } from './time-hint.ts'

const timed = Type.Object({
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 300_000, default: 30_000 })),
})
const late = new SurveyorError('extract_timeout', 'The document was not parsed within 900 ms.', {
  retryable: false,
})
const spent = { fetchMs: 100.4, totalMs: 1_000.2 }
const told = (error: unknown, input: object, schema: object = timed, of: TimeSpent = spent) => {
  const found = withTimeHint(error, schema, input, of)
  return found instanceof SurveyorError ? found.message : found
}

test('work that ran out of time names the field that gives it more, and what it may be', () => {
  assert.equal(
    told(late, { timeoutMs: 1_000 }),
    'The document was not parsed within 900 ms. Of 1000 ms the fetch took 100 and the reading 900. ' +
      'The page needs as long again: `timeoutMs` was 1000, a larger one, up to 300000, gives it more time.',
  )
  assert.match(String(told(late, {})), /`timeoutMs` was 30000, a larger one/)
  assert.match(
    String(told(late, { timeoutMs: 300_000 })),
    /`timeoutMs` was 300000, the most that it may be\.$/,
  )
  assert.equal(problemOf(withTimeHint(late, timed, {}, spent)).retryable, false)
})

test('whether the fetch or the reading took the time is said, and what may be faster next time is not called slow', () => {
  const stopped = new SurveyorError('extract_timeout', 'Late.')
  const said = (of: TimeSpent) => String(told(stopped, { timeoutMs: 3_000 }, timed, of))
  const hint = '`timeoutMs` was 3000, a larger one, up to 300000, gives it more time.'
  assert.equal(said({ fetchMs: null, totalMs: 3_000 }), `Late. Nothing was fetched in 3000 ms. ${hint}`)
  assert.equal(said({ fetchMs: 2_990, totalMs: 3_000 }), `Late. The fetch took 2990 of 3000 ms. ${hint}`)
  assert.equal(
    said({ fetchMs: 2_000, totalMs: 3_000 }),
    `Late. Of 3000 ms the fetch took 2000 and the reading 1000. ${hint}`,
  )
})

test('other errors, and work whose time nobody chooses, say what they said', () => {
  const other = errorOf(problemOf(new SurveyorError('target_timeout', 'Silent.')))
  for (const error of [other, new Error('x'), null])
    assert.equal(withTimeHint(error, timed, {}, spent), error)
  for (const [schema, input] of [
    [Type.Object({}), { timeoutMs: 5 }],
    [timed, { timeoutMs: 'x' }],
    [{}, {}],
  ] as const) {
    const message = told(late, input, schema)
    assert.equal(message, schema === timed ? told(late, {}) : late.message)
  }
})
