// Which pages a crawl begins first: what the site names, then what its pages link, and last what grows like a trap.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '#test/support/sites/local-server.ts'
import { startSiteCrawl } from '#test/support/sites/start-site-crawl.ts'

test('with a limit, what sitemaps name comes before traps, however late they are read', async (t) => {
  const { site, origin, map, start, until, ended, pages, crawl } = await startSiteCrawl(t, {
    pages: 90,
    extras: false,
  })
  const listed = [...site.plan.pages.keys()].map((path) => ({ url: origin + path, lastmod: null }))
  map.links = listed
  const missing = `${origin}/sitemaps/missing.xml`
  map.unread = [missing]
  const { promise, resolve } = Promise.withResolvers<void>()
  map.held = promise
  const id = await start({ sitemap: 'include', maxPages: 100 })
  // The other pages are kept for what the sitemaps name.
  const resting = await until(id, ({ manifest }) => manifest.counts.stored === 10)
  assert.deepEqual([resting.manifest.counts.fetching, resting.status], [0, 'running'])
  // A pause changes nothing of the order.
  await crawl.call('POST', `/api/v1/sites/${id}/pause`)
  resolve()
  await until(id, ({ manifest }) => manifest.counts.queued >= listed.length - 10)
  await crawl.call('POST', `/api/v1/sites/${id}/resume`)
  const { manifest, status } = await ended(id)
  assert.deepEqual([status, manifest.counts.stored], ['succeeded', 100])
  const stored = new Set((await pages(id, 'state=stored')).map(({ url }) => url.slice(origin.length)))
  assert.deepEqual(
    [...site.expected].filter((path) => !stored.has(path)),
    [],
  )
  const leftOut = new Map(manifest.leftOut.map((entry) => [entry.reason, entry]))
  assert.ok((leftOut.get('page_limit')?.count ?? 0) > 0)
  assert.deepEqual(leftOut.get('sitemap_not_read'), {
    reason: 'sitemap_not_read',
    count: 1,
    examples: [missing],
  })
})

test('days of a calendar and combined filters wait until nothing else is left', async (t) => {
  // Articles that only the one before links, so that there is hardly ever more than one to choose.
  const articles = 40
  const page = (text: string, links: readonly string[]) =>
    `<title>${text}</title><p>${`${text} and words about it. `.repeat(5)}</p>${links.map((href) => `<a href="${href}"></a>`).join('')}`
  const { origin } = await startServer(t, (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://site')
    const [, folder = '', number = ''] = /^\/([a-z]+)\/(.*)$/.exec(pathname) ?? []
    const days = (from: number) =>
      Array.from({ length: 10 }, (_, day) =>
        new Date(Date.UTC(2026, 0, from + day)).toISOString().slice(0, 10),
      ).map((day) => `/events/${day}`)
    const filters = Array.from({ length: 10 }, (_, n) => `/shop?color=${n}&size=${searchParams.size}${n}`)
    const links =
      pathname === '/'
        ? ['/article/1', ...days(1), ...filters]
        : folder === 'article'
          ? [`/article/${Number(number) + 1}`].filter(() => Number(number) < articles)
          : folder === 'events'
            ? days(Math.round((Date.parse(number) - Date.UTC(2026, 0, 1)) / 86_400_000) + 2)
            : filters.map((href) => `${href}${searchParams.get('size') ?? ''}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(`${pathname}${search}`, links))
  })
  const { start, ended, pages } = await startSiteCrawl(t)
  const id = await start({ urls: [`${origin}/`], maxPages: 1 + articles + 20 + 20 + 5 })
  const { manifest } = await ended(id)
  const stored = (await pages(id, 'state=stored')).map(({ url }) => url.slice(origin.length))
  const countOf = (folder: string) => stored.filter((path) => path.startsWith(folder)).length
  assert.equal(countOf('/article/'), articles)
  // Twenty of each take turns with the articles; then five more of either.
  assert.equal(countOf('/events/') + countOf('/shop'), 45)
  assert.ok(countOf('/events/') >= 20 && countOf('/shop') >= 20, stored.join(' '))
  assert.ok(manifest.leftOut.some(({ reason }) => reason === 'page_limit'))
})
