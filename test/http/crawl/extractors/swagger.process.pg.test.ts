// The swagger extractor over the whole way: a request, a job, a real worker with its own way out, and sites on loopback.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import swagger from '#extractors/swagger/index.ts'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'
import type { SwaggerData } from '#extractors/swagger/swagger-data.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startTestCrawl, type CallOptions } from '#test/support/crawl/start-crawl.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'

const PATH = '/api/v1/swagger/extract'
const FIXTURES = new URL('../../../../src/extractors/swagger/fixtures/', import.meta.url)

type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: SwaggerData } & Problem

async function setUp(t: TestContext) {
  const crawl = await startTestCrawl(t, { extractors: [swagger] })
  await startCrawlWorker(t, crawl, [swagger])
  return {
    ask: (body: unknown, options: CallOptions = {}) => crawl.call<Answer>('POST', PATH, { body, ...options }),
    job: async (path: string) => (await crawl.call<Job>('GET', path)).json,
    byHand: (query: Record<string, string>) =>
      crawl.call<Answer>('GET', `${PATH}?${new URLSearchParams(query).toString()}`),
  }
}

/** A site by path: a text, or a value that is sent as JSON; all else is 404. */
const site =
  (answers: Readonly<Record<string, unknown>>): RequestListener =>
  ({ url = '' }, response) => {
    if (!Object.hasOwn(answers, url)) return void response.writeHead(404).end()
    const answer = answers[url]
    const type = typeof answer === 'string' ? 'text/html' : 'application/json'
    response
      .writeHead(200, { 'content-type': type })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

const spec = (title: string, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title, version: '1' },
  paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'A' } } } } },
  ...more,
})

/** The answer that a fixture of the extractor describes. */
function answerOf(written: unknown): unknown {
  const [, kind, rest = ''] = /^(spec|swagger|yaml|text):(.*)$/s.exec(String(written)) ?? []
  if (kind === 'spec') return spec(rest)
  if (kind === 'swagger') return { swagger: '2.0', info: { title: rest, version: '1' }, paths: {} }
  if (kind === 'yaml') return `openapi: 3.0.3\ninfo:\n  title: ${rest}\n  version: 1.10\npaths: {}\n`
  return kind === 'text' ? rest : written
}

/** A documentation page of the fixtures as a site of its own, and the titles it leads to. */
function documentation(name: string): {
  readonly answers: Record<string, unknown>
  readonly titles: string[]
} {
  const text = (ending: string): string => readFileSync(new URL(`${name}.${ending}`, FIXTURES), 'utf8')
  const written = JSON.parse(text('site.json')) as Record<string, unknown>
  const scripts = readdirSync(FIXTURES).filter(
    (file) => file.startsWith(`${name}.`) && file.endsWith('.js.txt'),
  )
  const { specs } = JSON.parse(text('expected.json')) as { specs: string[] }
  return {
    answers: {
      '/docs/index.html': text('page.html'),
      ...Object.fromEntries(Object.entries(written).map(([path, value]) => [path, answerOf(value)])),
      ...Object.fromEntries(
        scripts.map((file) => [
          `/docs/${file.slice(name.length + 1, -'.txt'.length)}`,
          readFileSync(new URL(file, FIXTURES), 'utf8'),
        ]),
      ),
    },
    titles: specs.map((line) => line.split(' | ')[4] as string),
  }
}

test('every kind of documentation page leads to its descriptions', async (t) => {
  const { ask } = await setUp(t)
  const kinds = [
    'swagger-ui',
    'swagger-ui-express',
    'springdoc',
    'swashbuckle',
    'fastapi',
    'redoc',
    'redoc-static',
    'scalar',
    'rapidoc',
    'api-catalog',
    'probe',
  ]
  for (const kind of kinds) {
    const { answers, titles } = documentation(kind)
    const moved = JSON.stringify(answers)
    const { origin } = await startServer(t, (request, response) =>
      site(JSON.parse(moved.replaceAll('https://api.example', origin)) as Record<string, unknown>)(
        request,
        response,
      ),
    )
    const { status, json, text } = await ask({ url: `${origin}/docs/index.html`, output: 'summary' })
    assert.equal(status, 200, `${kind}: ${text}`)
    assert.deepEqual(
      json.data.specs.map(({ title }) => title),
      titles,
      kind,
    )
    assert.equal(json.engine.used, 'http')
    assert.equal(json.data.probed[0]?.url, `${origin}/docs/index.html`)
  }
})

test('by hand: the flat fields as a query string', async (t) => {
  const { byHand } = await setUp(t)
  const { origin } = await startServer(
    t,
    site({ '/v1.json': spec('Old', { paths: {} }), '/v2.json': spec('Old') }),
  )
  const { status, json, text } = await byHand({
    url: `${origin}/v2.json`,
    convertTo: '3.1',
    resolveRefs: 'internal',
    compareTo: `${origin}/v1.json`,
    validate: 'false',
  })
  assert.equal(status, 200, text)
  const [found] = json.data.specs
  assert.deepEqual(
    [found?.convertedTo, found?.specVersion, found && 'validation' in found],
    ['3.1.1', '3.0.3', false],
  )
  assert.deepEqual(
    json.data.diff?.safe.map(({ code }) => code),
    ['operation_added'],
  )
})

