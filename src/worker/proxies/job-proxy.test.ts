import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { LeasedProxy, ReleaseProxyBody, WorkerLeaseBody } from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EngineStrategy } from '#contract/worker.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startLocalProxy, type LocalProxy } from '#test/support/sites/local-proxies.ts'
import { openEgress, startServer } from '#test/support/sites/local-server.ts'
import { openJobProxy, withProxy, type JobProxy } from './job-proxy.ts'

const FETCH = { maxBytes: 1_000, deadlineMs: 60_000, robots: 'ignore' } as const

/** A pool that gives these proxies one after the other, and after the last null, or this refusal. */
async function setUp(t: TestContext, count: number, refusal?: SurveyorError) {
  const site = await startServer(t, (_request, response) => response.end('page'))
  const proxies: LocalProxy[] = []
  for (let at = 0; at < count; at += 1) proxies.push(await startLocalProxy({ protocol: 'http' }))
  t.after(async () => Promise.all(proxies.map(async (proxy) => proxy.stop())))
  const egress = openEgress(t)
  const asked: Omit<WorkerLeaseBody, 'leaseToken'>[] = []
  const released: ReleaseProxyBody[] = []
  let given = 0
  const open = (
    input: object,
    strategy?: EngineStrategy,
    signal = new AbortController().signal,
  ): JobProxy | null =>
    openJobProxy(
      {
        calls: {
          async lease(_job, wanted): Promise<LeasedProxy | null> {
            asked.push(wanted)
            const proxy = proxies[given]
            if (proxy === undefined && refusal !== undefined) throw refusal
            if (proxy === undefined) return null
            given += 1
            const of = { group: 'g', kind: 'isp', country: null, dns: 'local' } as const
            return {
              leaseId: `lse_${given}`,
              proxy: { id: `prx_${given}`, url: proxy.url, ...of },
              sticky: null,
              expiresAt: new Date().toISOString(),
            }
          },
          async release(_jobId, release) {
            released.push(release)
          },
        },
        openRoute: (options) => egress.openRoute(options),
        egress,
        browser: { visit: async () => assert.fail('no page is opened') },
        log: silentLogger,
      },
      {
        lease: { jobId: 'job_1', leaseToken: 'x' },
        input,
        deadlineAt: null,
        signal,
        ...(strategy === undefined ? {} : { strategy }),
      },
    )
  return { site, proxies, asked, released, open }
}

test('the domain of a job decides where its input does not', async (t) => {
  const { open, asked, site, released } = await setUp(t, 1)
  const learned: EngineStrategy = { engine: 'http', reason: 'learned', proxyKind: 'isp' }
  assert.equal(open({}), null)
  assert.equal(open({}, { ...learned, proxyKind: 'none' }), null)
  assert.equal(open({ proxy: { mode: 'none' } }, learned), null)
  assert.ok(open({ proxy: { group: 'eu' } }))
  const proxy = open({ url: site.origin }, learned)
  await proxy?.egress.fetch({ ...FETCH, url: site.origin })
  assert.deepEqual(
    asked.map(({ kind, exclude }) => ({ kind, exclude })),
    [{ kind: 'isp', exclude: [] }],
  )
  const output = withProxy(proxy, { data: 1, engine: 'http', provenance: { title: 'h1' } })
  const used = { id: 'prx_1', kind: 'isp', group: 'g', country: null }
  assert.deepEqual(output.provenance, { title: 'h1', proxy: used })
  await proxy?.end(null)
  const [release] = released
  assert.deepEqual([release?.outcome, release?.requests, release?.statusCode], ['ok', 1, 200])
  assert.ok((release?.bytes ?? 0) > 100 && (release?.latencyMs ?? -1) >= 0)
})

test('one lease for all requests of a job, none without a request', async (t) => {
  const { open, asked, site, released } = await setUp(t, 1)
  const unused = open({ proxy: { mode: 'pool' } })
  await unused?.end(null)
  assert.deepEqual(
    [asked, released, withProxy(unused, { data: 1, engine: 'http' }).provenance],
    [[], [], undefined],
  )
  const proxy = open({ proxy: { mode: 'pool' } })
  await Promise.all([1, 2, 3].map(async () => proxy?.egress.fetch({ ...FETCH, url: site.origin })))
  await proxy?.end(null)
  assert.deepEqual([asked.length, released.map(({ requests }) => requests)], [1, [3]])
})

test('proxies that fail are given back with their fault and not asked for again; where none is left it goes direct', async (t) => {
  const { open, asked, site, released, proxies } = await setUp(t, 2)
  proxies.forEach((proxy) => (proxy.fault = 'refuse'))
  const proxy = open({ proxy: { mode: 'pool' } })
  const answers = await Promise.all(
    [1, 2].map(async () => proxy?.egress.fetch({ ...FETCH, url: site.origin })),
  )
  assert.deepEqual(
    answers.map((answer) => answer?.status),
    [200, 200],
  )
  assert.deepEqual(
    asked.map(({ exclude }) => exclude),
    [[], ['prx_1'], ['prx_1', 'prx_2']],
  )
  assert.equal(withProxy(proxy, { data: 1, engine: 'http' }).provenance, undefined)
  await proxy?.end(null)
  assert.deepEqual(
    released.map(({ leaseId, outcome }) => [leaseId, outcome]),
    [
      ['lse_1', 'connect_error'],
      ['lse_2', 'connect_error'],
    ],
  )
})

test('where the last proxy that fits fails, the job fails with that, and not as if there had been none', async (t) => {
  const none = new SurveyorError('no_proxy_available', 'None fits.', {
    reason: 'none_match',
    retryable: false,
  })
  const { open, site, proxies, released } = await setUp(t, 1, none)
  proxies.forEach((proxy) => (proxy.fault = 'refuse'))
  const proxy = open({ proxy: { mode: 'pool' } })
  await assert.rejects(async () => proxy?.egress.fetch({ ...FETCH, url: site.origin }), {
    code: 'proxy_failed',
    retryable: true,
  })
  await proxy?.end(null)
  assert.deepEqual(
    released.map(({ outcome }) => outcome),
    ['connect_error'],
  )
  const nobody = await setUp(t, 0, none)
  await assert.rejects(
    async () => nobody.open({ proxy: { mode: 'pool' } })?.egress.fetch({ ...FETCH, url: site.origin }),
    none,
  )
})

test('what a job failed with is told by its code; a job that was stopped tells nothing', async (t) => {
  for (const [error, outcome] of [
    [new SurveyorError('target_blocked', 'x'), 'blocked'],
    [new SurveyorError('target_captcha', 'x'), 'captcha'],
    [new SurveyorError('target_timeout', 'x'), 'timeout'],
    [new SurveyorError('target_http_error', 'x'), 'target_error'],
    [new SurveyorError('empty_content', 'x'), 'ok'],
    [new Error('a defect'), 'ok'],
  ] as const) {
    const { open, site, released } = await setUp(t, 1)
    const proxy = open({ proxy: { mode: 'pool' } })
    await proxy?.egress.fetch({ ...FETCH, url: site.origin })
    await proxy?.end(error)
    assert.deepEqual(
      released.map((release) => [release.outcome, release.requests]),
      [[outcome, 1]],
    )
  }
  const { open, site, released } = await setUp(t, 1)
  const stop = new AbortController()
  const proxy = open({ proxy: { mode: 'pool' } }, undefined, stop.signal)
  await proxy?.egress.fetch({ ...FETCH, url: site.origin })
  stop.abort(new Error('cancelled'))
  await proxy?.end(stop.signal.reason)
  assert.equal(released[0]?.requests, 0)
})
