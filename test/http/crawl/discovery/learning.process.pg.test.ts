// A generated web through the real services: what is learned of some sites finds the contacts of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pattern } from '#contract/crawl/discovery/pattern.ts'
import { sql } from '#platform/db/sql.ts'
import contact from '#extractors/contact/index.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { patternOf, QUIET } from '#test/support/discovery/discovery-client.ts'
import { createGeneratedWeb, hostsOf } from '#test/support/discovery/generated-web.ts'
import { visitSites } from '#test/support/discovery/visit-sites.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const LANGUAGES = ['de', 'en', 'fr', 'es']
const WEB = { seed: 'small', languages: LANGUAGES, templates: 1, junk: 16, links: 3 }
const HELD = hostsOf(LANGUAGES, 60, 'held')

async function rebuild(crawl: TestCrawl): Promise<void> {
  const { status, text } = await crawl.call('POST', '/api/discovery/rebuild')
  assert.equal(status, 200, text)
}

/** One month and a day pass for all that was seen. */
async function passMonth(crawl: TestCrawl): Promise<void> {
  const past = sql`- interval '31 days'`
  await crawl.db.execute(sql`update discovery_signals set observed_at = observed_at ${past}`)
}

test('contacts are found on more sites with fewer pages; per language, no junk, and changes are unlearned', async (t) => {
  const web = createGeneratedWeb(WEB)
  const { port } = await startServer(t, (request, response) => web.respond(request, response))
  const crawl = await startTestCrawl(t, { extractors: [contact], discovery: QUIET })
  const settings = { concurrency: { light: 4, http: 8, browser: 0, parser: 1 }, patternRefreshMs: 0 }
  await startCrawlWorker(t, crawl, [contact], {}, { hosts: [`*.test=127.0.0.1:${port}`] }, settings)
  // What is learned must not come from the sites that it is measured on.
  await crawl.call('POST', '/api/discovery/exclusions', {
    body: { kind: 'domain', value: '*-held*.test', match: 'glob', scope: 'learn' },
  })
  const before = await visitSites(crawl.url, HELD, { maxPages: 2 })
  for (const phase of ['one', 'two', 'three']) {
    await visitSites(crawl.url, hostsOf(LANGUAGES, 120, phase), { maxPages: 3 })
    await rebuild(crawl)
  }
  const after = await visitSites(crawl.url, HELD, { maxPages: 2 })
  const byLinkOrder = web.byLinkOrder(HELD, 2)
  t.diagnostic(JSON.stringify({ before, after, byLinkOrder }))
  // 13 and 14 before, 41 after: half of the difference is enough.
  assert.ok(after.found >= before.found + 14 && after.found >= byLinkOrder.found + 14)
  assert.ok(after.pages <= before.pages)
  assert.deepEqual([before.failed, after.failed], [0, 0])

  const { items } = (
    await crawl.call<{ items: Pattern[] }>(
      'GET',
      '/api/discovery/patterns?status=active&source=learned&limit=500',
    )
  ).json
  const active = items.map(({ kind, language, template }) => `${kind} ${language} ${template}`).toSorted()
  const expected = LANGUAGES.flatMap((language) =>
    (web.trueTemplates[language] ?? []).flatMap((name) => [
      `path ${language} /${name}`,
      `anchor ${language} ${name}`,
    ]),
  )
  assert.deepEqual(active, expected.toSorted())

  web.move('fr')
  const [old = ''] = web.trueTemplates['fr'] ?? []
  await passMonth(crawl)
  const moved = ['one', 'two', 'three'].flatMap((phase) =>
    hostsOf(LANGUAGES, 120, phase).filter((host) => host.startsWith('fr-')),
  )
  await visitSites(crawl.url, moved, { maxPages: 3 })
  await rebuild(crawl)
  const unlearned = await patternOf(crawl, `/${old}`, 'fr')
  assert.notEqual(unlearned?.status, 'active')
  assert.ok((unlearned?.missing ?? 0) > 20)
  assert.equal((await patternOf(crawl, `/${web.trueTemplates['de']?.[0]}`, 'de'))?.status, 'active')
})
