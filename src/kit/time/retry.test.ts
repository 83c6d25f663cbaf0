import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retry } from './retry.ts'

const backoff = { baseMs: 100, factor: 2, capMs: 1_000 }
const isRetryable = (error: unknown): boolean => error instanceof RangeError

/** A clock whose sleeps are only counted. */
function countingClock(onSleep: () => void = () => undefined) {
  let sleeps = 0
  return {
    now: () => 0,
    async sleep() {
      sleeps += 1
      onSleep()
    },
    sleeps: () => sleeps,
  }
}

test('what passes by itself is tried again until it succeeds', async () => {
  const clock = countingClock()
  const seen: number[] = []
  let calls = 0
  const call = async (): Promise<string> => {
    calls += 1
    if (calls < 3) throw new RangeError('passes')
    return 'done'
  }
  const onRetry = (_: unknown, attempt: number): void => void seen.push(attempt)
  assert.equal(await retry(call, { backoff, isRetryable, onRetry, clock }), 'done')
  assert.deepEqual([calls, clock.sleeps(), seen], [3, 2, [1, 2]])
})

test('the last error is thrown after the last attempt, and at once where trying again is of no use', async () => {
  const clock = countingClock()
  const passing = async (): Promise<never> => Promise.reject(new RangeError('passes'))
  await assert.rejects(retry(passing, { backoff, isRetryable, maxAttempts: 4, clock }), RangeError)
  assert.equal(clock.sleeps(), 3)
  const lasting = async (): Promise<never> => Promise.reject(new TypeError('stays'))
  await assert.rejects(retry(lasting, { backoff, isRetryable, clock }), TypeError)
  assert.equal(clock.sleeps(), 3)
})

test('an abort ends it: before a call and in a wait by its reason, in a call by the error of the call', async () => {
  const closing = new AbortController()
  const reason = new Error('closing')
  const clock = countingClock(() => closing.abort(reason))
  let calls = 0
  const call = async (): Promise<never> => {
    calls += 1
    throw new RangeError('passes')
  }
  const { signal } = closing
  await assert.rejects(retry(call, { backoff, isRetryable, signal, clock }), reason)
  assert.equal(calls, 1)
  await assert.rejects(retry(call, { backoff, isRetryable, signal, clock }), reason)
  assert.equal(calls, 1)
  const ending = new AbortController()
  const aborting = async (): Promise<never> => {
    ending.abort()
    throw new RangeError('ended')
  }
  await assert.rejects(retry(aborting, { backoff, isRetryable, signal: ending.signal, clock }), RangeError)
})
