import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVirtualClock } from '#test/replay/virtual-clock.ts'
import type { PermitTerms } from './context.ts'
import { createProcessPermits } from './process-permits.ts'

const TERMS: PermitTerms = {
  concurrency: 2,
  spacingMs: 0,
  perDay: null,
  maxWaitMs: 60_000,
  signal: new AbortController().signal,
}

test('never more holders than agreed, and first come is first served', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const order: number[] = []
  let active = 0
  const hold = async (i: number) => {
    const permit = await permits.acquire('x', TERMS)
    active += 1
    assert.ok(active <= 2)
    order.push(i)
    await clock.sleep(1_000)
    active -= 1
    permit.release()
    permit.release()
  }
  await clock.run(Promise.all([0, 1, 2, 3, 4].map(hold)))
  assert.deepEqual(order, [0, 1, 2, 3, 4])
})

test('grants keep their distance; other resources know nothing of it', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const start = clock.now()
  const times: number[] = []
  const terms = { ...TERMS, concurrency: 9, spacingMs: 1_000 }
  const take = async (name: string) => {
    const permit = await permits.acquire(name, terms)
    if (name === 'x') times.push(clock.now() - start)
    permit.release()
  }
  await clock.run(Promise.all(['x', 'x', 'y', 'x'].map(take)))
  assert.deepEqual(times, [0, 1_000, 2_000])
})

test('a resource that asked for rest gets it', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const start = clock.now()
  const first = await permits.acquire('x', TERMS)
  first.release(30_000)
  await clock.run(permits.acquire('x', TERMS))
  assert.equal(clock.now() - start, 30_000)
})

test('what comes too late is refused at once, with the time to come back', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const terms = { ...TERMS, perDay: 3 }
  for (let i = 0; i < 3; i += 1) (await permits.acquire('x', terms)).release()
  await assert.rejects(permits.acquire('x', terms), { code: 'rate_limited', retryAfterMs: 24 * 3_600_000 })
  await clock.run(clock.sleep(24 * 3_600_000))
  await permits.acquire('x', terms)
})

test('who waits for a holder gives up when his time is over', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const terms = { ...TERMS, concurrency: 1 }
  const holder = await permits.acquire('x', terms)
  await assert.rejects(clock.run(permits.acquire('x', terms)), { code: 'rate_limited' })
  holder.release()
  await permits.acquire('x', terms)
})

test('who leaves the line makes room for the next', async () => {
  const clock = createVirtualClock()
  const permits = createProcessPermits(clock)
  const terms = { ...TERMS, concurrency: 1 }
  const holder = await permits.acquire('x', terms)
  const leaving = new AbortController()
  const gone = permits.acquire('x', { ...terms, signal: leaving.signal })
  const next = permits.acquire('x', terms)
  leaving.abort(new Error('gone'))
  await assert.rejects(gone, /gone/)
  holder.release()
  await next
})
