// What a page asks for again and again: not what is gone, and not before the last answer has come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pageExtractor from '#extractors/page/index.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { goTo, openWatchedBrowser } from '#test/support/pages/watched-browser.ts'

const GONE = '00000000-0000-7000-8000-000000000000'
const MINUTE_MS = 60_000
const REFUSED = /status of 4(?:04|29)/

test('what is gone is asked for once, what is slow is waited for, and a refusal that passes is asked again', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [pageExtractor] })
  const browser = await openWatchedBrowser(t, crawl.url)
  const { page, wrongs } = await browser.open('#/keys', { allowed: REFUSED })
  await page.getByText('There is no key').waitFor()
  await page.clock.install()
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
  })
  const gone = page.getByText('It was deleted, or was never there')

  await t.test('a job, a site and a record that are gone', async () => {
    const views = [
      ['#/jobs/job_', '/api/jobs/job_'],
      ['#/sites/job_', '/api/v1/sites/job_'],
      ['#/webhooks/whk_', '/api/webhooks/whk_'],
    ] as const
    for (const [hash, path] of views) {
      asked.clear()
      await goTo(page, `${hash}${GONE}`)
      await gone.waitFor()
      assert.equal(await gone.count(), 1, 'it is said once')
      await page.clock.runFor(MINUTE_MS)
      await goTo(page, '#/keys')
      await page.getByText('There is no key').waitFor()
      assert.equal(asked.get(`${path}${GONE}`), 1, hash)
    }
  })

  await t.test('a slow answer is not given up for another request', async () => {
    const slow = Promise.withResolvers<void>()
    const path = '**/api/workers?*'
    await page.route(path, async (route) => {
      await slow.promise
      await route.continue()
    })
    asked.clear()
    const sent = page.waitForRequest(path)
    await goTo(page, '#/workers')
    await sent
    await page.clock.runFor(MINUTE_MS)
    assert.equal(asked.get('/api/workers'), 1)
    slow.resolve()
    await page.getByText('No worker is registered').waitFor()
    const again = page.waitForRequest(path)
    await page.clock.runFor(MINUTE_MS)
    await again
    await page.unroute(path)
  })

  await t.test('a limit is said, and what it held back comes when it has passed', async () => {
    const path = '**/api/jobs?*'
    const problem = {
      code: 'rate_limited',
      title: 'Too many requests',
      status: 429,
      retryable: true,
      retryAfterMs: 10 * MINUTE_MS,
    }
    await page.route(path, async (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    )
    asked.clear()
    await goTo(page, '#/sites')
    await page.getByText('Too many requests').waitFor()
    await page.clock.runFor(MINUTE_MS)
    assert.equal(asked.get('/api/jobs'), 1, 'not before the time that the service named')
    await page.unroute(path)
    await page.clock.runFor(10 * MINUTE_MS)
    await page.getByText('No site was crawled yet').waitFor()
  })
  assert.deepEqual(wrongs, [])
})
