// The policy of the public servers over three workers and more than a day, by a clock that jumps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractorHost, ExtractRequest } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { jsonPage } from '#test/support/maps/overpass-server.ts'
import { silentLog, replayContext } from '#test/support/maps/replay-host.ts'
import { createVirtualClock, type VirtualClock } from '#test/support/maps/virtual-clock.ts'
import { createOverpassProvider } from './overpass-provider.ts'

const DAY_MS = 24 * 3_600_000
const WORKERS = 3

interface Arrival {
  readonly host: string
  readonly at: number
}

/** Three workers that share their slots, and servers that record the time of each request. */
function startWorkers(clock: VirtualClock, settings: ExtractorHost['settings'], queryMs: number) {
  const arrivals: Arrival[] = []
  let active = 0
  let maxConcurrent = 0
  const fetch = async ({ url, method }: ExtractRequest) => {
    arrivals.push({ host: new URL(url).host, at: clock.now() })
    active += 1
    maxConcurrent = Math.max(maxConcurrent, active)
    await clock.sleep(queryMs)
    active -= 1
    const body = Buffer.from(method === 'POST' ? jsonPage([]).body : '[]')
    return {
      url,
      finalUrl: url,
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
      bytes: body.length,
      redirects: [],
      robots: { verdict: 'ignored' as const, rule: null },
      cache: { status: 'bypass' as const },
    }
  }
  const limits = memoryLimits(clock)
  const host: ExtractorHost = { settings, log: silentLog, dataDir: '/nonexistent', fetch, limits }
  const workers = Array.from({ length: WORKERS }, () => createOverpassProvider(host, clock))
  return {
    workers,
    context: () => ({ ...replayContext(host), deadlineAt: new Date(clock.now() + 300_000) }),
    arrivals,
    get maxConcurrent() {
      return maxConcurrent
    },
  }
}

test('Overpass: 10,000 queries in any 24 hours and two at once, however many are wanted', async () => {
  const wanted = 12_000
  const clock = createVirtualClock()
  const started = startWorkers(clock, {}, 5_000)
  let next = 0
  const work = async (provider: (typeof started.workers)[number]) => {
    while (next < wanted) {
      const id = (next += 1)
      for (;;) {
        try {
          await provider.extract({ id: `node/${id}` }, started.context())
        } catch (error) {
          assert.ok(error instanceof SurveyorError)
          if (error.code === 'not_found') break
          assert.equal(error.code, 'rate_limited')
          await clock.sleep(error.retryAfterMs ?? 60_000)
        }
      }
    }
  }
  // Four jobs in each worker.
  await clock.run(Promise.all(started.workers.flatMap((worker) => [1, 2, 3, 4].map(() => work(worker)))))
  assert.equal(started.arrivals.length, wanted)
  assert.equal(started.maxConcurrent, 2)
  const times = started.arrivals.map(({ at }) => at)
  for (let i = 10_000; i < times.length; i += 1) {
    const elapsed = (times[i] as number) - (times[i - 10_000] as number)
    assert.ok(elapsed >= DAY_MS, `${elapsed} ms for 10,001 queries`)
  }
  assert.deepEqual([...new Set(started.arrivals.map(({ host }) => host))], ['overpass-api.de'])
})

test('Nominatim: one request a second over all workers', async () => {
  const clock = createVirtualClock()
  const started = startWorkers(clock, { contact: 'https://example.org' }, 200)
  const ask = (i: number) =>
    (started.workers[i % WORKERS] as (typeof started.workers)[number]).resolve(
      { location: `Nowhere ${i}` },
      started.context(),
    )
  const asked = Array.from({ length: 30 }, (_, i) => assert.rejects(ask(i), { code: 'unknown_area' }))
  await clock.run(Promise.all(asked))
  assert.deepEqual([...new Set(started.arrivals.map(({ host }) => host))], ['nominatim.openstreetmap.org'])
  assert.equal(started.arrivals.length, 30)
  started.arrivals.reduce((before, now) => {
    assert.ok(now.at - before.at >= 1_000)
    return now
  })
})

test('without a contact no public geocoder is asked, and the error says what to set', async () => {
  const started = startWorkers(createVirtualClock(), {}, 0)
  const [provider] = started.workers
  assert.ok(provider)
  await assert.rejects(
    provider.resolve({ location: 'Monaco' }, started.context()),
    (error: { code: string; message: string }) => {
      assert.equal(error.code, 'provider_not_configured')
      assert.match(error.message, /SURVEYOR_CONTACT.*SURVEYOR_NOMINATIM_URL/)
      return true
    },
  )
  assert.deepEqual(started.arrivals, [])
  const { data } = await provider.resolve({ location: { bbox: [7, 43, 8, 44] } }, started.context())
  assert.equal(data.area.kind, 'bbox')
})
