import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Clock } from '#kit/time/clock.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createMemoryLimiter } from '#platform/limits/memory-backend.ts'
import { createHostSlots, type HostSlot, type HostSlots, type TurnRequest } from './host-slots.ts'

const OK = { status: 200, retryAfterMs: null }

/** A clock that the test advances by hand. */
function handClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 1_000_000
  let sleepers: { at: number; wake: () => void }[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((wake) => {
        if (signal?.aborted === true) return wake()
        sleepers.push({ at: now + ms, wake })
        signal?.addEventListener('abort', () => wake(), { once: true })
      }),
    async advance(ms) {
      await settled()
      for (const end = now + ms; ;) {
        const next = Math.min(end, ...sleepers.map(({ at }) => at))
        now = Math.max(now, next)
        const due = sleepers.filter(({ at }) => at <= now)
        sleepers = sleepers.filter(({ at }) => at > now)
        for (const { wake } of due) wake()
        await settled()
        if (now >= end && due.length === 0) return
      }
    },
  }
}

function request(options: Partial<TurnRequest> = {}) {
  return { signal: new AbortController().signal, crawlDelayMs: 0, maxWaitMs: 3_600_000, ...options }
}

function hostSlots(deps: {
  readonly concurrency: number
  readonly delayMs: number
  readonly clock: Clock
}): HostSlots {
  return createHostSlots({ ...deps, limiter: createMemoryLimiter(deps.clock) })
}

/** Starts as many as given, ends each at once, and answers when each began. */
function startTimes(slots: HostSlots, clock: Clock, count: number, options = {}): number[] {
  const times: number[] = []
  for (let i = 0; i < count; i += 1) {
    void slots.acquire('a.test', request(options)).then((slot) => {
      times.push(clock.now() - 1_000_000)
      slot.release(OK)
    })
  }
  return times
}

suite('host slots', () => {
  test('never more at once than the limit, and one host does not hold up another', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 2, delayMs: 0, clock })
    const held: HostSlot[] = []
    for (let i = 0; i < 5; i += 1) void slots.acquire('a.test', request()).then((slot) => held.push(slot))
    await clock.advance(10_000)
    assert.equal(held.length, 2)
    await slots.acquire('b.test', request())
    held[0]?.release(OK)
    held[0]?.release(OK)
    await clock.advance(0)
    assert.equal(held.length, 3)
  })

  test('starts keep their distance, in the order of asking', async () => {
    const clock = handClock()
    const times = startTimes(hostSlots({ concurrency: 8, delayMs: 1000, clock }), clock, 4)
    await clock.advance(10_000)
    assert.deepEqual(times, [0, 1000, 2000, 3000])
  })

  test('crawl-delay lengthens the distance, up to thirty seconds', async () => {
    const clock = handClock()
    const five = startTimes(hostSlots({ concurrency: 8, delayMs: 1000, clock }), clock, 2, {
      crawlDelayMs: 5000,
    })
    await clock.advance(100_000)
    assert.deepEqual(five, [0, 5000])
    const later = handClock()
    const day = startTimes(hostSlots({ concurrency: 8, delayMs: 1000, clock: later }), later, 2, {
      crawlDelayMs: 86_400_000,
    })
    await later.advance(100_000)
    assert.deepEqual(day, [0, 30_000])
  })

  test('a pace that is asked for is slower than the settings, never faster', async () => {
    for (const [minDelayMs, expected] of [
      [5_000, [0, 5_000, 10_000]],
      [10, [0, 1_000, 2_000]],
    ] as const) {
      const clock = handClock()
      const slots = hostSlots({ concurrency: 8, delayMs: 1_000, clock })
      const times = startTimes(slots, clock, 3, { pace: { minDelayMs } })
      await clock.advance(100_000)
      assert.deepEqual(times, expected)
    }
    for (const [asked, expected] of [
      [1, 1],
      [50, 2],
    ] as const) {
      const clock = handClock()
      const slots = hostSlots({ concurrency: 2, delayMs: 0, clock })
      let held = 0
      for (let i = 0; i < 4; i += 1)
        void slots.acquire('a.test', request({ pace: { concurrency: asked } })).then(() => (held += 1))
      await clock.advance(10_000)
      assert.equal(held, expected)
    }
  })

  test('Retry-After closes the host for its time', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 8, delayMs: 0, clock })
    const first = await slots.acquire('a.test', request())
    first.release({ status: 429, retryAfterMs: 60_000 })
    const times = startTimes(slots, clock, 1)
    await clock.advance(59_999)
    assert.deepEqual(times, [])
    await clock.advance(1)
    assert.deepEqual(times, [60_000])
  })

  test('a turn that comes after the deadline is refused at once and says when to come back', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 8, delayMs: 0, clock })
    const first = await slots.acquire('a.test', request())
    first.release({ status: 503, retryAfterMs: 60_000 })
    await assert.rejects(slots.acquire('a.test', request({ maxWaitMs: 30_000 })), (error: unknown) => {
      assert.ok(error instanceof SurveyorError)
      assert.equal(error.code, 'target_timeout')
      assert.equal(error.retryAfterMs, 60_000)
      return true
    })
  })

  test('those who wait already are refused when the host closes for longer than they can', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 1, delayMs: 0, clock })
    const first = await slots.acquire('a.test', request())
    const impatient = slots.acquire('a.test', request({ maxWaitMs: 5_000 }))
    const times = startTimes(slots, clock, 1)
    first.release({ status: 503, retryAfterMs: 60_000 })
    await assert.rejects(impatient, (error: unknown) => {
      assert.ok(error instanceof SurveyorError)
      assert.equal(error.retryAfterMs, 60_000)
      return true
    })
    await clock.advance(60_000)
    assert.deepEqual(times, [60_000])
  })

  test('push-back halves the pace, good answers bring it back step by step', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 1, delayMs: 1000, clock })
    const once = async (status: number): Promise<number> => {
      const asked = clock.now()
      const turn = slots.acquire('a.test', request())
      await clock.advance(100_000)
      ;(await turn).release({ status, retryAfterMs: null })
      return clock.now() - asked
    }
    const gapAfter = async (): Promise<number> => {
      const from = clock.now()
      let began = 0
      const first = await slots.acquire('a.test', request())
      first.release(OK)
      const second = slots.acquire('a.test', request()).then((slot) => {
        began = clock.now()
        slot.release(OK)
        return began
      })
      await clock.advance(100_000)
      await second
      return began - from
    }
    assert.equal(await gapAfter(), 1000)
    await once(429)
    assert.equal(await gapAfter(), 1000 / 0.5)
    for (let i = 0; i < 5; i += 1) await once(200)
    assert.equal(await gapAfter(), 1000)
  })

  test('one who gives up leaves the queue and the rest moves on', async () => {
    const clock = handClock()
    const slots = hostSlots({ concurrency: 1, delayMs: 0, clock })
    const held = await slots.acquire('a.test', request())
    const gaveUp = new AbortController()
    const abandoned = slots.acquire('a.test', request({ signal: gaveUp.signal }))
    const waiting = slots.acquire('a.test', request())
    gaveUp.abort(new Error('enough'))
    await assert.rejects(abandoned, /enough/)
    held.release(OK)
    ;(await waiting).release(OK)
    await assert.rejects(slots.acquire('a.test', request({ signal: gaveUp.signal })), /enough/)
  })
})
