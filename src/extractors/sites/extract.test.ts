import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { lazyShape } from '#contract/lazy-shape.ts'
import { MapData, type MapInput } from '#extractors/sites/request/options.ts'
import type { ExtractFetch, ExtractRequest } from '#extract/context.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractContext, isolateHere, siteOf, targetAnswer } from '#test/support/extract/extract-context.ts'
import { generateSite, type GeneratedSite } from '#test/support/sites/generated/generated-site.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { create } from './extract.ts'

const mapData = lazyShape(MapData)

/** Fetches as the egress does, without its rules. */
const plainFetch: ExtractFetch = async ({ url, headers = {}, maxBytes, cutBody }) => {
  const answer = await fetch(url, { headers, redirect: 'follow' })
  const whole = Buffer.from(await answer.arrayBuffer())
  if (whole.length > maxBytes && cutBody !== true)
    throw new SurveyorError('target_too_large', 'It is too large.')
  const body = whole.subarray(0, maxBytes)
  return targetAnswer(url, '', {
    status: answer.status,
    finalUrl: answer.url,
    headers: Object.fromEntries(answer.headers),
    body,
    bytes: body.length,
  })
}

async function mapOf(input: MapInput, fetchPage: ExtractFetch): Promise<MapData> {
  const { operations } = await create()
  const output = await operations['map']?.(input, extractContext(fetchPage, { isolate: isolateHere }))
  return mapData.Parse(output?.data)
}

async function serve(t: TestContext, site: GeneratedSite): Promise<string> {
  return (await startServer(t, site.respond)).origin
}

const pathsOf = ({ links }: MapData): string[] => links.map(({ url }) => new URL(url).pathname)

test('the map of a generated site has every page that a list or a link names, each once', async (t) => {
  const site = generateSite({ pages: 2_500 })
  const origin = await serve(t, site)
  const map = await mapOf({ url: `${origin}/` }, plainFetch)
  const paths = pathsOf(map)
  assert.deepEqual(
    [...site.expected].filter((path) => !paths.includes(path)),
    [],
  )
  assert.equal(new Set(map.links.map(({ url }) => url)).size, map.links.length)
  assert.equal(map.found, map.links.length)
  const only = (by: string) => map.links.find(({ url }) => url.includes(`/only-${by}/`))
  assert.deepEqual(only('news')?.sources, ['news'])
  assert.deepEqual(only('feed')?.sources, ['feed'])
  assert.deepEqual(only('hreflang')?.sources, ['hreflang'])
  assert.deepEqual(only('text')?.sources, ['sitemap'])
  assert.equal(only('news')?.titleFrom, 'news')
  const [start] = map.links
  assert.deepEqual([start?.title, start?.titleFrom], ['Harbour News', 'page'])
  assert.deepEqual(start?.sources, ['start', 'page', 'sitemap'])
  const article = site.plan.pages.get(site.plan.articles[0] ?? '')
  assert.equal(
    map.links.find(({ url }) => url.endsWith(article?.path ?? '-'))?.lastmod,
    article?.changedAt.toISOString(),
  )
})

test('what was cut or failed is told, list by list', async (t) => {
  const site = generateSite({ pages: 120 })
  const origin = await serve(t, site)
  const map = await mapOf({ url: origin, maxHubs: 10 }, plainFetch)
  const lists = Object.fromEntries(map.lists.map(({ url, outcome }) => [url.replace(origin, ''), outcome]))
  assert.deepEqual(lists, {
    '/sitemap_index.xml': 'read',
    '/feed.xml': 'read',
    '/sitemaps/pages-0.xml.gz': 'read',
    '/sitemaps/list.txt': 'read',
    '/sitemaps/news.xml': 'read',
    '/sitemaps/languages.xml': 'read',
    '/sitemaps/missing.xml': 'failed',
    '/sitemaps/broken.xml': 'cut',
    'http://elsewhere.test/sitemap.xml': 'foreign',
    '/atom.xml': 'read',
  })
  assert.equal(map.complete, false)
  assert.deepEqual(
    map.reasons.map(({ code, count }) => [code, count]),
    [
      ['list_failed', 1],
      ['list_cut', 1],
      ['list_foreign', 1],
      [
        'page_failed',
        map.pagesRead.filter(({ error }) => error !== null && !/^http_4(?:04|10)$/.test(error)).length,
      ],
    ],
  )
  // The index names itself, and no list is asked for twice.
  assert.equal(site.fetches.get('/sitemap_index.xml'), 1)
})

