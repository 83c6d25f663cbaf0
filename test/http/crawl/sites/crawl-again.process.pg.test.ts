// What an incremental crawl finds by pages that have not changed: what failed before, what was left out, other options.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { isRecord } from '#kit/unknown-values.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

/** A site whose pages have validators and links; one without an entry is 404, and `/to/x` refreshes to `/x`. */
async function linkedSite(t: TestContext, pages: Record<string, readonly string[]>) {
  const { origin } = await startServer(t, (request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/to/')) {
      const stub = `<meta http-equiv="refresh" content="0; url=${path.slice('/to'.length)}">`
      const isKnown = request.headers['if-none-match'] === '"stub"'
      return response
        .writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"stub"' })
        .end(isKnown ? undefined : stub)
    }
    const links = pages[path]
    const etag = `"${path} ${links?.join(' ')}"`
    if (links?.[0] === 'redirect') return response.writeHead(301, { location: links[1] }).end()
    if (links === undefined) return response.writeHead(404, { 'content-type': 'text/html' }).end('Not found')
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    const anchors = links.map((href) => `<a href="${href}">${href}</a>`).join(' ')
    return response
      .writeHead(200, { 'content-type': 'text/html', etag })
      .end(`<title>${path}</title><main><p>All about ${path} and nothing else.</p>${anchors}</main>`)
  })
  const site = await startSiteCrawl(t)
  const crawl = async (more: object = {}) => {
    const id = await site.start({ urls: [`${origin}/`], ...more })
    const { manifest } = await site.ended(id)
    const list = await site.pages(id, 'include=results')
    const states = Object.fromEntries(list.map(({ url, state }) => [url.slice(origin.length), state]))
    const changes = Object.fromEntries(list.map(({ url, change }) => [url.slice(origin.length), change]))
    return { id, manifest, states, changes, list, pagesOf: async (query: string) => site.pages(id, query) }
  }
  return { origin, pages, map: site.map, crawl }
}

test('a page that failed is asked for again, though the page that links it has not changed', async (t) => {
  const { crawl, pages } = await linkedSite(t, { '/': ['/a', '/late'], '/a': [] })
  const first = await crawl()
  assert.deepEqual(first.states, { '/': 'stored', '/a': 'stored', '/late': 'failed' })

  const second = await crawl({ incremental: first.id })
  assert.deepEqual(second.states, { '/': 'unchanged', '/a': 'unchanged', '/late': 'failed' })
  assert.equal(second.manifest.complete, false)

  pages['/late'] = []
  const third = await crawl({ incremental: second.id })
  assert.deepEqual(third.states, { '/': 'unchanged', '/a': 'unchanged', '/late': 'stored' })
  assert.equal(third.manifest.complete, true)

  // Nothing leads there any more: it is not asked for for ever.
  delete pages['/late']
  pages['/'] = ['/a']
  const fourth = await crawl({ incremental: third.id })
  assert.equal(fourth.states['/late'], 'failed')
  const fifth = await crawl({ incremental: fourth.id })
  assert.deepEqual([fifth.states['/late'], fifth.manifest.complete], [undefined, true])
})

