// The page extractor: one fetch for all extractors, what the page says of itself, and pages that have not changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractRequest, NestedExtract } from '#extract/context.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { extractContext, targetAnswer } from '#test/support/extract/extract-context.ts'
import { checkInput } from './index.ts'
import { create } from './extract.ts'

const URL_OF_PAGE = 'https://a.test/docs/'
const TEXT = 'A page with enough words in it to be told from other pages by them, and a few more.'
const PAGE = `<html><head><title>Docs</title><link rel="canonical" href="/docs/?x=1">
  <meta name="robots" content="noindex, follow"></head>
  <body><p>${TEXT}</p><a href="one#part">1</a><a href="one">again</a><a rel="nofollow ugc" href="/two">2</a>
  <a href="mailto:a@b.test">mail</a><a href="javascript:go()">no</a></body></html>`

async function run(input: object, more: Partial<ExtractContext>, answer = targetAnswer(URL_OF_PAGE, PAGE)) {
  const asked: ExtractRequest[] = []
  const context = extractContext(async (request) => {
    asked.push(request)
    return answer
  }, more)
  const { extract } = (await create()).operations
  const output = await extract?.({ url: URL_OF_PAGE, ...input }, context)
  return { asked, data: fieldsOf(output?.data) }
}

test('all extractors read one answer, and one that fails costs the others nothing', async () => {
  const nested: NestedExtract[] = []
  const { asked, data } = await run(
    { extractors: [{ extractor: 'markdown', options: { a: 1 } }, { extractor: 'json' }], robots: 'obey' },
    {
      async runExtractor(one, fetch) {
        nested.push(one)
        const { status } = await fetch({ url: URL_OF_PAGE, maxBytes: 1e6, deadlineMs: 1e3 })
        if (one.extractor === 'json') throw new SurveyorError('schema_invalid', 'No.')
        return { data: { status }, engine: 'http' }
      },
    },
  )
  assert.equal(asked.length, 1)
  assert.deepEqual(nested[0]?.input, { url: URL_OF_PAGE, robots: 'obey', engine: 'http', a: 1 })
  const results = fieldsOf(data['results'])
  assert.deepEqual(fieldsOf(results['markdown'])['data'], { status: 200 })
  assert.equal(fieldsOf(fieldsOf(results['json'])['error'])['code'], 'schema_invalid')
})

test('a page is known by its links, its robots rules, its canonical address and its text', async () => {
  const none: Partial<ExtractContext> = { runExtractor: async () => ({ data: {}, engine: 'http' }) }
  const page = fieldsOf((await run({}, none)).data['page'])
  assert.deepEqual(page['links'], [
    { href: 'https://a.test/docs/one', nofollow: false },
    { href: 'https://a.test/two', nofollow: true },
  ])
  assert.deepEqual(
    [page['title'], page['canonical'], page['noindex'], page['nofollow'], page['linksCut']],
    ['Docs', 'https://a.test/docs/?x=1', true, false, false],
  )
  const framed = `<link rel="next" href="/n"><link rel="alternate" hreflang="fr" href="/fr"><link rel="alternate" hreflang="de"
    type="application/rss+xml" href="/feed"><link rel="stylesheet" href="/css"><link rel="alternate stylesheet" hreflang="de" href="/alt"><link rel="alternate" href="/amp">
    <p>${TEXT}</p><iframe src="/frame"></iframe><iframe></iframe><img src="/i.png"><map><area href="/area"></map>`
  const links = fieldsOf((await run({}, none, targetAnswer(URL_OF_PAGE, framed))).data['page'])['links']
  assert.deepEqual(
    links,
    ['/n', '/fr', '/frame', '/area'].map((path) => ({ href: `https://a.test${path}`, nofollow: false })),
  )
  const frames = targetAnswer(
    URL_OF_PAGE,
    `<frameset><frame src="/left"><frame src="/right"></frameset><noframes>${TEXT}</noframes>`,
  )
  const set = fieldsOf((await run({}, none, frames)).data['page'])['links']
  assert.deepEqual(
    set,
    ['/left', '/right'].map((path) => ({ href: `https://a.test${path}`, nofollow: false })),
  )
  const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ')
  const around = `<nav>${words}</nav><p>${words} more</p><footer>${words}</footer>`
  const [one, two] = await Promise.all(
    [around, `<p>${words.toUpperCase()},<br>more</p>`].map(async (html) =>
      fieldsOf((await run({}, none, targetAnswer(URL_OF_PAGE, html))).data['page']),
    ),
  )
  assert.match(String(one?.['contentSketch']), /^[\w-]{160}\.[\w-]{160}$/)
  assert.equal(one?.['contentSketch'], two?.['contentSketch'])
  assert.notEqual(one?.['contentHash'], two?.['contentHash'])
  const respaced = targetAnswer(URL_OF_PAGE, PAGE.replaceAll(' ', '\n '), {
    headers: { 'x-robots-tag': 'none' },
  })
  const other = fieldsOf((await run({}, none, respaced)).data['page'])
  assert.equal(other['contentHash'], page['contentHash'])
  assert.equal(other['nofollow'], true)
  const many = Array.from({ length: 5_001 }, (_, n) => `<a href="/${n}">x</a>`).join('')
  const large = fieldsOf(
    (await run({}, none, targetAnswer(URL_OF_PAGE, `<p>${TEXT}</p>${many}`))).data['page'],
  )
  assert.equal(large['linksCut'], true)
})

