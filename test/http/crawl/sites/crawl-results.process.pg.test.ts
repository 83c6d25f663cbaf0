// What a crawl says of pages that are nearly the same, and its pages as files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import { isRecord } from '#kit/unknown-values.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { generateSite } from '#test/support/sites/generated/generated-site.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

const PLAIN = { traps: false, extras: false } as const

/** A text of 120 words that no other seed has. */
const textOf = (seed: string) =>
  Array.from({ length: 120 }, (_, n) => `${seed}${(n * 7_919) % 211}`).join(' ')

/** A shop whose pages have a menu of many words; `seen` counts the requests. */
function shop(pages: Readonly<Record<string, string>>) {
  const menu = Array.from({ length: 60 }, (_, n) => `<div><a href="/">Menu entry number ${n}</a></div>`).join(
    '',
  )
  return {
    pages: { ...pages } as Record<string, string>,
    answer(path: string): string | null {
      if (path === '/')
        return `<p>${textOf('start')}</p>${Object.keys(this.pages)
          .map((href) => `<a href="${href}">${href}</a>`)
          .join('')}`
      const text = this.pages[path]
      return text === undefined ? null : `<title>${path}</title>${menu}<main><p>${text}</p></main>`
    },
  }
}

test('a page with nearly the text of another one names it, and is left out where that is asked for', async (t) => {
  const site = shop({
    '/a': `${textOf('alpha')} Printed on Monday.`,
    '/other': textOf('beta'),
    '/short': 'Only a few words of its own.',
  })
  const { origin } = await startServer(t, (request, response) => {
    const html = site.answer(request.url ?? '/')
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html' }).end(html ?? '')
  })
  const { start, ended, pages } = await startSiteCrawl(t)
  const crawl = async (more: object = {}) => {
    const id = await start({ urls: [`${origin}/`], ...more })
    const { manifest } = await ended(id)
    const byPath = new Map((await pages(id)).map((one) => [one.url.slice(origin.length), one]))
    return { id, manifest, byPath }
  }
  const first = await crawl()
  for (const { nearDuplicateOf } of first.byPath.values()) assert.equal(nearDuplicateOf, null)

  // Against a page of the earlier crawl, which is not fetched again.
  site.pages['/b'] = `${textOf('alpha')} Printed on Tuesday.`
  const second = await crawl({ incremental: first.id })
  const [a, b] = [second.byPath.get('/a'), second.byPath.get('/b')]
  assert.deepEqual([a?.state, a?.nearDuplicateOf], ['unchanged', null])
  assert.deepEqual([b?.state, b?.nearDuplicateOf], ['stored', `${origin}/a`])
  assert.equal(second.byPath.get('/other')?.nearDuplicateOf, null)
  // The mark stays where the page has not changed.
  const third = await crawl({ incremental: second.id })
  assert.equal(third.byPath.get('/b')?.nearDuplicateOf, `${origin}/a`)

  const dropped = await crawl({ similarContent: 'drop', maxAgeMs: 0 })
  const copies = [...dropped.byPath.values()].filter(({ reason }) => reason === 'similar_content')
  assert.equal(copies.length, 1)
  const [copy] = copies
  const pair = [copy?.url, copy?.duplicateOf].map((url) => url?.slice(origin.length)).toSorted()
  assert.deepEqual([copy?.state, copy?.nearDuplicateOf, pair], ['duplicate', null, ['/a', '/b']])
  assert.equal(dropped.manifest.counts.stored, 4)
  assert.equal(dropped.manifest.complete, true)
})

