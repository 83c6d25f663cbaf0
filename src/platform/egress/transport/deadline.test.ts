import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeadline } from './deadline.ts'

const late = new Error('The time is over.')
const givenUp = new Error('The caller gives up.')

test('a caller who gives up in time is the reason', () => {
  const caller = new AbortController()
  const deadline = startDeadline(60_000, caller.signal, () => late)
  caller.abort(givenUp)
  deadline.end()
  assert.equal(deadline.signal.reason, givenUp)
})

test('a caller who gives up when the time is over already is not the reason, though the timer had no chance to fire', () => {
  const caller = new AbortController()
  const deadline = startDeadline(5, caller.signal, () => late)
  for (const until = performance.now() + 10; performance.now() < until;);
  caller.abort(givenUp)
  deadline.end()
  assert.equal(deadline.signal.reason, late)
})
