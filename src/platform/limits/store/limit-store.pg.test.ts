// A quota of a day over three workers, for more than a day by a clock that the test advances.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { createLimitStore, SLOT_LEASE_MS } from './limit-store.ts'

/** The public map servers allow far more; with those, the memory is tested (`public-policy.test.ts`). */
const PER_DAY = 300
const SLOTS = 2
const WORKERS = 3
const SIMULATED_MS = DAY_MS + 20 * 60_000
const START = Date.UTC(2030, 0, 1)
/** Every so many requests, one is the last of its worker, which is killed without releasing its slot. */
const KILLED_EVERY = 20
const IMPOLITE_EVERY = 10

interface Event {
  readonly at: number
  readonly run: () => Promise<void>
}

test('the quota of a day is never exceeded', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'blobs', 'crawl'])
  const request = { key: 'overpass', concurrency: SLOTS, intervalMs: 0, perDay: PER_DAY, count: 1 }

  let clock = START
  const now = () => sql`${new Date(clock)}::timestamptz`
  let events: Event[] = []
  const at = (time: number, run: Event['run']) => {
    const place = events.findIndex((event) => event.at > time)
    events.splice(place < 0 ? events.length : place, 0, { at: time, run })
  }
  const granted: number[] = []
  const waiting: Event['run'][] = []
  let running = 0
  let maxRunning = 0
  let killed = 0

  /** Sends requests until the day ends; every request takes 3 to 12 seconds. */
  function startWorker(number: number): void {
    const store = createLimitStore({ db, now })
    let asked = number
    const ask = async (): Promise<void> => {
      const [grant] = await store.take([request])
      const [slot] = grant?.slots ?? []
      if (grant === undefined || slot === undefined) {
        const wait = grant?.retryAfterMs ?? null
        if (wait !== null) at(clock + wait, ask)
        else waiting.push(ask)
        return
      }
      granted.push(clock)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      asked += 1
      const isLast = granted.length % KILLED_EVERY === 0
      at(clock + 3_000 + ((asked * 7_919) % 9_000), async () => {
        running -= 1
        if (isLast) {
          killed += 1
          // A waiter asks again when the lease is over, as the service does.
          at(clock + SLOT_LEASE_MS, async () => wakeAll())
          return startWorker(asked)
        }
        await store.release([{ slot }])
        const others = waiting.length > 0
        wakeAll()
        // Mostly it waits politely, so that the day does not take minutes; sometimes it asks although others wait.
        if (others && asked % IMPOLITE_EVERY !== 0) waiting.push(ask)
        else at(clock, ask)
      })
    }
    at(clock, ask)
  }
  const wakeAll = (): void => {
    for (const ask of waiting.splice(0)) at(clock, ask)
  }

  for (let number = 0; number < WORKERS; number += 1) startWorker(number)
  for (
    let next = events.shift();
    next !== undefined && next.at < START + SIMULATED_MS;
    next = events.shift()
  ) {
    clock = next.at
    await next.run()
  }
  events = []

  assert.equal(maxRunning, SLOTS)
  const crowded = granted.findIndex((time, index) => time - (granted[index - PER_DAY] ?? -Infinity) < DAY_MS)
  assert.equal(crowded, -1, `grant ${crowded} is one too many within 24 hours`)
  // Not because of too few requests: the first day was used up, and the second began when the first grants were a day
  // old.
  assert.ok(granted.length > PER_DAY, `${granted.length} grants`)
  assert.ok((granted[PER_DAY - 1] ?? Infinity) < START + DAY_MS / 1.5)
  assert.ok(killed > 10)
  const [kept] = await db.query<{ rows: number }>(sql`select count(*)::int as rows from limit_starts`)
  assert.equal(kept?.rows, PER_DAY)
})

test('a clock that is set back keeps no key closed, and no slot held, for as long as it was set back', async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'blobs', 'crawl'])
  let clock = START
  const store = createLimitStore({ db, now: () => sql`${new Date(clock)}::timestamptz` })
  const policy = { concurrency: 1, intervalMs: 0, perDay: null, count: 1 }
  const take = async (key: string) => (await store.take([{ ...policy, key }]))[0]
  const [slot = ''] = (await take('host closed.test'))?.slots ?? []
  await store.release([{ slot, closedForMs: 60_000 }])
  assert.equal((await take('host held.test'))?.slots.length, 1)

  clock -= DAY_MS
  await store.setBack(DAY_MS)
  assert.deepEqual(
    [(await take('host closed.test'))?.retryAfterMs, (await take('host held.test'))?.nextExpiryMs],
    [60_000, SLOT_LEASE_MS],
  )
  clock += 60_000
  assert.equal((await take('host closed.test'))?.slots.length, 1)
  assert.equal((await take('host held.test'))?.slots.length, 1)
})
