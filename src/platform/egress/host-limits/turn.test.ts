import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startDeadline } from '#platform/egress/transport/deadline.ts'
import { tooLate } from '#platform/egress/transport/target-error.ts'
import type { HostSlots } from './host-slots.ts'
import { createTurn } from './turn.ts'

/** Never gives one; ends as the signal says. */
const taken: HostSlots = {
  acquire: async (_host, { signal }) =>
    new Promise((_, reject) => {
      const end = (): void => reject(signal.reason)
      if (signal.aborted) end()
      else signal.addEventListener('abort', end)
    }),
}

test('a target that was not asked before the deadline is not said to have given no answer', async () => {
  const deadline = startDeadline(5, undefined, () => tooLate('The target'))
  await assert.rejects(createTurn(taken, deadline).take('a.test', 0), {
    code: 'target_timeout',
    message: 'The turn at the host comes after the deadline.',
  })
  deadline.end()
})

test('a wait that the caller ends has its reason', async () => {
  for (const reason of [new Error('given up'), new SurveyorError('extract_timeout', 'The job is over.')]) {
    const caller = new AbortController()
    const deadline = startDeadline(60_000, caller.signal, () => tooLate('The target'))
    const waiting = createTurn(taken, deadline).take('a.test', 0)
    caller.abort(reason)
    await assert.rejects(waiting, reason)
    deadline.end()
  }
})
