// A single-page app through the whole way: what its scripts write, fetch and hide.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { SiteCrawl } from '#contract/crawl/sites/site.ts'
import type { Problem } from '#contract/problem.ts'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import { sql } from '#platform/db/sql.ts'
import { startBrowserCrawl } from '#test/support/crawl/start-browser-crawl.ts'
import type { TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { PRODUCTS, spaSite } from '#test/support/sites/spa-site.ts'

interface Answer extends Omit<ExtractionAnswer, 'data'> {
  readonly data: {
    readonly markdown?: string
    readonly value?: unknown
    readonly found?: {
      readonly xhr?: readonly { url: string; method: string; status: number; body: unknown }[]
    }
    readonly provenance?: Readonly<Record<string, { source: string }>>
  }
}

async function read(crawl: TestCrawl, extractor: string, body: object): Promise<Answer> {
  const answer = await crawl.call<Answer>('POST', `/api/v1/${extractor}/extract`, {
    body: { timeoutMs: 110_000, ...body },
    // However slow the machine is.
    headers: { prefer: 'wait=120' },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

suite('a single-page app', () => {
  test('its text with shadow roots of both kinds and frames of another origin, in one call', async (t) => {
    let frames = ''
    const { crawl, site } = await startBrowserCrawl(
      t,
      [markdown],
      spaSite(() => frames),
    )
    frames = site.origin.replace('127.0.0.1', 'localhost')
    for (const engine of ['auto', 'browser']) {
      const url = `${site.origin}/shop/K-1?${engine}`
      const { data, engine: used, warnings } = await read(crawl, 'markdown', { url, engine, frames: true })
      const text = data.markdown ?? ''
      assert.equal(used.used, 'browser')
      assert.match(text, /^# Brass kettle/)
      for (const said of [
        'made by hand',
        'says a closed root',
        'Ask us',
        'says an open root',
        'says a frame.',
      ]) {
        assert.ok(text.includes(said), `${said}: ${text} ${JSON.stringify(warnings)}`)
      }
    }
    const html = (
      await read(crawl, 'markdown', {
        url: `${site.origin}/shop/P-7`,
        engine: 'browser',
        formats: ['rawHtml'],
      })
    ).data as { readonly rawHtml?: string }
    assert.match(html.rawHtml ?? '', /<template shadowrootmode="closed">/)
    // A frame in a frame is written inside of it.
    assert.match(html.rawHtml ?? '', /srcdoc="[^"]*srcdoc=&quot;[^"]*says a frame in it/)
  })

  test('the data that its scripts fetch: by default, by name, by the address', async (t) => {
    const { crawl, site } = await startBrowserCrawl(
      t,
      [json],
      spaSite(() => site.origin),
    )
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    }
    const wanted = PRODUCTS.map(({ name, price }) => ({ name, price }))
    const auto = await read(crawl, 'json', { url: `${site.origin}/`, schema })
    assert.deepEqual([auto.engine.used, auto.data.value], ['browser', wanted])
    assert.equal(auto.data.provenance?.['/0/name']?.source, 'xhr')
    const all = await read(crawl, 'json', { url: `${site.origin}/`, sources: ['xhr'] })
    assert.deepEqual(
      all.data.found?.xhr?.map(({ url, method, status, body }) => [
        new URL(url).pathname,
        method,
        status,
        body,
      ]),
      [
        ['/api/products.json', 'GET', 200, { items: PRODUCTS }],
        ['/api/visits', 'POST', 200, { visits: 3 }],
      ],
    )
    const some = await read(crawl, 'json', {
      url: `${site.origin}/`,
      capture: { urlPattern: '/visits$' },
      sources: ['meta'],
    })
    assert.deepEqual(
      some.data.found?.xhr?.map(({ body }) => body),
      [{ visits: 3 }],
    )
    const one = await read(crawl, 'json', {
      url: `${site.origin}/`,
      capture: { urlPattern: '/api/', max: 1 },
    })
    assert.equal(one.data.found?.xhr?.length, 1)
    assert.ok(one.warnings.some(({ code, pointer }) => code === 'found_cut' && pointer === '/found/xhr'))
    const refused = await crawl.call<Problem>('POST', '/api/v1/json/extract', {
      body: { url: `${site.origin}/`, engine: 'http', capture: { urlPattern: '/api/' } },
    })
    assert.deepEqual([refused.status, refused.json.errors?.[0]?.pointer], [422, '/capture'])
  })

  test('the JSON that frames of another site fetch, once each', async (t) => {
    let frames = ''
    const { crawl, site } = await startBrowserCrawl(t, [json], (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      if (pathname.endsWith('.json')) {
        response.writeHead(200, { 'content-type': 'application/json' })
        const size = pathname === '/large.json' ? 3_000_000 : 3
        return void response.end(JSON.stringify({ of: pathname, filler: 'x'.repeat(size) }))
      }
      response.writeHead(200, { 'content-type': 'text/html' })
      const own = pathname === '/inner' ? ['/inner.json', '/large.json'] : ['/outer.json']
      response.end(`<!doctype html><title>Frames</title><p>A page of ${pathname}.</p>
        ${pathname !== '/page' ? '' : `<iframe src="${frames}/inner"></iframe><iframe src="/same"></iframe>`}
        <script>for (const path of ${JSON.stringify(own)}) fetch(path).then((answer) => answer.json())</script>`)
    })
    frames = site.origin.replace('127.0.0.1', 'localhost')
    const { data, warnings } = await read(crawl, 'json', {
      url: `${site.origin}/page`,
      sources: ['xhr'],
      engine: 'browser',
      waitFor: { state: 'network_idle' },
    })
    const found = data.found?.xhr?.map(({ url, status }) => [url.replace(/^.*\/\/(.*):\d+/, '$1'), status])
    // Frames answer in any order.
    assert.deepEqual(found?.toSorted(), [
      ['127.0.0.1/outer.json', 200],
      ['127.0.0.1/outer.json', 200],
      ['localhost/inner.json', 200],
    ])
    assert.ok(
      warnings.some(({ code, pointer }) => code === 'found_cut' && pointer === '/found/xhr'),
      'the large one',
    )
  })

  test('a crawl in a browser follows the links that scripts write', async (t) => {
    const words = 'Words that a script writes into the page. '.repeat(5)
    const { crawl, site } = await startBrowserCrawl(t, [markdown, page], (request, response) => {
      const links = request.url === '/' ? ['/a', '/b'] : ['/']
      const made = `<h1>At ${request.url}</h1><p>${words}</p>${links.map((href) => `<a href="${href}">${href}</a>`).join('')}`
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>App</title><main></main><script>
          document.querySelector('main').innerHTML = ${JSON.stringify(made)}</script>`)
    })
    const body = { urls: [`${site.origin}/`], sitemap: 'skip', engine: 'browser', timeoutMs: 300_000 }
    const { json: made } = await crawl.call<{ jobId: string }>('POST', '/api/v1/sites/crawl', { body })
    const look = async () => (await crawl.call<SiteCrawl>('GET', `/api/v1/sites/${made.jobId}`)).json
    while ((await look()).completedAt === null)
      await crawl.call('GET', `/api/jobs/${made.jobId}?waitMs=30000`)
    const { manifest } = await look()
    assert.deepEqual([manifest.complete, manifest.counts.stored], [true, 3], JSON.stringify(manifest))
    const { text } = await crawl.call('GET', `/api/v1/sites/${made.jobId}/pages?include=results`)
    for (const path of ['/', '/a', '/b']) assert.ok(text.includes(`# At ${path}`), path)
  })

  test('the domain is learned: from the third request on a browser at once, HTTP now and then', async (t) => {
    const { crawl, site } = await startBrowserCrawl(t, [markdown], spaSiteWithPlainPage())
    const engineOf = async (path: string, body: object = {}): Promise<object> =>
      (await read(crawl, 'markdown', { url: `${site.origin}${path}`, ...body })).engine
    const escalated = {
      used: 'browser',
      escalations: [{ from: 'http', to: 'browser', reason: 'empty_content' }],
    }
    assert.deepEqual(await engineOf('/plain'), { used: 'http', escalations: [] })
    assert.deepEqual(await engineOf('/shop/K-1'), escalated)
    assert.deepEqual(await engineOf('/shop/P-7'), { ...escalated, reason: 'trial' })
    const learned = { used: 'browser', escalations: [], reason: 'learned' }
    assert.deepEqual(await engineOf('/shop/T-3'), learned)
    assert.deepEqual(await engineOf('/plain?2', { engine: 'http' }), { used: 'http', escalations: [] })
    const due = async (): Promise<unknown> =>
      crawl.db.execute(sql`update domain_engines set retry_at = now()`)
    await due()
    assert.deepEqual(await engineOf('/shop/K-1?2'), { ...escalated, reason: 'trial' })
    assert.deepEqual(await engineOf('/shop/K-1?3'), learned)
    // The site is made again, without scripts.
    await due()
    const trial = { used: 'http', escalations: [], reason: 'trial' }
    assert.deepEqual(await engineOf('/plain?3'), trial)
    assert.deepEqual(await engineOf('/plain?4'), trial)
    assert.deepEqual(await engineOf('/plain?5'), trial)
  })
})

function spaSiteWithPlainPage(): ReturnType<typeof spaSite> {
  const shop = spaSite(() => 'http://127.0.0.1:9')
  return (request, response) => {
    if (request.url?.startsWith('/plain') !== true) return shop(request, response)
    const words = 'Words that are there as they are sent. '.repeat(20)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Plain</title><article><p>${words}</p>`)
  }
}
