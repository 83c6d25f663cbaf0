// What is kept of a page, and what a later fetch of it by a crawl makes of that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

test('a page that a crawl fetched anew outdates what was kept of the page before', async (t) => {
  let version = 1
  const { origin } = await startServer(t, (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', etag: `"${version}"` })
      .end(`<title>Prices</title><main><p>The price of the day is ${version} euros a piece.</p></main>`)
  })
  const urls = [`${origin}/`]
  const { crawl, start, ended } = await startSiteCrawl(t)
  const read = async (body: object) => {
    const { json, headers, text } = await crawl.call<ExtractionAnswer>('POST', '/api/v1/markdown/extract', {
      body: { url: `${origin}/`, timeoutMs: 300_000, ...body },
      headers: { prefer: 'wait=300' },
    })
    assert.ok(json.data !== undefined, text)
    const price = /is (\d) euros/.exec(JSON.stringify(json.data))?.[1]
    return [Number(price), headers.get('cache-status')?.includes('stored') === true ? 'made' : 'kept']
  }
  for (const more of [{ maxAgeMs: 0 }, { formats: ['text'] }]) assert.equal((await read(more))[0], 1)
  const first = await start({ urls, timeoutMs: 300_000, maxAgeMs: 0 })
  await ended(first)
  const { json: over } = await crawl.call<Job>('GET', `/api/jobs/${first}`)
  assert.deepEqual(over.progress, { done: 1, total: 1, message: '1 pages of 1 addresses' })
  // Nothing has changed: the kept answers are still good.
  assert.deepEqual(await read({}), [1, 'kept'])
  for (const more of [{ maxAgeMs: 0 }, { incremental: first }]) {
    version += 1
    await ended(await start({ urls, timeoutMs: 300_000, ...more }))
    assert.deepEqual(await read({}), [version, 'made'], JSON.stringify(more))
    assert.deepEqual(await read({ formats: ['text'] }), [version, 'made'])
    assert.deepEqual(await read({}), [version, 'kept'])
    assert.deepEqual(await read({ formats: ['html'] }), [version, 'made'])
  }
})
