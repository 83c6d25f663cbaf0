import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractResponse } from '#extract/context.ts'
import { fixtureTest } from '#test/support/extract/fixture-test.ts'
import { targetAnswer } from '#test/support/extract/extract-context.ts'
import {
  DOCS_PAGE,
  failureOf,
  jsonAnswer,
  madeSpec,
  madeYaml,
  runSwagger,
  SPEC_URL,
} from '#test/support/extract/swagger-site.ts'

/** The answer in a fixture: `spec:Title`, `swagger:Title`, `yaml:Title`, `text:…`, or the JSON itself. */
function answerOf(written: unknown): string | Partial<ExtractResponse> {
  const [, kind, rest = ''] = /^(spec|swagger|yaml|text):(.*)$/s.exec(String(written)) ?? []
  if (kind === 'spec') return jsonAnswer(madeSpec(rest))
  if (kind === 'swagger')
    return jsonAnswer({ swagger: '2.0', info: { title: rest, version: '1' }, paths: {} })
  if (kind === 'yaml') return { body: Buffer.from(madeYaml(rest)), headers: { 'content-type': 'text/plain' } }
  return kind === 'text' ? rest : jsonAnswer(written)
}

await fixtureTest(new URL('fixtures', import.meta.url), async ({ files }) => {
  const written = JSON.parse(String(files.get('.site.json'))) as Record<string, unknown>
  const site: Record<string, string | Partial<ExtractResponse>> = {
    [DOCS_PAGE]: String(files.get('.page.html')),
  }
  for (const [place, value] of Object.entries(written)) site[new URL(place, DOCS_PAGE).href] = answerOf(value)
  for (const [ending, text] of files) {
    const script = /^\.(.+\.js)\.txt$/.exec(ending)?.[1]
    if (script !== undefined) site[new URL(script, DOCS_PAGE).href] = String(text)
  }
  const { data } = await runSwagger({ url: DOCS_PAGE, output: 'summary' }, site)
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  return {
    specs: data.specs.map(({ foundBy, url, name, specVersion, title, version, counts }) =>
      [foundBy, url, name, specVersion, title, version, counts?.operations].join(' | '),
    ),
    probed: data.probed.map(({ foundBy, outcome, statusCode, url }) =>
      [foundBy, outcome, statusCode, url].join(' | '),
    ),
  }
})

test('an address that answers with a description: JSON, YAML, any media type, any encoding', async () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(JSON.stringify(madeSpec('Café')), 'utf16le'),
  ])
  for (const [answer, format, title, version] of [
    [jsonAnswer(madeSpec('Café')), 'json', 'Café', '1'],
    [{ body: utf16, headers: { 'content-type': 'application/json' } }, 'json', 'Café', '1'],
    [
      { body: Buffer.from(madeYaml('Pets')), headers: { 'content-type': 'application/vnd.oai.openapi' } },
      'yaml',
      'Pets',
      '1.10',
    ],
    [
      { body: Buffer.from(madeYaml('Pets')), headers: { 'content-type': 'application/octet-stream' } },
      'yaml',
      'Pets',
      '1.10',
    ],
    [{ body: Buffer.from(madeYaml('Pets')), headers: {} }, 'yaml', 'Pets', '1.10'],
  ] as const) {
    const { data, asked, response } = await runSwagger({ url: SPEC_URL }, { [SPEC_URL]: answer })
    const [found] = data.specs
    assert.deepEqual([found?.format, found?.title, found?.version], [format, title, version])
    assert.deepEqual([found?.url, found?.foundBy, data.probed.length], [SPEC_URL, 'body', 1])
    assert.deepEqual(asked, [SPEC_URL])
    assert.equal(response?.statusCode, 200)
  }
})

test('a description that cannot be read is an error with the place, and nothing else is asked', async () => {
  for (const [text, code, message] of [
    ['openapi: 3.0.0\ninfo:\n  title: a: b\n', 'unsupported_document', /line 3, column 10/],
    ['{"openapi": "3.0.0", "info": {"title": "a}', 'unsupported_document', /line 1, column 43/],
    [`openapi: 3.0.0\nx: ${'['.repeat(1_000)}`, 'unsupported_document', /nests deeper/],
  ] as const) {
    const site = { [SPEC_URL]: { body: Buffer.from(text), headers: {} } }
    const error = await failureOf(runSwagger({ url: SPEC_URL }, site))
    assert.equal(error.code, code)
    assert.match(error.message, message)
  }
})

test('nothing found says what was tried', async () => {
  const words = `<title>Home</title><p>${'A page about something else. '.repeat(20)}</p>`
  const error = await failureOf(runSwagger({ url: DOCS_PAGE, maxProbes: 5 }, { [DOCS_PAGE]: words }))
  assert.equal(error.code, 'empty_content')
  assert.match(error.message, /6 addresses were looked at/)
  assert.deepEqual(
    error.errors.map(({ code }) => code),
    ['looked_into', ...Array.from({ length: 5 }, () => 'http_error')],
  )
  assert.match(
    error.errors[1]?.detail ?? '',
    /^api_catalog: https:\/\/api\.example\/\.well-known\/api-catalog, status 404$/,
  )
  const paused = await failureOf(runSwagger({ url: DOCS_PAGE, probe: false }, { [DOCS_PAGE]: words }))
  assert.deepEqual(paused.errors.length, 1)
  const without = await failureOf(runSwagger({ html: words }))
  assert.deepEqual([without.code, without.errors], ['empty_content', []])
})

