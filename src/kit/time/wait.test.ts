import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { startWait } from './wait.ts'

/** Longer than any test may take. */
const NEVER_MS = 2_000_000_000

test('a wait ends by its event, by its time and by the signal', async () => {
  using byEvent = startWait(NEVER_MS)
  byEvent.end()
  await byEvent.over
  using byTime = startWait(1)
  await byTime.over
  const stop = new AbortController()
  using bySignal = startWait(NEVER_MS, stop.signal)
  stop.abort()
  await bySignal.over
  using byFormerSignal = startWait(NEVER_MS, stop.signal)
  await byFormerSignal.over
})

test('a wait that is disposed leaves nothing at the signal', () => {
  const { signal } = new AbortController()
  startWait(NEVER_MS, signal)[Symbol.dispose]()
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})
