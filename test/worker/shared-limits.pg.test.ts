// Three workers and the real crawl: what a host is asked for is a promise of all of them.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createHostSlots, type HostSlots, type TurnRequest } from '#platform/egress/host-limits/host-slots.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { sql } from '#platform/db/sql.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { createRemoteLimiter, type SlotCalls } from '#platform/limits/remote-backend.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { createSlotCalls } from '#worker/limits/slot-calls.ts'

interface TestWorker extends AsyncDisposable {
  readonly hosts: HostSlots
  readonly limiter: Limiter
  /** Calls of crawl so far, by their name. */
  readonly called: Record<keyof SlotCalls, number>
}

const OK = { status: 200, retryAfterMs: null }
const EVER = new AbortController().signal
const request = (more: Partial<TurnRequest> = {}): TurnRequest => ({
  signal: EVER,
  crawlDelayMs: 0,
  maxWaitMs: 60_000,
  ...more,
})

function startWorker(
  crawl: TestCrawl,
  terms: { readonly hostConcurrency: number; readonly hostDelayMs: number },
): TestWorker {
  const peer = createPeer({ origin: crawl.url, unavailableCode: 'crawl_unavailable' })
  const calls = createSlotCalls(peer)
  const called = { take: 0, renew: 0, release: 0 }
  const counted: SlotCalls = {
    take: (...args) => ((called.take += 1), calls.take(...args)),
    renew: (...args) => ((called.renew += 1), calls.renew(...args)),
    release: (...args) => ((called.release += 1), calls.release(...args)),
  }
  const limiter = createRemoteLimiter({ calls: counted, log: silentLogger })
  const { hostConcurrency: concurrency, hostDelayMs: delayMs } = terms
  crawl.beforeStop(async () => {
    await limiter[Symbol.asyncDispose]()
    await peer[Symbol.asyncDispose]()
  })
  return {
    hosts: createHostSlots({ limiter, concurrency, delayMs }),
    limiter,
    called,
    [Symbol.asyncDispose]: () => limiter[Symbol.asyncDispose](),
  }
}

async function setUp(t: TestContext, terms: { hostConcurrency: number; hostDelayMs: number }) {
  const crawl = await startTestCrawl(t)
  return { crawl, workers: [0, 1, 2].map(() => startWorker(crawl, terms)) }
}

/** Resolves when no slot is held any more: crawl itself takes back those that a stopped worker left behind. */
async function allBack(crawl: TestCrawl): Promise<void> {
  for (;;) {
    const held = await crawl.db.query(sql`select from limit_slots where expires_at > clock_timestamp()`)
    if (held.length === 0) return
    await delay(20)
  }
}

test('three workers together never have more at a host than one may have', async (t) => {
  const { crawl, workers } = await setUp(t, { hostConcurrency: 2, hostDelayMs: 0 })
  let running = 0
  let max = 0
  let done = 0
  await Promise.all(
    workers.flatMap((worker) =>
      Array.from({ length: 40 }, async () => {
        const slot = await worker.hosts.acquire('a.test', request())
        running += 1
        max = Math.max(max, running)
        await delay(2)
        running -= 1
        done += 1
        slot.release(OK)
      }),
    ),
  )
  assert.deepEqual([done, max], [120, 2])
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
  await allBack(crawl)
})

test('the distance between two requests holds over all workers', async (t) => {
  const { workers } = await setUp(t, { hostConcurrency: 8, hostDelayMs: 100 })
  const starts: number[] = []
  const begin = performance.now()
  await Promise.all(
    workers.flatMap((worker) =>
      Array.from({ length: 4 }, async () => {
        const slot = await worker.hosts.acquire('a.test', request())
        starts.push(performance.now())
        slot.release(OK)
      }),
    ),
  )
  assert.equal(starts.length, 12)
  // Twelve starts have eleven distances between them; no timer makes that shorter.
  assert.ok(performance.now() - begin >= 11 * 100 - 1)
})

test('Retry-After that one worker got keeps the others away, and they are told at once', async (t) => {
  const { workers } = await setUp(t, { hostConcurrency: 2, hostDelayMs: 0 })
  const [first, second] = workers as [TestWorker, TestWorker]
  const slot = await first.hosts.acquire('a.test', request())
  slot.release({ status: 429, retryAfterMs: 90_000 })
  await first[Symbol.asyncDispose]()
  await assert.rejects(second.hosts.acquire('a.test', request()), (error: unknown) => {
    assert.ok(error instanceof SurveyorError)
    assert.equal(error.code, 'target_timeout')
    assert.ok((error.retryAfterMs ?? 0) > 60_000)
    return true
  })
})

test('a host without a distance costs a few calls, not one for each request', async (t) => {
  const { workers } = await setUp(t, { hostConcurrency: 8, hostDelayMs: 0 })
  const [worker] = workers as [TestWorker]
  for (let i = 0; i < 500; i += 1) (await worker.hosts.acquire('a.test', request())).release(OK)
  // A slot is reusable for a second; five hundred requests that do nothing take less than a few slots.
  assert.ok(worker.called.take + worker.called.release < 50, JSON.stringify(worker.called))
})

test('one who gives up leaves the line, and the slot that came for him goes back', async (t) => {
  const { crawl, workers } = await setUp(t, { hostConcurrency: 1, hostDelayMs: 0 })
  const [first, second] = workers as [TestWorker, TestWorker]
  const slot = await first.hosts.acquire('a.test', request())
  const leaving = new AbortController()
  const left = second.hosts.acquire('a.test', request({ signal: leaving.signal }))
  leaving.abort(new Error('enough'))
  await assert.rejects(left, /enough/)
  await assert.rejects(second.hosts.acquire('a.test', request({ maxWaitMs: 200 })), {
    code: 'target_timeout',
  })
  slot.release(OK)
  ;(await second.hosts.acquire('a.test', request())).release(OK)
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
  await allBack(crawl)
})

test('named resources are shared the same way, and closed for all', async (t) => {
  const { workers } = await setUp(t, { hostConcurrency: 2, hostDelayMs: 0 })
  const [first, second] = workers as [TestWorker, TestWorker]
  const terms = { concurrency: 1, intervalMs: 0, perDay: 100, maxWaitMs: 5_000, signal: EVER }
  const slot = await first.limiter.acquire('overpass a.test', terms)
  const next = second.limiter.acquire('overpass a.test', terms)
  slot.release({ closedForMs: 60_000 })
  await assert.rejects(next, (error: unknown) => {
    assert.ok(error instanceof SurveyorError)
    assert.equal(error.code, 'rate_limited')
    assert.ok((error.retryAfterMs ?? 0) > 50_000)
    return true
  })
})
