import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import json from '#extractors/json/index.ts'
import markdown from '#extractors/markdown/index.ts'
import page from '#extractors/page/index.ts'
import sites from '#extractors/sites/index.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { connectClient, dataOf, problemIn } from '#test/support/mcp/connect-client.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'
const READER = 'a-key-that-only-reads-pages-0002'
const OTHER = 'a-key-without-any-tool-0000003'
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const PARAGRAPHS = Array.from(
  { length: 1_000 },
  (_, at) => `<p>Paragraph ${at} is about axes that are forged by hand.</p>`,
)
const SITE: Readonly<Record<string, string>> = {
  '/long': `<html lang="en"><title>Axes</title><article><h1>Axes</h1>${PARAGRAPHS.join('')}</article>`,
  '/axe':
    '<title>Axe</title><p>Forged by hand in Graz, ground and oiled.</p><script type="application/ld+json">{"@type":"Product","name":"Axe"}</script>',
  '/hub': `<title>Hub</title><p>All the pages that there are on this site.</p>${Array.from(
    { length: 40 },
    (_, at) => `<a href="/page-${at}">Page ${at}</a>`,
  ).join('')}`,
  '/wall': '<script>window._cf_chl_opt={}</script><p>Checking your browser.</p>',
}

test('assistants read pages in pieces, with a key, in both protocols', async (t) => {
  const site = await startServer(t, (request, response) => {
    const page = SITE[request.url ?? '']
    return page === undefined
      ? response.writeHead(404).end('no')
      : response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  const crawl = await startTestCrawl(t, {
    extractors: [json, markdown, page, sites],
    fixedKeys: [
      { name: 'admin', secret: ADMIN, scopes: ['admin'] },
      { name: 'reader', secret: READER, scopes: ['extract:markdown'] },
      { name: 'other', secret: OTHER, scopes: ['metrics'] },
    ],
  })
  await startCrawlWorker(t, crawl, [json, markdown, page, sites])

  await t.test('a key sees its tools, each small, with schemas both ways', async (u) => {
    const all = await connectClient(u, crawl.url, { key: ADMIN })
    const { tools } = await all.listTools()
    const names = tools.map(({ name }) => name)
    assert.deepEqual(names, [
      'read_page',
      'extract_data',
      'read_document',
      'screenshot',
      'find_contacts',
      'map_site',
      'crawl_site',
      'get_job',
    ])
    for (const tool of tools) {
      assert.ok(tool.outputSchema !== undefined)
      // A crawl is the one thing that goes on by itself.
      assert.equal(tool.annotations?.readOnlyHint, tool.name !== 'crawl_site', tool.name)
    }
    const reader = await connectClient(u, crawl.url, { key: READER })
    assert.deepEqual(
      (await reader.listTools()).tools.map(({ name }) => name),
      ['read_page', 'crawl_site', 'get_job'],
    )
  })

  for (const era of ['modern', 'legacy'] as const) {
    await t.test(`a long page comes in pieces that together are the page (${era})`, async (u) => {
      const client = await connectClient(u, crawl.url, { key: READER, era })
      let text = ''
      let pieces = 0
      for (let offset: unknown = 0; typeof offset === 'number'; pieces += 1) {
        const answer = await client.callTool({
          name: 'read_page',
          arguments: { url: `${site.origin}/long`, offset, maxChars: 15_000 },
        })
        const data = dataOf(answer)
        assert.deepEqual([data['status'], data['title']], ['succeeded', 'Axes'])
        const piece = String(data['text'])
        assert.ok(piece.length <= 15_000 && JSON.stringify(answer).length < 40_000)
        text += piece
        offset = data['nextOffset']
        assert.equal(typeof offset === 'number' ? offset : data['totalChars'], text.length)
      }
      assert.ok(pieces > 2)
      for (const at of [0, 500, 999]) assert.ok(text.includes(`Paragraph ${at} is`), String(at))
    })
  }

  await t.test('data is given, and its job can be looked at', async (u) => {
    const client = await connectClient(u, crawl.url, { key: ADMIN })
    const data = dataOf(
      await client.callTool({ name: 'extract_data', arguments: { url: `${site.origin}/axe` } }),
    )
    assert.equal(JSON.parse(String(data['text'])).found.jsonLd[0].name, 'Axe')
    const job = dataOf(await client.callTool({ name: 'get_job', arguments: { jobId: data['jobId'] } }))
    assert.deepEqual([job['status'], job['text']], ['succeeded', data['text']])
  })

  await t.test('the pages of a site are listed in pieces', async (u) => {
    const client = await connectClient(u, crawl.url, { key: ADMIN })
    const map = async (given: object) =>
      dataOf(await client.callTool({ name: 'map_site', arguments: { url: `${site.origin}/hub`, ...given } }))
    const first = await map({ maxChars: 500 })
    assert.deepEqual([first['status'], first['found']], ['succeeded', 41])
    assert.match(String(first['text']), /^http:\/\/127\.0\.0\.1:\d+\/hub Hub\n/)
    const next = await map({ maxChars: 5_000, offset: first['nextOffset'] })
    const lines = (String(first['text']) + String(next['text'])).trim().split('\n')
    assert.equal(lines.length, 41)
    const found = await map({ search: 'page 17', limit: 1 })
    assert.match(String(found['text']), /\/page-17 Page 17\n$/)
  })

  await t.test('a crawl is started, followed, and its pages are read', async (u) => {
    const client = await connectClient(u, crawl.url, { key: READER })
    const started = dataOf(
      await client.callTool({
        name: 'crawl_site',
        arguments: { url: `${site.origin}/hub`, maxPages: 5, exclude: ['/page-1*'] },
      }),
    )
    const { jobId } = started
    const follow = async (given: object) =>
      dataOf(await client.callTool({ name: 'get_job', arguments: { jobId, waitSeconds: 50, ...given } }))
    let crawled = await follow({})
    while (crawled['complete'] === null) crawled = await follow({})
    // All the pages but the first are gone.
    assert.deepEqual([crawled['status'], crawled['complete']], ['succeeded', false])
    assert.deepEqual(Object(crawled['counts']).stored, 1)
    assert.deepEqual(crawled['leftOut'], { http_404: 29, exclude: 11 })
    const stored = await follow({ state: 'stored' })
    assert.deepEqual(stored['pages'], [
      { url: `${site.origin}/hub`, title: 'Hub', state: 'stored', reason: null },
    ])
    assert.equal(stored['nextCursor'], null)
  })

  await t.test('what goes wrong says what to do', async (u) => {
    const client = await connectClient(u, crawl.url, { key: READER })
    const refused = async (name: string, given: object) =>
      problemIn(await client.callTool({ name, arguments: { ...given } }))
    assert.equal((await refused('read_page', { url: `${site.origin}/wall` }))['code'], 'target_blocked')
    assert.equal((await refused('read_page', { url: `${site.origin}/none` }))['code'], 'target_http_error')
    const badUrl = await refused('read_page', { url: 'ftp://example.org/' })
    assert.equal(badUrl['retryable'], false)
    assert.equal(
      (await refused('get_job', { jobId: 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89' }))['code'],
      'not_found',
    )
    const wrong = await refused('read_page', { url: 5, ofset: 0 })
    assert.deepEqual(wrong['errors'], [
      { pointer: '/url', code: 'wrong_type', detail: 'Must be a string.' },
      { pointer: '/ofset', code: 'unknown_key', detail: 'Unknown key; did you mean "offset"?' },
    ])
    await assert.rejects(async () =>
      client.callTool({ name: 'extract_data', arguments: { url: site.origin } }),
    )
  })

  await t.test('no key, a key without tools and foreign pages are refused', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const ask = async (headers: Record<string, string>) => crawl.call('POST', '/mcp', { body, headers })
    assert.equal((await ask({})).status, 401)
    assert.deepEqual(
      [(await ask(bearer(OTHER))).status, (await ask(bearer(OTHER))).json['code']],
      [403, 'scope_missing'],
    )
    const foreign = await ask({ ...bearer(ADMIN), origin: 'https://evil.example' })
    assert.deepEqual([foreign.status, foreign.json['code']], [403, 'host_not_allowed'])
    const { promise: odd, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers = { ...bearer(ADMIN), 'content-type': 'application/json', host: '[::1' }
    request(`${crawl.url}/mcp`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify(body))
    assert.equal((await odd).resume().statusCode, 200, 'a Host that no URL may have')
    const get = await crawl.call('GET', '/mcp', { headers: bearer(ADMIN) })
    assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
    assert.equal(
      (await crawl.call('POST', '/mcp', { body: { method: 5 }, headers: bearer(ADMIN) })).status,
      422,
    )
  })
})