test('of equal pages the one that has a result keeps it in later crawls, whichever is read first', async (t) => {
  let held = { path: '/two', until: Promise.withResolvers<void>() }
  const { origin } = await startServer(t, (request, response) => {
    const links = '<a href="/one">one</a> <a href="/two">two</a>'
    const text = request.url === '/' ? `${textOf('start')} ${links}` : textOf('equal')
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${text}</p>`)
    if (request.url === held.path) void held.until.promise.then(answer)
    else answer()
  })
  const { start, until, ended, pages } = await startSiteCrawl(t)
  const statesOf = async (last: string, more: object = {}) => {
    held = { path: last, until: Promise.withResolvers<void>() }
    const id = await start({ urls: [`${origin}/`], maxAgeMs: 0, ...more })
    await until(id, ({ manifest: { counts } }) => counts.stored + counts.unchanged === 2)
    held.until.resolve()
    await ended(id)
    const states = (await pages(id)).map(({ url, state, duplicateOf }) => [
      url.slice(origin.length),
      state,
      duplicateOf?.slice(origin.length),
    ])
    return { id, states: states.toSorted() }
  }
  const first = await statesOf('/two')
  assert.deepEqual(first.states, [
    ['/', 'stored', undefined],
    ['/one', 'stored', undefined],
    ['/two', 'duplicate', '/one'],
  ])
  const second = await statesOf('/one', { incremental: first.id })
  assert.deepEqual(second.states, [
    ['/', 'unchanged', undefined],
    ['/one', 'unchanged', undefined],
    ['/two', 'duplicate', '/one'],
  ])
})

test('the pages of a crawl as files: the lines of the list, in as many files as they need', async (t) => {
  const maxBytes = 30_000
  const { start, ended, pages, crawl } = await startSiteCrawl(
    t,
    { pages: 20, ...PLAIN },
    { crawl: { artifacts: { maxBytes } } },
  )
  const id = await start({ artifact: true })
  const { manifest, status } = await ended(id)
  assert.equal(status, 'succeeded')
  const { artifacts = [] } = manifest
  assert.ok(artifacts.length > 1, `${artifacts.length} files`)
  const lines: string[] = []
  for (const { href, kind, mediaType, bytes } of artifacts) {
    assert.deepEqual([kind, mediaType], ['pages', 'application/x-ndjson'])
    const { text, status: found } = await crawl.call('GET', href)
    assert.deepEqual([found, Buffer.byteLength(text)], [200, bytes])
    assert.ok(bytes <= maxBytes)
    lines.push(...text.trimEnd().split('\n'))
  }
  const listed = await pages(id, 'include=results')
  assert.deepEqual(
    lines.map((line): SitePage => JSON.parse(line)),
    listed,
  )
  assert.ok(listed.every(({ state, results }) => state !== 'stored' || isRecord(results)))
  // The same in the result of the job; and a crawl that was not asked for files has none.
  assert.deepEqual((await crawl.call('GET', `/api/jobs/${id}/result`)).json, manifest)
  assert.equal((await ended(await start())).manifest.artifacts, undefined)
})

test('a page that fits into no file has a line without its results, and the manifest says so', async (t) => {
  const { origin } = await startServer(t, (request, response) => {
    const text =
      request.url === '/' ? `${textOf('start')}<a href="/long">long</a>` : textOf('long').repeat(40)
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${text}</p>`)
  })
  const { start, ended, crawl } = await startSiteCrawl(t, PLAIN, {
    crawl: { artifacts: { maxBytes: 10_000 } },
  })
  const { manifest } = await ended(await start({ urls: [`${origin}/`], artifact: true }))
  assert.deepEqual(manifest.leftOut, [{ reason: 'file_line', count: 1, examples: [`${origin}/long`] }])
  assert.equal(manifest.complete, false)
  const { text } = await crawl.call('GET', manifest.artifacts?.[0]?.href ?? '')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): SitePage => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ url, state, results }) => [url.slice(origin.length), state, results === null]),
    [
      ['/', 'stored', false],
      ['/long', 'stored', true],
    ],
  )
})

test('a replica that stops while it writes the files leaves that to another one', async (t) => {
  const site = generateSite({ pages: 12, ...PLAIN })
  const { origin } = await startServer(t, site.respond)
  const blobs = await openTestBlobs(t)
  const writing = Promise.withResolvers<void>()
  let isStuck = true
  const options = { extractors: [markdown, page], replicated: true, artifacts: { maxBytes: 30_000 } }
  const stuck: typeof blobs = {
    ...blobs,
    async put(content, put) {
      const stored = await blobs.put(content, put)
      if (!isStuck || !(Symbol.asyncIterator in content)) return stored
      writing.resolve()
      // As a process that is killed: the content is there, and nobody refers to it.
      return new Promise(() => undefined)
    },
  }
  const first = await startTestCrawl(t, { ...options, blobs: stuck })
  await startCrawlWorker(t, first, options.extractors)
  const body = { urls: [`${origin}/`], sitemap: 'skip', artifact: true }
  const { json } = await first.call<{ jobId: string }>('POST', '/api/v1/sites/crawl', { body })
  await writing.promise
  const path = `/api/v1/sites/${json.jobId}`
  const { manifest: before, status } = (await first.call<SiteCrawl>('GET', path)).json
  assert.deepEqual([status, before.artifacts, before.counts.queued], ['running', [], 0])
  const second = await startTestCrawl(t, { ...options, blobs, db: first.db })
  isStuck = false
  await first.stop()
  let shown = (await second.call<SiteCrawl>('GET', path)).json
  while (shown.completedAt === null) {
    await second.call('GET', `/api/jobs/${json.jobId}?waitMs=30000`)
    shown = (await second.call<SiteCrawl>('GET', path)).json
  }
  const texts: string[] = []
  for (const { href } of shown.manifest.artifacts ?? []) texts.push((await second.call('GET', href)).text)
  const urls = texts
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as SitePage).url)
  assert.deepEqual([new Set(urls).size, urls.length], [urls.length, shown.manifest.counts.stored])
})