test('a page that has not changed since is told, and nothing is extracted', async () => {
  const known = { etag: '"v1"', lastModified: 'Mon, 05 Jan 2026 00:00:00 GMT' }
  const answer = targetAnswer(URL_OF_PAGE, '', { status: 304, headers: { etag: '"v1"' } })
  const { asked, data } = await run({ known }, {}, answer)
  const { headers } = asked[0] ?? {}
  assert.equal(headers?.['if-none-match'], '"v1"')
  assert.equal(headers?.['if-modified-since'], known.lastModified)
  assert.deepEqual(data['results'], {})
  assert.equal(fieldsOf(data['page'])['notModified'], true)
})

test('a page that another one refreshes to is the page: its address, its validators, its 304', async () => {
  const next = 'https://a.test/new'
  const stub = `<meta http-equiv="refresh" content="0; url=${next}">`
  const none: Partial<ExtractContext> = { runExtractor: async () => ({ data: {}, engine: 'http' }) }
  const { extract } = (await create()).operations
  const extracted = async (input: object, status: number) =>
    extract?.(
      { url: URL_OF_PAGE, ...input },
      extractContext(
        async ({ url }) =>
          url === next
            ? targetAnswer(next, status === 304 ? '' : PAGE, { status, headers: { etag: '"new"' } })
            : targetAnswer(url, stub, { headers: { etag: '"stub"' } }),
        none,
      ),
    )
  const output = await extracted({}, 200)
  assert.deepEqual([output?.response?.url, output?.response?.finalUrl], [URL_OF_PAGE, next])
  const page = fieldsOf(fieldsOf(output?.data)['page'])
  assert.deepEqual([page['title'], page['etag'], page['notModified']], ['Docs', '"new"', false])
  const again = await extracted({ known: { etag: '"new"' } }, 304)
  assert.equal(fieldsOf(fieldsOf(again?.data)['page'])['notModified'], true)
})

test('a server that failed is asked again in the same job, three times at most', async () => {
  const none: Partial<ExtractContext> = { runExtractor: async () => ({ data: {}, engine: 'http' }) }
  const failed = targetAnswer(URL_OF_PAGE, PAGE, { status: 500 })
  let asked = 0
  const context = (good: number) =>
    extractContext(async () => {
      asked += 1
      return asked < good ? failed : targetAnswer(URL_OF_PAGE, PAGE)
    }, none)
  const { extract } = (await create()).operations
  const output = await extract?.({ url: URL_OF_PAGE }, context(3))
  assert.equal(fieldsOf(fieldsOf(output?.data)['page'])['title'], 'Docs')
  asked = 0
  const error = { code: 'target_http_error', retryable: false }
  await assert.rejects(async () => extract?.({ url: URL_OF_PAGE }, context(9)), error)
  assert.equal(asked, 3)
})

test('what only fails says why, and no extractor is named twice', async () => {
  const failing: Partial<ExtractContext> = {
    runExtractor: async () => {
      throw new SurveyorError('unsupported_document', 'No page.')
    },
  }
  await assert.rejects(run({}, failing), { code: 'unsupported_document' })
  const twice = [{ extractor: 'markdown' }, { extractor: 'markdown' }, { extractor: 'page' }]
  assert.throws(() => checkInput({ extractors: twice }), {
    code: 'validation_failed',
  })
  checkInput({ extractors: twice.slice(0, 1) })
})

test('an error page without text is an answer with its status, and with why there is no result', async () => {
  const empty: Partial<ExtractContext> = {
    async runExtractor() {
      throw new SurveyorError('empty_content', 'Nothing.')
    },
  }
  const gone = targetAnswer(URL_OF_PAGE, '', { status: 404 })
  const { data } = await run({}, empty, gone)
  assert.equal(fieldsOf(fieldsOf(fieldsOf(data['results'])['markdown'])['error'])['code'], 'empty_content')
  await assert.rejects(run({}, empty, targetAnswer(URL_OF_PAGE, '')), { code: 'empty_content' })
})
