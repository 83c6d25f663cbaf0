import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { explainError } from './explain-error.ts'

test('every error is told in words, also one without a message', () => {
  assert.equal(explainError(new Error('The disk is full.')), 'The disk is full.')
  assert.match(explainError(new Error('')), /^Error\b/)
  assert.match(explainError(new AggregateError([])), /^AggregateError\b/)
  assert.equal(explainError(undefined), 'An error without a message: undefined')
})

test('a mistake that the message has already is told once', () => {
  const errors = [{ pointer: '/limit', code: 'too_small', detail: 'Must be at least 1.' }]
  const told = (message: string) => explainError(new SurveyorError('validation_failed', message, { errors }))
  assert.equal(
    told('The body is not valid: /limit: Must be at least 1.'),
    'The body is not valid: /limit: Must be at least 1.',
  )
  assert.equal(told('The body is not valid.'), 'The body is not valid.\nMust be at least 1.')
})

test('causes, all addresses of a name, and the error of a clean-up are told as well', () => {
  const refused = [
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ]
  const error = new SurveyorError('storage_unavailable', 'The database cannot be reached at the moment.', {
    cause: new AggregateError(refused),
  })
  assert.equal(
    explainError(error),
    'The database cannot be reached at the moment. (connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432)',
  )
  assert.equal(explainError(new SuppressedError(new Error('second'), new Error('first'))), 'first\nsecond')
})
