import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import type { Problem } from '#contract/problem.ts'
import contact from '#extractors/contact/index.ts'
import type { ContactData } from '#extractors/contact/request/options.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startServer } from '#test/support/sites/local-server.ts'

const PATH = '/api/v1/enrich/contact'
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: ContactData }

const WORDS = `<p>${'We bake bread of rye and wheat every night for the whole town. '.repeat(8)}</p>`
const PAGES: Readonly<Record<string, string>> = {
  '/': `${WORDS}<a href="/imprint">Imprint</a><a href="/private">Contact</a><a href="/bread">Bread</a>`,
  '/imprint': `${WORDS}<a href="mailto:info@bread-of-town.de">Mail</a><a href="tel:+493023125000">Call</a>`,
  '/private': `${WORDS}<a href="mailto:secret@bread-of-town.de">Mail</a>`,
}

/** A bakery whose robots.txt forbids one page, with the paths that were asked for. */
async function startBakery(
  t: TestContext,
): Promise<{ readonly crawl: TestCrawl; readonly origin: string; readonly asked: string[] }> {
  const asked: string[] = []
  const { origin } = await startServer(t, (request, response) => {
    const path = request.url ?? ''
    if (path === '/robots.txt') return response.end('User-agent: *\nDisallow: /private')
    asked.push(path)
    const page = PAGES[path]
    return response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
  })
  const crawl = await startTestCrawl(t, { extractors: [contact] })
  await startCrawlWorker(t, crawl, [contact])
  return { crawl, origin, asked }
}

test('contacts of a site by POST and GET: robots are obeyed, the answer is kept', async (t) => {
  const { crawl, origin, asked } = await startBakery(t)
  const posted = await crawl.call<Answer>('POST', PATH, { body: { website: origin } })
  assert.equal(posted.status, 200, posted.text)
  const { data, extractor, response } = posted.json
  assert.deepEqual([extractor, response?.statusCode, data.stopReason], ['contact', 200, 'exhausted'])
  assert.deepEqual(
    data.pagesVisited.map(({ url, error }) => [url?.replace(origin, ''), error]),
    [
      ['/', null],
      ['/private', 'robots_disallowed'],
      ['/imprint', null],
      ['/bread', 'target_http_error'],
    ],
  )
  assert.deepEqual(asked, ['/', '/imprint', '/bread'])
  assert.deepEqual(
    data.emails?.map(({ value, sources }) => [value, sources[0]?.url, sources[0]?.evidence]),
    [['info@bread-of-town.de', `${origin}/imprint`, 'mailto']],
  )
  assert.equal(data.phones?.[0]?.e164, '+493023125000')
  const again = await crawl.call<Answer>('GET', `${PATH}?website=${encodeURIComponent(origin)}`)
  assert.deepEqual([again.status, again.json.cache.status], [200, 'hit'])
  assert.equal(asked.length, 3)
})

test('many websites at once, with html among them', async (t) => {
  const { crawl, origin } = await startBakery(t)
  const accepted = await crawl.call<JobAccepted>('POST', `${PATH}/batch`, {
    body: {
      items: [{ website: origin }, { html: PAGES['/imprint'], baseUrl: 'https://bread-of-town.de/' }],
      defaults: { fields: ['emails'] },
    },
  })
  assert.equal(accepted.status, 202, accepted.text)
  const { jobId } = accepted.json
  const ended = await crawl.call('GET', `/api/jobs/${jobId}?waitMs=30000`)
  assert.equal(ended.json['status'], 'succeeded', ended.text)
  const { json } = await crawl.call<{ items: { result: { data: ContactData } }[] }>(
    'GET',
    `/api/jobs/${jobId}/result`,
  )
  assert.deepEqual(
    json.items.map(({ result: { data } }) => [
      data.emails?.[0]?.value,
      data.emails?.[0]?.verification.domainMatch,
    ]),
    [
      ['info@bread-of-town.de', false],
      ['info@bread-of-town.de', true],
    ],
  )
})

