// A crawl of a whole site over the whole way: a request, its job, the jobs of its pages, a real worker, a made-up site.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

test('what links lead to is kept once, and what is not kept says why', async (t) => {
  const { site, origin, start, ended, pages, crawl } = await startSiteCrawl(t, {
    pages: 40,
    traps: false,
    largeBytes: 20_000,
  })
  const id = await start({ exclude: ['/download.pdf'] })
  const { status, manifest } = await ended(id)
  assert.equal(status, 'succeeded')
  const all = await pages(id)
  const pathOf = (url: string) => url.slice(origin.length)
  const kept = new Set(all.filter(({ state }) => state === 'stored').map(({ url }) => pathOf(url)))
  // Of two addresses with one text, either may have come first.
  const copies = all.filter(({ reason }) => reason === 'content')
  for (const { url, duplicateOf } of copies) {
    assert.ok(duplicateOf !== null && kept.has(pathOf(duplicateOf)), url)
    kept.add(pathOf(url))
  }
  const expected = [...site.expected].filter(
    (path) => (site.plan.pages.get(path)?.foundBy ?? 'link') === 'link',
  )
  assert.deepEqual(
    expected.filter((path) => !kept.has(path)),
    [],
  )
  assert.equal(manifest.counts.stored, expected.length)
  const reasons = Object.fromEntries(all.map(({ url, reason }) => [pathOf(url), reason]))
  for (const [path, reason] of [
    ['/missing.html', 'http_404'],
    ['/gone.html', 'http_410'],
    ['/broken.html', 'target_http_error'],
    ['/soft-404.html', 'soft_404'],
    ['/loop/a', 'too_many_redirects'],
    ['/private/secret.html', 'robots_disallowed'],
    ['/noindex.html', 'noindex'],
    ['/old/1', 'redirect'],
    ['/print/0', 'canonical'],
  ] as const)
    assert.equal(reasons[path], reason, path)
  assert.equal(manifest.complete, false)
  assert.ok(manifest.leftOut.some(({ reason }) => reason === 'nofollow'))
  assert.ok(!all.some(({ url }) => /hidden|unfollowed|utm_/.test(url)))
  // One address, one request; but for those that redirects lead to.
  assert.equal(site.fetches.get('/broken.html'), 3, 'a server that fails is asked again')
  const twice = [...site.fetches].filter(([path, n]) => n > 1 && !/^\/(loop|robots|broken)/.test(path))
  const targets = new Set(
    all.flatMap(({ reason, duplicateOf }) => (reason === 'redirect' ? [duplicateOf] : [])),
  )
  assert.deepEqual(
    twice.filter(([path]) => !targets.has(origin + path)),
    [],
  )
  const [withResult] = await pages(id, 'state=stored&include=results&limit=1')
  assert.ok(isRecord(withResult?.results?.['markdown']))
  const result = await crawl.call('GET', `/api/jobs/${id}/result`)
  assert.deepEqual(result.json, manifest)
})

test('requests counts each request for a page, those that redirects lead to as well', async (t) => {
  const site = await startServer(t, ({ url = '' }, response) => {
    const to = { '/a': '/b', '/b': '/c' }[url]
    const links = url === '/' ? '<a href="/a">A</a>' : ''
    if (to !== undefined) response.writeHead(302, { location: to }).end()
    else if (url !== '/' && url !== '/c') response.writeHead(404).end()
    else {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        `<title>At ${url}</title><p>${`Words at ${url} about the harbour. `.repeat(9)}</p>${links}`,
      )
    }
  })
  const { start, ended } = await startSiteCrawl(t)
  const { manifest } = await ended(await start({ urls: [`${site.origin}/`] }))
  assert.deepEqual(site.asked.toSorted(), ['/', '/a', '/b', '/c', '/robots.txt'])
  assert.equal(manifest.requests, 4)
})

test('traps end by their bounds, and do not keep the crawl from the rest of the site', async (t) => {
  const { site, start, ended, pages, origin } = await startSiteCrawl(t, { pages: 15, extras: false })
  const id = await start({ maxPages: 120, pagesPerCalendar: 6, pagesPerQuery: 5 })
  const { manifest } = await ended(id)
  const stored = new Set((await pages(id, 'state=stored')).map(({ url }) => url.slice(origin.length)))
  const missing = [...site.expected].filter(
    (path) => site.plan.pages.get(path)?.foundBy === 'link' && !stored.has(path),
  )
  assert.deepEqual(missing, [])
  assert.ok(manifest.counts.stored <= 120)
  assert.equal(manifest.complete, false)
  const reasons = new Set(manifest.leftOut.map(({ reason }) => reason))
  for (const reason of ['page_limit', 'calendar', 'query', 'session']) assert.ok(reasons.has(reason), reason)
})

