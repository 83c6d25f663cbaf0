// The limits of a crawl, hostile robots.txt, and a replica that goes on where another one stopped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { SiteCrawl } from '#contract/crawl/sites/site.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { sql } from '#platform/db/sql.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { generateSite } from '#test/support/sites/generated/generated-site.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'

const PLAIN = { traps: false, extras: false } as const
const reasonsOf = ({ manifest }: SiteCrawl) => manifest.leftOut.map(({ reason }) => reason)

test('no more pages at once than asked for, and the webhook is told of each', async (t) => {
  await using receiver = await startWebhookReceiver()
  const { site, start, until, ended, pages, crawl } = await startSiteCrawl(
    t,
    { pages: 12, ...PLAIN },
    { crawl: { webhooks: { allow: ['127.0.0.1/32'] } } },
  )
  const articles = site.plan.articles.filter((path) => site.plan.pages.get(path)?.foundBy === 'link')
  const releases = articles.map((path) => site.hold(path))
  const asked = () => articles.reduce((sum, path) => sum + (site.fetches.get(path) ?? 0), 0)
  const id = await start({
    concurrency: 2,
    delayMs: 1,
    webhook: { url: receiver.url },
    webhookPages: true,
    timeoutMs: 300_000,
  })
  await until(id, ({ manifest }) => manifest.counts.fetching === 2 && asked() === 2)
  // Nothing else has begun while both are held.
  const { manifest: held } = await until(id, () => true)
  assert.deepEqual([held.counts.fetching, asked()], [2, 2])
  for (const release of releases) release()
  const { manifest } = await ended(id)
  assert.equal(manifest.complete, true)
  const stored = await pages(id, 'state=stored')
  await receiver.received(stored.length + 1)
  const told = receiver.requests.map(({ body }) => fieldsOf(fieldsOf(JSON.parse(body))['data'])['jobId'])
  assert.deepEqual(told.toSorted(), [id, ...stored.map(({ jobId }) => jobId)].toSorted())
  const { json } = await crawl.call<Job>('GET', `/api/jobs/${stored[0]?.jobId ?? ''}`)
  assert.deepEqual(fieldsOf(fieldsOf(json)['input'])['pace'], { minDelayMs: 1, concurrency: 2 })
})

test('a limit of bytes or of time begins no further page and says so', async (t) => {
  const { site, start, until, ended, crawl } = await startSiteCrawl(t, { pages: 20, ...PLAIN })
  // The first page alone has more bytes.
  const byBytes = await ended(await start({ maxBytes: 1_024 }))
  assert.deepEqual([byBytes.status, byBytes.manifest.complete], ['succeeded', false])
  assert.deepEqual(reasonsOf(byBytes), ['byte_limit'])
  assert.equal(byBytes.manifest.counts.stored, 1)
  assert.ok(byBytes.manifest.bytes >= 1_024 && byBytes.manifest.counts.left_out > 0)

  const release = site.hold('/')
  const id = await start({ maxSeconds: 3_600, maxAgeMs: 0, timeoutMs: 300_000 })
  await until(id, ({ manifest }) => manifest.counts.fetching === 1)
  await crawl.db.execute(sql`update site_crawls set clock_from = clock_from - interval '2 hours'`)
  release()
  const byTime = await ended(id)
  assert.deepEqual([byTime.status, byTime.manifest.complete], ['succeeded', false])
  assert.deepEqual(reasonsOf(byTime), ['time_limit'])
  assert.deepEqual([byTime.manifest.counts.stored, byTime.manifest.counts.queued], [1, 0])
})

test('a hostile robots.txt costs its own host alone: huge, binary, without end, failing', async (t) => {
  const rules = 'User-agent: *\nDisallow: /private\n'
  const { port } = await startServer(t, (request, response) => {
    const [name] = (request.headers.host ?? '').split('.', 1)
    if (request.url !== '/robots.txt') {
      const links = name === 'failing' ? '' : '<a href="/private">p</a><a href="/open">o</a>'
      const text = `This is ${request.url} of ${name}, with words enough to be a page. `.repeat(3)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${text}</p>${links}`)
    }
    if (name === 'failing') return void response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'text/plain' })
    if (name === 'binary') return void response.end(Buffer.alloc(100_000, Buffer.from([0, 255, 13, 128])))
    response.write(rules)
    const filler = Buffer.alloc(65_536, 'Disallow: /other/*/x$\n')
    if (name === 'huge') return void response.end(Buffer.concat(Array.from({ length: 80 }, () => filler)))
    const more = (): void => {
      while (!response.destroyed && response.write(filler));
    }
    response.on('drain', more)
    more()
  })
  const hosts = ['huge', 'binary', 'endless', 'failing'].map((name) => `${name}.test=127.0.0.1:${port}`)
  const { start, ended, pages, map } = await startSiteCrawl(t, PLAIN, { egress: { hosts } })
  const names = ['huge', 'binary', 'endless', 'failing']
  // Less than the time after which an unreadable robots.txt is asked for again.
  const urls = names.map((name) => `http://${name}.test/`)
  const id = await start({ urls: [...urls, `${urls[0]}open`], sitemap: 'include', timeoutMs: 45_000 })
  const { status } = await ended(id)
  assert.equal(status, 'succeeded')
  // The sitemaps of each host, once.
  const mapped = map.asked.map((input) => String(fieldsOf(input)['url']))
  assert.deepEqual(mapped.toSorted(), urls.toSorted())
  const states = (await pages(id)).map(({ url, state, reason }) => `${url} ${reason ?? state}`)
  assert.deepEqual(states.toSorted(), [
    'http://binary.test/ stored',
    'http://binary.test/open stored',
    'http://binary.test/private stored',
    'http://endless.test/ stored',
    'http://endless.test/open stored',
    'http://endless.test/private robots_disallowed',
    'http://failing.test/ robots_disallowed',
    'http://huge.test/ stored',
    'http://huge.test/open stored',
    'http://huge.test/private robots_disallowed',
  ])
})

test('another replica goes on where the one that ran the crawl has stopped', async (t) => {
  const site = generateSite({ pages: 12, ...PLAIN })
  const { origin } = await startServer(t, site.respond)
  const options = { extractors: [markdown, page], replicated: true, blobs: await openTestBlobs(t) }
  const first = await startTestCrawl(t, options)
  const body = { urls: [`${origin}/`], sitemap: 'skip' }
  const { json } = await first.call<{ jobId: string }>('POST', '/api/v1/sites/crawl', { body })
  const path = `/api/v1/sites/${json.jobId}`
  for (;;) {
    const { manifest } = (await first.call<SiteCrawl>('GET', path)).json
    if (manifest.counts.fetching === 1) break
    await first.call('GET', `/api/jobs/${json.jobId}?waitMs=100`)
  }
  const second = await startTestCrawl(t, { ...options, db: first.db })
  await startCrawlWorker(t, second, options.extractors)
  await first.stop()
  let shown = (await second.call<SiteCrawl>('GET', path)).json
  while (shown.completedAt === null) {
    await second.call('GET', `/api/jobs/${json.jobId}?waitMs=30000`)
    shown = (await second.call<SiteCrawl>('GET', path)).json
  }
  const linked = [...site.plan.pages.values()].filter(({ foundBy }) => foundBy === 'link')
  assert.deepEqual([shown.status, shown.manifest.counts.stored], ['succeeded', linked.length])
  const twice = [...site.fetches].filter(([asked, n]) => n > 1 && asked !== '/robots.txt')
  assert.deepEqual(twice, [])
})