test('scope, patterns, search and limit choose from what was found', async (t) => {
  const site = generateSite({ pages: 300, extras: false, traps: false })
  const origin = await serve(t, site)
  const section = await mapOf({ url: `${origin}/section-1/`, scope: 'path' }, plainFetch)
  assert.ok(pathsOf(section).every((path) => path.startsWith('/section-1/')))
  assert.ok((section.dropped['path'] ?? 0) > 100)
  const chosen = await mapOf(
    { url: origin, include: ['/section-2/*'], exclude: ['*/article-2*'] },
    plainFetch,
  )
  assert.ok(
    pathsOf(chosen)
      .slice(1)
      .every((path) => path.startsWith('/section-2/') && !path.includes('/article-2')),
  )
  const news = [...site.plan.pages.values()].find(({ foundBy }) => foundBy === 'news')
  const found = await mapOf({ url: origin, search: `${news?.title} nowhereword`, limit: 3 }, plainFetch)
  assert.equal(pathsOf(found)[0], news?.path)
  assert.equal(found.links.length, Math.min(3, found.matched ?? 0))
  assert.ok(found.links.every(({ score = 0 }) => score > 0 && score <= 1))
  const few = await mapOf({ url: origin, limit: 10 }, plainFetch)
  assert.equal(few.links.length, 10)
  assert.deepEqual(few.reasons.map(({ code }) => code).slice(0, 1), ['limit'])
})

test('`sitemap` decides whether pages or sitemaps are read', async (t) => {
  const site = generateSite({ pages: 120, extras: false, traps: false })
  const origin = await serve(t, site)
  const skipped = await mapOf({ url: origin, sitemap: 'skip', maxHubs: 2 }, plainFetch)
  assert.deepEqual(
    skipped.lists.map(({ from }) => from),
    ['page', 'page'],
  )
  assert.equal(skipped.pagesRead.length, 3)
  assert.ok(skipped.links.every(({ sources }) => !sources.includes('sitemap')))
  site.forgetFetches()
  const only = await mapOf({ url: origin, sitemap: 'only' }, plainFetch)
  assert.equal(site.fetches.has('/'), false)
  assert.deepEqual([only.pagesRead, only.title], [[], null])
  assert.ok(only.found > 100)
})

test('a robots.txt of any length names its sitemaps and feeds as far as it is read', async (t) => {
  const site = generateSite({ pages: 250 })
  const { origin } = await startServer(t, (request, response) => {
    if (request.url !== '/robots.txt') return site.respond(request, response)
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(
      `Sitemap: /feed.xml\n${'Disallow: /nowhere/*/x$\n'.repeat(60_000)}Sitemap: /sitemap_index.xml\n`,
    )
  })
  const map = await mapOf({ url: `${origin}/`, sitemap: 'only' }, plainFetch)
  assert.deepEqual(
    map.lists.map(({ url, from }) => [url, from]),
    [[`${origin}/feed.xml`, 'robots']],
  )
  assert.ok(pathsOf(map).every((path) => site.plan.pages.get(path)?.foundBy === 'feed'))
  assert.ok(map.links.length > 0)
})