test('bad input, and options that are not built yet, with their pointers', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [contact] })
  for (const [body, status, code, pointer] of [
    [{}, 422, 'validation_failed', null],
    [{ website: 'not a site' }, 422, 'validation_failed', '/website'],
    [{ domain: 'http://[::1/' }, 422, 'validation_failed', '/domain'],
    [{ website: 'ann@example.org' }, 422, 'validation_failed', '/website'],
    [{ url: 'https://ann:x@example.org/' }, 422, 'validation_failed', '/url'],
    [{ website: 'example.org', maxPages: 0 }, 422, 'validation_failed', '/maxPages'],
    [{ website: 'example.org', fields: ['faxes'] }, 422, 'validation_failed', '/fields/0'],
    [{ website: 'example.org', strategy: 'all' }, 422, 'validation_failed', '/strategy'],
    [{ website: 'example.org', verify: { smtp: true } }, 501, 'not_built_yet', '/verify/smtp'],
    [{ domain: '' }, 422, 'validation_failed', '/domain'],
    [{ website: 'example.org', name: '' }, 422, 'validation_failed', '/name'],
    [{ website: 'example.org', emails: true }, 422, 'validation_failed', '/emails'],
    [{ placeId: 'plc_1' }, 422, 'validation_failed', null],
  ] as const) {
    const { json, ...refused } = await crawl.call<Problem>('POST', PATH, { body })
    assert.deepEqual([refused.status, json.code], [status, code], JSON.stringify(body))
    if (pointer !== null) assert.equal(json.errors?.[0]?.pointer, pointer)
  }
})

test('a domain whose server has no TLS is asked for by http', async (t) => {
  const links = '<a href="tel:+493023125000">Call</a> <a href="mailto:info@bread-of-town.de">Mail</a>'
  const { origin } = await startServer(t, (request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end(WORDS + links)
  })
  const crawl = await startTestCrawl(t, { extractors: [contact] })
  await startCrawlWorker(t, crawl, [contact])
  const body = { domain: origin.replace('http://', ''), name: 'The Whole Town', maxPages: 1 }
  const { status, text, json } = await crawl.call<Answer>('POST', PATH, { body })
  assert.equal(status, 200, text)
  assert.deepEqual(
    [json.data.pagesVisited[0]?.url, json.data.redirectedFrom, json.data.nameFound],
    [`${origin}/`, null, true],
  )
  assert.deepEqual([json.data.emails?.length, json.data.phones?.length], [1, 1])
})

test('contacts need the scope of extractions', async (t) => {
  const secret = 'the-poor-key-of-this-contact-test-0001'
  const crawl = await startTestCrawl(t, {
    extractors: [contact],
    fixedKeys: [{ name: 'poor', secret, scopes: ['stats'] }],
  })
  for (const [path, body] of [
    [PATH, { website: 'example.org' }],
    [`${PATH}/batch`, { items: [{ website: 'example.org' }] }],
  ] as const) {
    const headers = { authorization: `Bearer ${secret}` }
    const { status, json } = await crawl.call<Problem>('POST', path, { body, headers })
    assert.deepEqual([status, json.code], [403, 'scope_missing'], path)
  }
})

test('a page of 20 MB that is made to be slow is read in a child, in part, and the next one as ever', async (t) => {
  const parts = [
    'Tel. 030 1 / 2 - ',
    'a (at) b (dot) c ',
    '@'.repeat(50),
    '<p>+49 (0)30 ',
    '(((((((',
    '7 / 0341 ',
  ]
  const block = parts.join('').repeat(1_000)
  const hostile = `<html><p>info@huge-page.de ${block.repeat(Math.floor(20_000_000 / block.length))}`
  const { origin } = await startServer(t, ({ url }, response) => {
    if (url === '/robots.txt') return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(url === '/huge' ? hostile : PAGES['/imprint'])
  })
  const crawl = await startTestCrawl(t, { extractors: [contact] })
  await startCrawlWorker(t, crawl, [contact])
  const read = async (path: string) =>
    crawl.call<Answer>('POST', PATH, {
      body: { url: origin + path, maxPages: 1, timeoutMs: 300_000 },
      headers: { prefer: 'wait=300' },
    })
  const { status, json, text } = await read('/huge')
  assert.equal(status, 200, text.slice(0, 500))
  assert.deepEqual(
    [json.data.emails?.map(({ value }) => value), json.warnings.map(({ code }) => code)],
    [['info@huge-page.de'], ['contacts_cut']],
  )
  assert.ok(text.length < 1_000_000, `${text.length} characters`)
  const next = await read('/imprint')
  assert.deepEqual(
    next.json.data.emails?.map(({ value }) => value),
    ['info@bread-of-town.de'],
  )
})