test('bad input is refused before anything is asked', async (t) => {
  const { ask, byHand } = await setUp(t)
  const { origin, asked } = await startServer(t, site({}))
  for (const [body, pointer] of [
    [{}, ''],
    [{ url: 'ftp://example.org/openapi.json' }, '/url'],
    [{ url: origin, convertTo: '3.0' }, '/convertTo'],
    [{ url: origin, maxProbes: 41 }, '/maxProbes'],
    [{ url: origin, filter: { tag: ['a'] } }, '/filter/tag'],
    [{ url: origin, filter: { paths: ['/*/*/*/*/*'] } }, '/filter/paths/0'],
    [{ url: origin, resolveRef: 'internal' }, '/resolveRef'],
    [{ url: origin, compareTo: 7 }, '/compareTo'],
  ] as const) {
    const { status, json } = await ask(body)
    assert.equal(status, 422, JSON.stringify(body))
    if (pointer !== '') assert.equal(json.errors?.[0]?.pointer, pointer)
  }
  assert.equal((await byHand({ url: origin, maxProbes: 'many' })).status, 422)
  assert.deepEqual(asked, [])
})

test('nothing found, a target that is away, a description that is broken: named errors', async (t) => {
  const { ask, job } = await setUp(t)
  const words = `<title>Home</title><p>${'A page about something else. '.repeat(20)}</p>`
  const { origin, server } = await startServer(
    t,
    site({
      '/': words,
      '/broken.yaml': 'openapi: 3.0.0\ninfo:\n  title: a: b\n',
      '/bomb.yaml': bomb(),
      '/deep.json': `{"openapi":"3.0.0","x":${'['.repeat(2_000_000)}`,
    }),
  )
  const none = await ask({ url: `${origin}/`, maxProbes: 3 })
  assert.deepEqual([none.status, none.json.code, none.json.errors?.length], [502, 'empty_content', 4])
  const broken = await ask({ url: `${origin}/broken.yaml` })
  assert.deepEqual([broken.status, broken.json.code], [415, 'unsupported_document'])
  assert.match(broken.json.detail, /line 3, column 10/)
  for (const path of ['/bomb.yaml', '/deep.json']) {
    const { status, json } = await ask({ url: origin + path })
    assert.deepEqual([status, json.code], [415, 'unsupported_document'], path)
    assert.match(json.detail, /unfold|nests deeper/)
  }
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  // An unreachable target may come back: the job is retried, and meanwhile reports what happened.
  const { json: accepted } = await ask(
    { url: `${origin}/openapi.json` },
    { headers: { prefer: 'respond-async' } },
  )
  let away = await job(accepted.links['self'] as string)
  while (away.failures === 0) {
    await delay(20)
    away = await job(accepted.links['self'] as string)
  }
  assert.equal(away.error?.code, 'target_connect_error')
})

/** Ten levels of nine aliases each, behind enough text to be read in a child process. */
function bomb(): string {
  const nine = (n: number): string => Array.from({ length: 9 }, () => `*a${n}`).join(', ')
  const levels = Array.from({ length: 10 }, (_, n) => `b${n}: &a${n + 1} [${nine(n)}]`)
  return ['openapi: 3.0.0', 'a: &a0 [x]', ...levels, `text: ${'x'.repeat(100_000)}`].join('\n')
}

test('a large description is read in a child process, its other documents by the guarded way out', async (t) => {
  const { ask } = await setUp(t)
  const inner = { Pet: { type: 'object', properties: { self: { $ref: '#/Pet' } } } }
  const schemas = {
    Pet: { $ref: 'models.json#/Pet' },
    Local: { $ref: 'file:///etc/hostname' },
    Metadata: { $ref: 'http://169.254.169.254/latest/meta-data' },
  }
  const large = spec('Large', { components: { schemas }, 'x-text': 'x'.repeat(200_000) })
  const { origin, asked } = await startServer(
    t,
    site({ '/api/openapi.json': large, '/api/models.json': inner }),
  )
  const { status, json, text } = await ask({ url: `${origin}/api/openapi.json`, resolveRefs: 'external' })
  assert.equal(status, 200, text)
  const [found] = json.data.specs
  assert.deepEqual(found?.validation, { valid: true, errors: [], errorCount: 0 })
  assert.deepEqual(valueAt(found?.spec, '/components/schemas/Pet_2'), {
    type: 'object',
    properties: { self: { $ref: '#/components/schemas/Pet_2' } },
  })
  assert.deepEqual(valueAt(found?.spec, '/components/schemas/Local'), { $ref: 'file:///etc/hostname' })
  assert.deepEqual(
    found?.externalRefs?.map(({ url, outcome, detail }) => [url, outcome, detail?.split(':')[0] ?? null]),
    [
      [`${origin}/api/models.json`, 'read', null],
      ['http://169.254.169.254/latest/meta-data', 'failed', 'url_not_allowed'],
    ],
  )
  assert.deepEqual(asked.filter((path) => path === '/api/models.json').length, 1)
})
