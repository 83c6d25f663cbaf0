import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { serveEcho } from '#test/support/crawl/test-worker.ts'

test('Markdown is the answer itself where Accept prefers it', async (t) => {
  const crawl = await startTestCrawl(t)
  await serveEcho(crawl, ({ job }) =>
    (job.input as { text: string }).text === 'page' ? { markdown: '# Grüße\n' } : { markdown: null },
  )
  const ask = (text: string, accept: string) =>
    crawl.call('POST', '/api/v1/echo/extract', { body: { text }, headers: { accept } })
  const raw = await ask('page', 'text/markdown')
  assert.deepEqual([raw.status, raw.text], [200, '# Grüße\n'])
  assert.equal(raw.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.match(raw.headers.get('x-job-id') ?? '', /^job_/)
  assert.equal(raw.headers.get('vary'), 'Prefer, Accept')
  const byHand = await crawl.call('GET', '/api/v1/echo/extract?text=page', {
    headers: { accept: 'text/markdown, application/json;q=0.5' },
  })
  assert.equal(byHand.text, '# Grüße\n')
  for (const [text, accept] of [
    ['page', 'application/json'],
    ['page', '*/*'],
    ['none', 'text/markdown'],
  ] as const) {
    const { status, json } = await ask(text, accept)
    assert.deepEqual([status, json['status']], [200, 'succeeded'], accept)
  }
})
