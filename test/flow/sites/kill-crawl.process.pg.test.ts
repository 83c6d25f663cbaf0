// kill -9 of the worker and of crawl in the middle of a site: the crawl goes on, no page is lost and none is there twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { SiteCrawl, SitePageList } from '#contract/crawl/sites/site.ts'
import { isTerminal } from '#contract/job.ts'
import type { Static } from 'typebox'
import { onServer } from '#test/support/database/on-server.ts'
import { createProduct } from '#test/support/programs/product.ts'
import { generateSite } from '#test/support/sites/generated/generated-site.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const PAGES = 60

test('a crawl survives kill -9 of its worker and of crawl', async (t) => {
  const site = generateSite({ pages: PAGES, traps: false, extras: false })
  const { origin } = await startServer(t, site.respond)
  const product = await createProduct(t, {
    SURVEYOR_EGRESS_ALLOW: '127.0.0.0/8',
    SURVEYOR_HOST_DELAY_MS: '0',
  })
  let crawl = await product.start('crawl')
  let worker = await product.start('worker')
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(product.crawlUrl + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${method} ${path}: ${response.status}`)
    return JSON.parse(await response.text())
  }
  const held = [...site.plan.pages.keys()].find((path) => path.startsWith('/section-0/article')) ?? ''
  let release = site.hold(held)
  const { jobId: id } = await ask<JobAccepted>('POST', '/api/v1/sites/crawl', {
    urls: [`${origin}/`],
    sitemap: 'skip',
    // Longer than a busy machine takes to start both processes again.
    timeoutMs: 300_000,
  })
  const look = async () => ask<SiteCrawl>('GET', `/api/v1/sites/${id}`)
  const until = async (holds: (now: SiteCrawl) => boolean): Promise<SiteCrawl> => {
    for (;;) {
      const now = await look()
      if (holds(now)) return now
      await ask('GET', `/api/jobs/${id}?waitMs=100`)
    }
  }
  const reached = () => (site.fetches.get(held) ?? 0) > 0

  await until(({ manifest }) => manifest.counts.fetching > 0 && reached())
  await product.kill('worker', worker)
  release()
  release = site.hold(held)
  worker = await product.start('worker')
  await until(() => (site.fetches.get(held) ?? 0) > 1)
  assert.equal((await look()).status, 'running')

  await product.kill('crawl', crawl)
  await onServer(product.databaseUrl, async (client) =>
    client.query(
      `update crawl.jobs set lease_expires_at = now() - interval '1 ms' where type = 'sites.crawl'`,
    ),
  )
  crawl = await product.start('crawl')
  release()
  const { status, manifest } = await until((now) => isTerminal(now.status))
  assert.equal(status, 'succeeded')
  assert.equal(manifest.complete, true, JSON.stringify(manifest))
  const { items } = await ask<Static<typeof SitePageList>>('GET', `/api/v1/sites/${id}/pages?limit=500`)
  const linked = [...site.plan.pages.values()].filter(({ foundBy }) => foundBy === 'link')
  assert.deepEqual(
    items.map(({ url, state }) => `${state} ${url.slice(origin.length)}`).toSorted(),
    linked.map(({ path }) => `stored ${path}`).toSorted(),
  )
  assert.ok(worker.child.exitCode === null)
})