test('a sample in an article is no description of its site; one that is most of the page is', async () => {
  const sample = `<pre><code>${madeYaml('A sample')}</code></pre>`
  const words = `<p>${'Every change of a description is reviewed like one of the code. '.repeat(3)}</p>`
  const error = await failureOf(runSwagger({ html: words + sample }))
  assert.deepEqual([error.code, error.errors], ['empty_content', []])
  const { data } = await runSwagger({ html: `<p>The whole of it:</p>${sample}` })
  assert.deepEqual(
    data.specs.map(({ title }) => title),
    ['A sample'],
  )
})

test('an address that is missing still leads to the places around it', async () => {
  const { data } = await runSwagger(
    { url: 'https://api.example/' },
    { 'https://api.example/openapi.json': jsonAnswer(madeSpec('Root')) },
  )
  assert.deepEqual(data.probed[0], {
    url: 'https://api.example/',
    foundBy: 'body',
    outcome: 'http_error',
    statusCode: 404,
    detail: null,
  })
  assert.equal(data.specs[0]?.foundBy, 'probe')
})

test('a host that turns us away, or is down, is left alone', async () => {
  const wall = {
    body: Buffer.from('<script>window._cf_chl_opt={}</script>'),
    status: 403,
    headers: { 'content-type': 'text/html' },
  }
  const blocked = await failureOf(runSwagger({ url: DOCS_PAGE }, { [DOCS_PAGE]: wall }))
  assert.deepEqual([blocked.code, blocked.errors.length], ['target_blocked', 1])
  const broken = { body: Buffer.from('<p>Oops</p>'), status: 500, headers: { 'content-type': 'text/html' } }
  assert.equal(
    (await failureOf(runSwagger({ url: DOCS_PAGE }, { [DOCS_PAGE]: broken }))).code,
    'target_http_error',
  )
  const refused = await failureOf(
    runSwagger(
      { url: DOCS_PAGE },
      {},
      {
        fetch: async ({ url }) => {
          if (url === DOCS_PAGE) return targetAnswer(url, '<p>Home</p>')
          throw new SurveyorError('target_connect_error', 'Connection refused.')
        },
      },
    ),
  )
  assert.deepEqual(
    refused.errors.map(({ code }) => code),
    ['looked_into', 'failed', 'failed', 'failed'],
  )
  const gone = runSwagger(
    { url: DOCS_PAGE },
    {},
    {
      fetch: async () => {
        throw new SurveyorError('target_dns_error', 'No such name.')
      },
    },
  )
  assert.equal((await failureOf(gone)).code, 'target_dns_error')
})

test('the end of the job is the end of the search', async () => {
  const stop = new AbortController()
  const search = runSwagger(
    { url: DOCS_PAGE },
    {},
    {
      signal: stop.signal,
      fetch: async ({ url }) => {
        if (url === DOCS_PAGE) return targetAnswer(url, '<p>Home</p>')
        stop.abort(new SurveyorError('lease_lost', 'Gone.'))
        throw stop.signal.reason
      },
    },
  )
  assert.equal((await failureOf(search)).code, 'lease_lost')
})

test('more descriptions than are wanted are listed, not fetched', async () => {
  const urls = Array.from({ length: 5 }, (_, n) => ({ url: `/${n}.json`, name: `API ${n}` }))
  const site = Object.fromEntries(
    urls.map(({ url, name }) => [`https://api.example${url}`, jsonAnswer(madeSpec(name))]),
  )
  const page = `<div id="swagger-ui"></div><script>SwaggerUIBundle({urls: ${JSON.stringify(urls)}})</script>`
  const { data, codes, asked } = await runSwagger(
    { url: DOCS_PAGE, maxSpecs: 2 },
    { ...site, [DOCS_PAGE]: page },
  )
  assert.deepEqual(
    data.specs.map(({ name }) => name),
    ['API 0', 'API 1'],
  )
  assert.deepEqual(
    data.probed.slice(-3).map(({ outcome }) => outcome),
    ['not_tried', 'not_tried', 'not_tried'],
  )
  assert.deepEqual([asked.length, codes], [3, ['specs_cut']])
})

test('a Link header leads to a description', async () => {
  const headers = {
    'content-type': 'application/json',
    link: '</style.css>; rel=preload, <https://api.example/openapi.json>; rel="service-desc"; title="Pets, all of them"',
  }
  const site = {
    'https://api.example/v1/pets': { body: Buffer.from('[]'), headers },
    [SPEC_URL]: jsonAnswer(madeSpec('Pets')),
  }
  const { data } = await runSwagger({ url: 'https://api.example/v1/pets' }, site)
  assert.deepEqual([data.specs[0]?.foundBy, data.specs[0]?.name], ['link', 'Pets, all of them'])
})

test('credentials go to the origin that the caller named, whatever it redirects to', async () => {
  const named = 'https://api.example/docs'
  const moved = 'https://elsewhere.example/docs'
  const sent = new Map<string, string | undefined>()
  const input = { url: named, headers: { Authorization: 'Bearer x' } }
  await runSwagger(
    input,
    {},
    {
      fetch: async ({ url, headers }) => {
        sent.set(url, headers?.['authorization'])
        if (url === named) {
          const page =
            '<redoc spec-url="/a.json"></redoc><redoc spec-url="https://api.example/b.json"></redoc>'
          return targetAnswer(url, page, { finalUrl: moved, redirects: [named] })
        }
        return targetAnswer(url, '', jsonAnswer(madeSpec(url)))
      },
    },
  )
  assert.deepEqual(
    [...sent],
    [
      [named, 'Bearer x'],
      ['https://elsewhere.example/a.json', undefined],
      ['https://api.example/b.json', 'Bearer x'],
    ],
  )
})
