// The slots in memory and the slots in the database are one limiter: the same calls at the same times get the same answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import type { Feedback, LimitPolicy } from '#platform/limits/limiter.ts'
import { createMemorySlots } from '#platform/limits/memory-backend.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { createLimitStore, SLOT_LEASE_MS } from './limit-store.ts'

const SEEDS = [1, 2, 3, 4]
const STEPS = 200
const START = Date.UTC(2030, 0, 1)
const HOUR_MS = 3_600_000
const KEYS = ['host a.test', 'overpass b.test']
const POLICIES: readonly LimitPolicy[] = [
  { concurrency: 4, intervalMs: 0, perDay: null },
  { concurrency: 2, intervalMs: 0, perDay: 5 },
  { concurrency: 1, intervalMs: 1_000, perDay: null },
  { concurrency: 8, intervalMs: 250, perDay: 12 },
]
const FEEDBACK: readonly Feedback[] = [
  {},
  { throttled: false },
  { throttled: false },
  { throttled: true },
  { throttled: true, closedForMs: 4_000 },
  { closedForMs: 60_000 },
]

interface Held {
  readonly stored: string
  readonly inMemory: string
  readonly key: string
}

/** A small linear congruential generator: a failure repeats itself. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

for (const seed of SEEDS) {
  test(`random takes, releases and pauses, number ${seed}`, async (t) => {
    const db = await createTestDatabase(t, ['jobs', 'blobs', 'crawl'])
    let now = START
    const store = createLimitStore({ db, now: () => sql`${new Date(now)}::timestamptz` })
    const memory = createMemorySlots({ now: () => now, sleep: async () => undefined })
    const random = randomOf(seed)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
    const held: Held[] = []
    const seen = { granted: 0, waits: 0, full: 0, slow: 0 }

    const take = async (): Promise<void> => {
      const request = { key: pick(KEYS), count: 1 + random(6), ...pick(POLICIES) }
      const expected = memory.take(request)
      const [grant] = await store.take([request])
      assert.ok(grant)
      assert.deepEqual(
        [grant.slots.length, grant.reuseMs, grant.retryAfterMs],
        [expected.slots.length, expected.reuseMs, expected.retryAfterMs],
        JSON.stringify({ now: now - START, request }),
      )
      for (const [index, stored] of grant.slots.entries()) {
        held.push({ stored, inMemory: expected.slots[index] ?? '', key: request.key })
      }
      seen.granted += grant.slots.length
      if (grant.retryAfterMs !== null) seen.waits += 1
      else if (grant.slots.length === 0) seen.full += 1
      const isFree = request.intervalMs === 0 && request.perDay === null
      if (isFree && grant.slots.length > 0 && grant.reuseMs === 0) seen.slow += 1
    }
    /** Several at once, as a batch of calls has them. */
    const release = async (count: number): Promise<void> => {
      const gone = held.splice(0, count).map((one) => ({ ...one, feedback: pick(FEEDBACK) }))
      for (const { inMemory, key, feedback } of gone) assert.equal(memory.release(inMemory, feedback), key)
      const released = await store.release(
        gone.map(({ stored, feedback }) => ({ slot: stored, ...feedback })),
      )
      assert.deepEqual(
        new Map(released.map(({ slot, key }) => [slot, key])),
        new Map(gone.map(({ stored, key }) => [stored, key])),
      )
    }

    for (let step = 0; step < STEPS; step += 1) {
      const what = random(10)
      if (what < 5) await take()
      else if (what < 8) await release(1 + random(4))
      else if (what < 9 || step % 10 !== 0) {
        now += pick([1, 40, 250, 999, 5_000, SLOT_LEASE_MS / 2])
        // Slots in memory have no lease.
        await store.renew(held.map(({ stored }) => stored))
      } else {
        await release(held.length)
        now += pick([HOUR_MS, 25 * HOUR_MS])
      }
    }
    // A run that is never refused would show nothing.
    for (const [name, times] of Object.entries(seen)) assert.ok(times > 0, `${name}: ${times}`)
  })
}
