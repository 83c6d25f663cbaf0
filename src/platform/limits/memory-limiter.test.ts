import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVirtualClock } from '#test/support/maps/virtual-clock.ts'
import type { SlotRequest } from './limiter.ts'
import { createMemoryLimiter } from './memory-backend.ts'

const TERMS: SlotRequest = {
  concurrency: 2,
  intervalMs: 0,
  perDay: null,
  maxWaitMs: 60_000,
  signal: new AbortController().signal,
}

test('never more holders than agreed, and first come is first served', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const order: number[] = []
  let active = 0
  const hold = async (i: number) => {
    const slot = await limiter.acquire('x', TERMS)
    active += 1
    assert.ok(active <= 2)
    order.push(i)
    await clock.sleep(1_000)
    active -= 1
    slot.release()
    slot.release()
  }
  await clock.run(Promise.all([0, 1, 2, 3, 4].map(hold)))
  assert.deepEqual(order, [0, 1, 2, 3, 4])
})

test('grants keep their distance; other resources know nothing of it', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const start = clock.now()
  const times: number[] = []
  const terms = { ...TERMS, concurrency: 9, intervalMs: 1_000 }
  const take = async (name: string) => {
    const slot = await limiter.acquire(name, terms)
    if (name === 'x') times.push(clock.now() - start)
    slot.release()
  }
  await clock.run(Promise.all(['x', 'x', 'y', 'x'].map(take)))
  assert.deepEqual(times, [0, 1_000, 2_000])
})

test('a resource that asked for rest gets it', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const start = clock.now()
  const first = await limiter.acquire('x', TERMS)
  first.release({ closedForMs: 30_000 })
  await clock.run(limiter.acquire('x', TERMS))
  assert.equal(clock.now() - start, 30_000)
})

test('what comes too late is refused at once, with the time to come back', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const terms = { ...TERMS, perDay: 3 }
  for (let i = 0; i < 3; i += 1) (await limiter.acquire('x', terms)).release()
  await assert.rejects(limiter.acquire('x', terms), { code: 'rate_limited', retryAfterMs: 24 * 3_600_000 })
  await clock.run(clock.sleep(24 * 3_600_000))
  await limiter.acquire('x', terms)
})

test('who waits for a holder gives up when his time is over', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const terms = { ...TERMS, concurrency: 1 }
  const holder = await limiter.acquire('x', terms)
  await assert.rejects(clock.run(limiter.acquire('x', terms)), { code: 'rate_limited' })
  holder.release()
  await limiter.acquire('x', terms)
})

test('who leaves the line makes room for the next', async () => {
  const clock = createVirtualClock()
  const limiter = createMemoryLimiter(clock)
  const terms = { ...TERMS, concurrency: 1 }
  const holder = await limiter.acquire('x', terms)
  const leaving = new AbortController()
  const gone = limiter.acquire('x', { ...terms, signal: leaving.signal })
  const next = limiter.acquire('x', terms)
  leaving.abort(new Error('gone'))
  await assert.rejects(gone, /gone/)
  holder.release()
  await next
})

test('a timer that comes late leaves the event loop free', async () => {
  const clock = createVirtualClock()
  let readings = 0
  const limiter = createMemoryLimiter({
    now() {
      readings += 1
      assert.ok(readings < 10_000, 'it asks again and again')
      return clock.now()
    },
    // The wait of the caller is over, and its timer is still to come.
    sleep: (ms, signal) => clock.sleep(ms > 10_000 ? ms + 5 : ms, signal),
  })
  const terms = { ...TERMS, concurrency: 1 }
  const holder = await limiter.acquire('x', terms)
  const late = limiter.acquire('x', { ...terms, maxWaitMs: 25_000.4 })
  await assert.rejects(clock.run(late), { code: 'rate_limited' })
  holder.release()
  ;(await limiter.acquire('x', { ...terms, maxWaitMs: 0 })).release()
})
