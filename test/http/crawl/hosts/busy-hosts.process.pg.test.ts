// Hosts that are slow, refuse, or ask to be left alone: what that does to their own jobs, and that it does nothing to others.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import markdown from '#extractors/markdown/index.ts'
import type { EgressSettings } from '#platform/egress/egress.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'

const PAGE = `<!doctype html><title>Page</title><h1>Page</h1>${'<p>A line of the page, as it stands there.</p>'.repeat(40)}`
/** For one host: fewer than the test worker has slots. */
const AT_ONCE = 3
/** A minute and more. */
const MAX_LOOKS = 3_000
const EXTRACT = '/api/v1/markdown/extract'

async function setUp(t: TestContext, egress: Partial<EgressSettings> = {}) {
  const crawl = await startTestCrawl(t, {
    extractors: [markdown],
    jobs: { pollMs: 100, domainConcurrency: AT_ONCE },
  })
  await startCrawlWorker(t, crawl, [markdown], {}, egress)
  const job = async (path: string): Promise<Job> => (await crawl.call<Job>('GET', path)).json
  return {
    crawl,
    job,
    extract: <T = Problem>(body: object, prefer = 'wait=60') =>
      crawl.call<T>('POST', EXTRACT, { body, headers: { prefer } }),
    async batch(urls: readonly string[]): Promise<JobAccepted> {
      const items = urls.map((url) => ({ url }))
      return (await crawl.call<JobAccepted>('POST', '/api/v1/markdown/batch/extract', { body: { items } }))
        .json
    },
    /** Looks until the job is as it should be. */
    async until(path: string, isSo: (job: Job) => boolean): Promise<Job> {
      for (let check = 0; check < MAX_LOOKS; check += 1) {
        const now = await job(path)
        if (isSo(now)) return now
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return assert.fail(`it did not come to that: ${JSON.stringify(await job(path))}`)
    },
  }
}

const pathOf = ({ id }: Pick<JobAccepted, 'id'>): string => `/api/jobs/${id}`
const instanceOf = ({ instance }: Problem): string => instance ?? ''

for (const difference of ['name', 'port']) {
  test(`a batch for one host does not hold up a page of another, whose ${difference} alone is different`, async (t) => {
    const held: ServerResponse[] = []
    const slow = await startServer(t, ({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end()
      else held.push(response)
    })
    const quick = await startServer(t, ({ url }, response) => {
      response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(PAGE)
    })
    const { extract, batch, job } = await setUp(t, {
      hosts: [`slow.town.test=127.0.0.1:${slow.port}`, `quick.town.test=127.0.0.1:${quick.port}`],
    })
    const [busy, free] =
      difference === 'name'
        ? ['http://slow.town.test', 'http://quick.town.test']
        : [slow.origin, quick.origin]
    const { id } = await batch(Array.from({ length: 60 }, (_, i) => `${busy}/${i}`))
    while (held.length < AT_ONCE) await new Promise((resolve) => setTimeout(resolve, 20))
    const answer = await extract({ url: `${free}/page` })
    assert.equal(answer.status, 200, answer.text)
    const { children } = await job(pathOf({ id }))
    assert.deepEqual(
      children,
      { total: 60, succeeded: 0, failed: 0, cancelled: 0 },
      'and nobody waited for it',
    )
  })
}

test('a failure that may pass is tried again, and what will not is not', async (t) => {
  const times = new Map<string, number>()
  const site = await startServer(t, ({ url = '', socket }, response) => {
    const n = (times.get(url) ?? 0) + 1
    times.set(url, n)
    const [, kind, status] = url.split('/')
    // A kept connection that is reset is tried once more at once, on a new one.
    if (kind === 'reset' && n <= 2) return void socket.resetAndDestroy()
    if (kind === 'once' && n === 1) {
      return void response.writeHead(Number(status)).end('<p>Not now.</p>')
    }
    if (kind === 'always') return void response.writeHead(Number(status)).end('<p>Never.</p>')
    return void response
      .writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
      .end(PAGE)
  })
  const { extract, job } = await setUp(t)
  const ends = async (path: string) => {
    const { status, json } = await extract<Problem & { jobId?: string }>({ url: site.origin + path })
    const { deliveries, error } = await job(
      json.jobId === undefined ? instanceOf(json) : pathOf({ id: json.jobId }),
    )
    return { path, status, deliveries, retryable: error?.retryable ?? null }
  }
  const passing = ['429', '500', '502', '503', '504'].map((kind) => `/once/${kind}`)
  assert.deepEqual(
    await Promise.all(passing.map(ends)),
    passing.map((path) => ({ path, status: 200, deliveries: 2, retryable: null })),
  )
  const reset = await ends('/reset/')
  assert.ok(reset.status === 200 && reset.deliveries >= 2, JSON.stringify(reset))
  assert.deepEqual(await Promise.all(['/always/403', '/always/501', '/always/505'].map(ends)), [
    { path: '/always/403', status: 502, deliveries: 1, retryable: false },
    { path: '/always/501', status: 502, deliveries: 1, retryable: false },
    { path: '/always/505', status: 502, deliveries: 1, retryable: false },
  ])
})

test('Retry-After closes the host for all its jobs, which say so, and for no other host', async (t) => {
  const site = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else if (url === '/busy') response.writeHead(503, { 'retry-after': '120' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  const { extract, until } = await setUp(t, {
    hosts: [`busy.test=127.0.0.1:${site.port}`, `other.test=127.0.0.1:${site.port}`],
  })
  const busy = await extract({ url: 'http://busy.test/busy' })
  assert.equal(busy.status, 502)
  // It may pass, but not within the 30 s that the job had.
  assert.equal(busy.json.retryable, true)
  assert.equal(busy.json.retryAfterMs, 120_000)
  const waits = await extract<JobAccepted>({ url: 'http://busy.test/page' }, 'respond-async')
  const waiting = await extract<JobAccepted>(
    { url: 'http://busy.test/2', timeoutMs: 200_000 },
    'respond-async',
  )
  assert.equal((await extract({ url: 'http://other.test/page' })).status, 200)
  for (const { json } of [waits, waiting]) {
    const { status, deliveries, progress } = await until(pathOf(json), (job) => job.progress !== null)
    assert.deepEqual([status, deliveries], ['queued', 0])
    assert.match(
      progress?.message ?? '',
      /^waiting for host busy\.test until \d{4}-\S+Z because it asked so \(503, Retry-After 120\)$/,
    )
  }
  assert.deepEqual(
    site.asked.filter((path) => path !== '/robots.txt'),
    ['/busy', '/page'],
  )
})

test('with time enough a job waits for as long as its target asked for, and is tried again then', async (t) => {
  let asked = 0
  const site = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    asked += 1
    if (asked === 1) return void response.writeHead(429, { 'retry-after': '2' }).end()
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  })
  const { extract, until } = await setUp(t)
  const { json } = await extract<JobAccepted>({ url: `${site.origin}/` }, 'respond-async')
  const waiting = await until(pathOf(json), ({ status }) => status === 'scheduled')
  assert.match(waiting.progress?.message ?? '', /because it asked so \(429, Retry-After 2\)$/)
  const done = await until(pathOf(json), ({ status }) => status === 'succeeded')
  assert.equal(done.deliveries, 2)
})

test('a job whose turn is far off goes back before it has begun, uncharged', async (t) => {
  const held: ServerResponse[] = []
  const site = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else held.push(response)
  })
  const { batch, job, until } = await setUp(t, { hostConcurrency: 1 })
  const { id } = await batch(Array.from({ length: AT_ONCE }, (_, i) => `${site.origin}/${i}`))
  const running = '/api/jobs?status=running&type=markdown.extract'
  const count = async (path: string) => ((await job(path)) as unknown as { items: Job[] }).items.length
  while (held.length < 1 || (await count(running)) < AT_ONCE)
    await new Promise((resolve) => setTimeout(resolve, 20))
  held[0]?.writeHead(503, { 'retry-after': '120' }).end()
  await until(pathOf({ id }), ({ children }) => children?.failed === 1)
  const queued = `/api/jobs?status=queued&type=markdown.extract`
  while ((await count(queued)) < AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve, 20))
  const { items } = (await job(queued)) as unknown as { items: Job[] }
  for (const { deliveries, failures, progress } of items) {
    assert.deepEqual([deliveries, failures], [0, 0])
    assert.match(progress?.message ?? '', /^waiting for host 127\.0\.0\.1:\d+ until /)
  }
  assert.equal(held.length, 1)
})

/** So long that the target is asked before it on any machine: what ends before that is no time-out of the target. */
const TIMEOUT_MS = 15_000

test('timeoutMs is the end of everything: a target that never answers is not tried beyond it', async (t) => {
  const site = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
  })
  const { extract, job } = await setUp(t)
  const { status, json } = await extract({ url: `${site.origin}/`, timeoutMs: TIMEOUT_MS })
  assert.equal(status, 504)
  assert.equal(json.code, 'target_timeout')
  const { deliveries, startedAt, deadlineAt, status: state } = await job(instanceOf(json))
  assert.deepEqual([state, deliveries], ['failed', 1])
  assert.equal(Date.parse(deadlineAt ?? '') - Date.parse(startedAt ?? ''), TIMEOUT_MS)
})