test('each page says what has become of it since the earlier crawl, and the manifest counts that', async (t) => {
  const { crawl, pages } = await linkedSite(t, {
    '/': ['/a', '/b', '/moved', '/gone', '/late'],
    '/a': [],
    '/b': [],
    '/moved': [],
    '/gone': [],
  })
  const first = await crawl()
  assert.equal(first.manifest.changes, undefined)
  assert.ok(first.list.every((page) => !('change' in page)))

  Object.assign(pages, { '/': ['/a', '/b', '/moved', '/late'], '/b': ['/new'], '/new': [], '/late': [] })
  delete pages['/gone']
  pages['/moved'] = ['redirect', '/elsewhere']
  pages['/elsewhere'] = []
  const changes = {
    '/': 'changed',
    '/a': 'unchanged',
    '/b': 'changed',
    '/moved': 'vanished',
    '/gone': 'vanished',
    '/late': 'new',
    '/elsewhere': 'new',
    '/new': 'new',
  }
  const second = await crawl({ incremental: first.id })
  assert.deepEqual(second.changes, changes)
  assert.deepEqual(second.manifest.changes, { new: 3, changed: 2, unchanged: 1, vanished: 2 })
  assert.deepEqual(
    (await second.pagesOf('change=vanished,unchanged')).map(({ url }) => url.replace(/.*\//, '/')).toSorted(),
    ['/a', '/gone', '/moved'],
  )
  // Other extractors, so that all is fetched again: what it is compared with is the same.
  const other = await crawl({
    incremental: first.id,
    extractors: [{ extractor: 'markdown', options: { formats: ['text'] } }],
  })
  assert.deepEqual(other.changes, changes)

  // What has vanished is no longer there to vanish.
  const third = await crawl({ incremental: second.id })
  assert.deepEqual(third.manifest.changes, { new: 0, changed: 0, unchanged: 6, vanished: 0 })
})

test('what a limit left out is found through pages that have not changed', async (t) => {
  const { crawl } = await linkedSite(t, { '/': ['/a', '/b'], '/a': ['/a/deep'], '/b': [], '/a/deep': [] })
  const shallow = await crawl({ maxDepth: 1 })
  assert.equal(shallow.states['/a/deep'], undefined)
  const deep = await crawl({ incremental: shallow.id })
  assert.deepEqual(deep.states, {
    '/': 'unchanged',
    '/a': 'unchanged',
    '/b': 'unchanged',
    '/a/deep': 'stored',
  })

  const again = await crawl({ incremental: shallow.id, maxDepth: 1 })
  const reasons = again.manifest.leftOut.map(({ reason }) => reason)
  assert.deepEqual([again.manifest.complete, reasons], [false, ['depth']])

  const small = await crawl({ maxPages: 2 })
  const rest = await crawl({ incremental: small.id })
  assert.equal(rest.manifest.counts.stored + rest.manifest.counts.unchanged, 4)
  assert.equal(rest.manifest.complete, true)
})

test('pages that are unchanged by their dates lead on too, within the limit of pages', async (t) => {
  const { origin, map, crawl, pages } = await linkedSite(t, { '/': ['/a', '/late'], '/a': [] })
  map.links = [
    { url: `${origin}/`, lastmod: '2026-01-01T00:00:00.000Z' },
    { url: `${origin}/a`, lastmod: '2026-01-02T00:00:00.000Z' },
  ]
  const first = await crawl({ sitemap: 'include' })
  assert.deepEqual(first.states, { '/': 'stored', '/a': 'stored', '/late': 'failed' })
  pages['/late'] = []
  const second = await crawl({ sitemap: 'include', incremental: first.id })
  assert.deepEqual(second.states, { '/': 'unchanged', '/a': 'unchanged', '/late': 'stored' })
  assert.equal(second.manifest.requests, 1)
  const [start] = second.list
  assert.deepEqual([start?.reason, start?.fetchedAt], ['lastmod', null])
  assert.ok(second.list.every(({ results }) => isRecord(results)))

  const bounded = await crawl({ sitemap: 'include', incremental: first.id, maxPages: 1 })
  assert.equal(bounded.manifest.counts.unchanged + bounded.manifest.counts.stored, 1)
})

test('with other extractors nothing keeps the result of the earlier ones', async (t) => {
  const { crawl } = await linkedSite(t, { '/': ['/a'], '/a': [] })
  const withFormats = (...formats: string[]) => ({
    extractors: [{ extractor: 'markdown', options: { formats } }],
  })
  const first = await crawl(withFormats('markdown'))
  const other = await crawl({ ...withFormats('text'), incremental: first.id })
  assert.deepEqual(other.states, { '/': 'stored', '/a': 'stored' })
  const same = await crawl({ ...withFormats('text'), incremental: other.id })
  assert.deepEqual(same.states, { '/': 'unchanged', '/a': 'unchanged' })
})

test('a page that another one refreshes to has its own address, and its changes are seen', async (t) => {
  const { crawl, pages } = await linkedSite(t, { '/': ['/to/new'], '/new': [], '/a': [] })
  const first = await crawl()
  assert.deepEqual(first.states, { '/': 'stored', '/to/new': 'duplicate', '/new': 'stored' })
  const same = await crawl({ incremental: first.id })
  assert.deepEqual(same.states, { '/': 'unchanged', '/to/new': 'duplicate', '/new': 'unchanged' })
  pages['/new'] = ['/a']
  const changed = await crawl({ incremental: same.id })
  assert.deepEqual(changed.states, {
    '/': 'unchanged',
    '/to/new': 'duplicate',
    '/new': 'stored',
    '/a': 'stored',
  })
})

test('a duplicate that has not changed leads to what it named', async (t) => {
  const there = new Set(['/', '/a', '/b'])
  const links: Record<string, string[]> = { '/': ['/a', '/b'], '/a': ['/one'], '/b': ['/two'] }
  const { origin } = await startServer(t, (request, response) => {
    const path = request.url ?? '/'
    if (!there.has(path)) return response.writeHead(404, { 'content-type': 'text/html' }).end('Not found')
    const etag = `"${path}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    const text =
      links[path] === undefined
        ? `All about ${path}.`
        : 'What is sold here, and by whom, and at which hours of the day: '.repeat(5)
    const anchors = links[path]?.map((href) => `<a href="${href}">more</a>`).join(' ')
    return response
      .writeHead(200, { 'content-type': 'text/html', etag })
      .end(`<title>A shop</title><main><p>${path === '/' ? 'Welcome.' : text}</p>${anchors}</main>`)
  })
  const site = await startSiteCrawl(t)
  const crawl = async (more: object) => {
    const id = await site.start({ urls: [`${origin}/`], maxAgeMs: 0, ...more })
    const { manifest } = await site.ended(id)
    const list = await site.pages(id, 'include=results')
    const states = Object.fromEntries(list.map(({ url, state }) => [url.slice(origin.length), state]))
    const withResults = list.flatMap(({ url, results }) =>
      results === null ? [] : [url.slice(origin.length)],
    )
    return { id, manifest, states, withResults: withResults.toSorted() }
  }
  site.map.links = ['/a', '/b'].map((path) => ({
    url: `${origin}${path}`,
    lastmod: path === '/a' ? '2026-01-01T00:00:00.000Z' : '2026-01-02T00:00:00.000Z',
  }))
  for (const sitemap of ['skip', 'include']) {
    there.delete('/two')
    const first = await crawl({ sitemap })
    const copy = first.states['/a'] === 'duplicate' ? '/a' : '/b'
    const only = copy === '/a' ? '/one' : '/two'
    const original = copy === '/a' ? '/b' : '/a'
    assert.deepEqual(
      first.states,
      { '/': 'stored', [original]: 'stored', [copy]: 'duplicate', '/one': 'failed', '/two': 'failed' },
      sitemap,
    )
    assert.deepEqual(first.withResults, ['/', original])

    // Nothing but the duplicate leads there.
    there.add(only)
    const second = await crawl({ sitemap, incremental: first.id })
    assert.deepEqual(
      second.states,
      {
        '/': 'unchanged',
        [original]: 'unchanged',
        [copy]: 'duplicate',
        '/one': 'failed',
        '/two': 'failed',
        [only]: 'stored',
      },
      sitemap,
    )
    assert.equal(second.manifest.notModified, sitemap === 'skip' ? 3 : 1)
    assert.deepEqual(second.withResults, ['/', original, only].toSorted())
    const third = await crawl({ sitemap, incremental: second.id })
    assert.deepEqual([third.states[copy], third.states[only]], ['duplicate', 'unchanged'], sitemap)
    there.delete(only)
  }
})