test('a session in a parameter that no list names is learned from equal pages, and no page is lost by it', async (t) => {
  // A forum that writes a new session into each link, and a shop whose goods have such numbers.
  const id = (n: number, salt: string) => createHash('sha1').update(`${salt} ${n}`).digest('hex').slice(0, 8)
  const isShaped = (text: string) => /[0-9]/.test(text) && /[a-f]/.test(text)
  const goods = Array.from({ length: 12 }, (_, n) => id(n, 'item')).filter(isShaped)
  let visits = 0
  const { origin } = await startServer(t, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const page = (text: string, links: readonly string[]) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>${text}</title><p>${`${text} and more words about it. `.repeat(5)}</p>${links.map((href) => `<a href="${href}"></a>`).join('')}`,
        )
    const topics = Array.from({ length: 8 }, (_, n) => {
      visits += 1
      return `/topic?t=${n}&zap=${id(visits, 'visit')}`
    })
    switch (url.pathname) {
      case '/':
        return void page('The forum', [...topics, ...goods.map((item) => `/item?id=${item}`)])
      case '/topic':
        return void page(`Topic ${url.searchParams.get('t')}`, topics)
      case '/item':
        return void page(`The item ${url.searchParams.get('id')}`, ['/'])
      default:
        return void response.writeHead(404).end()
    }
  })
  const { start, ended, pages } = await startSiteCrawl(t)
  const crawled = await start({ urls: [`${origin}/`] })
  const { status, manifest } = await ended(crawled)
  assert.deepEqual([status, manifest.complete], ['succeeded', true], JSON.stringify(manifest))
  const stored = await pages(crawled, 'state=stored')
  const texts = (name: string) =>
    new Set(stored.flatMap(({ url }) => new URL(url).searchParams.get(name) ?? []))
  assert.deepEqual([texts('t').size, texts('id').size], [8, goods.length])
  assert.ok(manifest.leftOut.some(({ reason, count }) => reason === 'session' && count > 0))
  for (const { fetchedAt, duplicateOf } of await pages(crawled, 'reason=session'))
    assert.deepEqual([fetchedAt, duplicateOf?.includes('zap=')], [null, false])
  assert.ok(!manifest.leftOut.some(({ examples }) => examples.some((url) => url.includes('/item'))))
})

test('a second crawl gets only what changed, and keeps the results of the rest', async (t) => {
  const site = await startSiteCrawl(t, { pages: 60, traps: false, extras: false })
  const { origin, map, start, ended, pages } = site
  const listed = () =>
    [...site.site.plan.pages.values()].map(({ path, changedAt }) => ({
      url: origin + path,
      lastmod: changedAt.toISOString(),
    }))
  map.links = listed()
  const first = await start({ sitemap: 'include' })
  assert.equal((await ended(first)).manifest.counts.stored, 60)

  site.site.forgetFetches()
  const changed = site.site.change(0.05, new Date('2026-02-01T00:00:00Z'))
  const byValidators = await start({ incremental: first })
  const { manifest } = await ended(byValidators)
  assert.equal(manifest.notModified, 60 - changed.length)
  assert.equal(manifest.counts.unchanged, 60 - changed.length)
  const stored = await pages(byValidators, 'state=stored')
  assert.deepEqual(stored.map(({ url }) => url.slice(origin.length)).toSorted(), changed.toSorted())
  for (const page of await pages(byValidators, 'state=unchanged&include=results'))
    assert.ok(isRecord(page.results), page.url)

  site.site.forgetFetches()
  map.links = listed()
  const byDates = await ended(await start({ sitemap: 'include', incremental: first }))
  // A kept list would name the dates of then.
  assert.equal(fieldsOf(map.asked.at(-1))['maxAgeMs'], 0)
  assert.equal(byDates.manifest.requests, changed.length)
  assert.equal(byDates.manifest.counts.unchanged, 60 - changed.length)
  assert.deepEqual(
    [...site.site.fetches.keys()].filter((path) => path !== '/robots.txt').toSorted(),
    changed.toSorted(),
  )
})

test('pages from kept copies have the time at which the copies were fetched', async (t) => {
  const { start, ended, pages } = await startSiteCrawl(t, { pages: 5, traps: false, extras: false })
  const first = await ended(await start({}))
  const id = await start({})
  const { manifest, createdAt } = await ended(id)
  assert.deepEqual([manifest.requests, manifest.counts.stored], [0, 5])
  for (const { url, fetchedAt } of await pages(id, 'state=stored')) {
    assert.ok(fetchedAt !== null && fetchedAt < createdAt, url)
    assert.ok(first.startedAt !== null && fetchedAt > first.startedAt, url)
  }
  const fresh = await start({ maxAgeMs: 0 })
  const { createdAt: begun } = await ended(fresh)
  for (const { url, fetchedAt } of await pages(fresh, 'state=stored'))
    assert.ok(fetchedAt !== null && fetchedAt > begun, url)
})

test('a crawl pauses, goes on and is cancelled', async (t) => {
  const { site, crawl, start, until, ended } = await startSiteCrawl(t, {
    pages: 30,
    traps: false,
    extras: false,
  })
  const release = site.hold('/')
  const id = await start({ timeoutMs: 300_000 })
  await until(id, ({ manifest }) => manifest.counts.fetching === 1)
  const paused = await crawl.call('POST', `/api/v1/sites/${id}/pause`)
  assert.deepEqual([paused.status, Object(paused.json).isPaused], [200, true])
  release()
  const resting = await until(id, ({ manifest }) => manifest.counts.stored === 1)
  assert.equal(resting.manifest.counts.fetching, 0)
  assert.ok(resting.manifest.counts.queued > 0)
  assert.equal(resting.manifest.complete, null)
  await crawl.call('POST', `/api/v1/sites/${id}/resume`)
  const { manifest } = await ended(id)
  assert.equal(manifest.complete, true)
  assert.equal((await crawl.call('POST', `/api/v1/sites/${id}/pause`)).status, 409)

  site.hold('/')
  const other = await start({ maxAgeMs: 0 })
  await until(other, ({ manifest: now }) => now.counts.fetching === 1)
  await crawl.call('POST', `/api/jobs/${other}/cancel`)
  const cancelled = await ended(other)
  assert.deepEqual([cancelled.status, cancelled.manifest.complete], ['cancelled', false])
})
