import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClockWatch } from './clock-watch.ts'
import type { Queryable } from './queryable.ts'

const HOUR_MS = 3_600_000

test('a clock that was set is told from one that was read late', async () => {
  let uptimeMs = 0
  let setMs = 0
  let answerMs = 0
  const watch = createClockWatch(() => uptimeMs)
  const query = async () => {
    const now = new Date(Date.UTC(2026, 0, 1) + uptimeMs + setMs)
    uptimeMs += answerMs
    return [{ now }]
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a database that only tells the time
  const db = { query } as unknown as Queryable
  const look = async () => {
    uptimeMs += 5_000
    return watch.look(db)
  }
  assert.equal(await look(), null)
  answerMs = 60_000
  assert.equal(await look(), null, 'a slow answer')
  answerMs = 0
  assert.equal(await look(), null)
  setMs = 9_000
  assert.equal(await look(), null, 'too little')
  const seenAt = new Date(Date.UTC(2026, 0, 1) + uptimeMs + setMs)
  setMs += HOUR_MS
  assert.deepEqual(await look(), { stepMs: HOUR_MS, seenAt })
  assert.equal(await look(), null, 'it is told once')
  setMs -= 2 * HOUR_MS
  assert.equal((await look())?.stepMs, -2 * HOUR_MS)
})