test('without a robots.txt the usual places are tried, and their absence is no fault', async () => {
  const sitemap =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.test/x</loc></url></urlset>'
  const gone = { status: 404 }
  const answers = {
    'https://a.test/':
      '<title>A</title><p>Some words that make this a page for a reader.</p><a href="/y">Why</a>',
    'https://a.test/robots.txt': gone,
    'https://a.test/sitemap.xml': gone,
    'https://a.test/sitemap_index.xml': {
      body: Buffer.from(sitemap),
      headers: { 'content-type': 'text/xml' },
    },
    'https://a.test/y': '<title>Why</title><p>Because there are more words here for a reader.</p>',
  }
  const { fetch: fetchPage, asked } = siteOf(answers)
  const map = await mapOf({ url: 'https://a.test/' }, fetchPage)
  assert.deepEqual(map.reasons, [])
  assert.equal(map.complete, true)
  assert.deepEqual(
    map.links.map(({ url, title, titleFrom, sources }) => [url, title, titleFrom, sources]),
    [
      ['https://a.test/', 'A', 'page', ['start']],
      ['https://a.test/y', 'Why', 'page', ['page']],
      ['https://a.test/x', null, null, ['sitemap']],
    ],
  )
  assert.equal(asked.length, 5)
})

test('a link of the first page to nothing makes no map incomplete, one to a page that fails does', async () => {
  const words = '<p>Because there are more words here for a reader of this page.</p>'
  const statuses = { dead: 404, gone: 410, broken: 500, refused: 403 }
  const pages = Object.entries(statuses).map(
    ([name, status]) => [`https://a.test/${name}`, { status, body: Buffer.from(words) }] as const,
  )
  const mapWith = async (...names: readonly string[]) => {
    const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')
    const answers = { ...Object.fromEntries(pages), 'https://a.test/': `<title>A</title>${words}${links}` }
    const { fetch: fetchPage } = siteOf(answers)
    const map = await mapOf({ url: 'https://a.test/', sitemap: 'skip' }, fetchPage)
    return [
      map.complete,
      map.reasons.map(({ code, count }) => [code, count]),
      map.pagesRead.map(({ error }) => error),
    ]
  }
  assert.deepEqual(await mapWith('dead', 'gone'), [true, [], [null, 'http_404', 'http_410']])
  const [complete, reasons] = await mapWith('dead', 'broken', 'refused')
  assert.deepEqual([complete, reasons], [false, [['page_failed', 2]]])
})

test('credentials go to the origin of the request only', async () => {
  const asked: ExtractRequest[] = []
  const robots = 'Sitemap: https://files.a.test/sitemap.xml\nSitemap: https://other.test/sitemap.xml\n'
  await mapOf(
    { url: 'https://a.test/', sitemap: 'only', httpAuth: { username: 'u', password: 'p' } },
    async (request) => {
      asked.push(request)
      return targetAnswer(request.url, request.url.endsWith('robots.txt') ? robots : 'http://a.test/x')
    },
  )
  assert.deepEqual(
    asked.map(({ url, headers = {} }) => [url, 'authorization' in headers]),
    [
      ['https://a.test/robots.txt', true],
      ['https://files.a.test/sitemap.xml', false],
    ],
  )
})

test('a first page that leads to another site is told; one that fails is the error where nothing else is known', async () => {
  const away = await mapOf({ url: 'https://a.test/', sitemap: 'skip' }, async ({ url }) =>
    targetAnswer(url, '<title>B</title><p>Another site with its own words.</p><a href="/z">z</a>', {
      finalUrl: 'https://b.test/',
    }),
  )
  assert.deepEqual([away.links, away.reasons.map(({ code }) => code)], [[], ['redirected_away']])
  const refused = async () => {
    throw new SurveyorError('target_dns_error', 'There is no such host.')
  }
  await assert.rejects(mapOf({ url: 'https://a.test/' }, refused), { code: 'target_dns_error' })
})

test('a list that never answers costs its time and nothing else: the rest is answered', async () => {
  const robots = 'Sitemap: https://a.test/slow.xml\nSitemap: https://a.test/fast.txt\n'
  const map = await mapOf({ url: 'https://a.test/', sitemap: 'only' }, async ({ url }) => {
    if (url.endsWith('/slow.xml')) throw new SurveyorError('target_timeout', 'It does not answer.')
    return targetAnswer(url, url.endsWith('robots.txt') ? robots : 'https://a.test/x\nhttps://b.test/y\n')
  })
  assert.deepEqual(
    map.links.map(({ url }) => url),
    ['https://a.test/x'],
  )
  assert.deepEqual(map.dropped, { host: 1 })
  assert.deepEqual(
    map.reasons.map(({ code }) => code),
    ['list_failed'],
  )
})
