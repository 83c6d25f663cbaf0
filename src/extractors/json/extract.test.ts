import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'
import { fixtureTest } from '#test/support/extract/fixture-test.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { extractContext, isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import { docxOf, wordParagraph } from '#test/support/documents/make-documents.ts'
import { create } from './extract.ts'
import { JsonData, JsonInput } from '#extractors/json/request/options.ts'

interface Answer {
  readonly body: string | Buffer
  readonly type?: string
  readonly status?: number
}

/** Runs the extractor as the worker does: input and data fit their schemas. `answers` are what addresses give. */
async function run(
  input: Record<string, unknown>,
  answers: Readonly<Record<string, Answer>> = {},
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'> = { settings: {} },
) {
  assert.deepEqual(inputProblems(JsonInput, input), [])
  const fetch = async ({ url }: { readonly url: string }) => {
    const { body, type = 'text/html', status = 200 } = answers[url] ?? assert.fail(`nothing is at ${url}`)
    return targetAnswer(url, '', {
      body: typeof body === 'string' ? Buffer.from(body) : body,
      status,
      headers: { 'content-type': type },
    })
  }
  const { operations } = await create(host)
  const browse = async (): Promise<never> => {
    throw new SurveyorError('browser_unavailable', 'There is none here.')
  }
  const output = await operations['extract']?.(input, extractContext(fetch, { isolate: isolateHere, browse }))
  assert.ok(output !== undefined)
  assert.deepEqual(inputProblems(JsonData, output.data), [])
  return { ...output, data: output.data as JsonData, codes: (output.warnings ?? []).map(({ code }) => code) }
}

const URL_OF = 'https://example.org/page'
const failsWith =
  (code: string, ...pointers: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof SurveyorError, String(error))
    assert.equal(error.code, code)
    assert.deepEqual(error.errors?.map(({ pointer }) => pointer) ?? [], pointers)
    return true
  }

const TYPES: Readonly<Record<string, string>> = {
  '.xml': 'application/xml',
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.data.json': 'application/json',
}

await fixtureTest(new URL('fixtures', import.meta.url), async ({ files }) => {
  const request = JSON.parse(String(files.get('.request.json'))) as Record<string, unknown>
  const html = files.get('.html')
  const [ending, body] = [...files].find(([name]) => name in TYPES) ?? ['', '']
  const { data, warnings } =
    html === undefined
      ? await run({ ...request, url: URL_OF }, { [URL_OF]: { body, type: TYPES[ending] ?? '' } })
      : await run({ found: false, ...request, html: String(html), baseUrl: 'https://example.org/shop/' })
  return { ...data, warnings }
})

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
}
const PRODUCT =
  '<p>x</p><script type="application/ld+json">{"@type":"Product","name":"Axe","offers":{"price":"5,5 €"}}</script>'

test('without a schema or rules the answer is what was found', async () => {
  const { data } = await run({ html: PRODUCT, sources: ['jsonLd', 'openGraph'] })
  assert.deepEqual(data, {
    url: null,
    kind: 'page',
    value: null,
    valid: null,
    errors: [],
    provenance: {},
    found: { jsonLd: [{ '@type': 'Product', name: 'Axe', offers: { price: '5,5 €' } }], openGraph: {} },
  })
})

test('a schema is filled, checked and told where each value is from; what is missing is null', async () => {
  const { data } = await run({ html: PRODUCT, schema: SCHEMA, found: false })
  assert.deepEqual(data, {
    url: null,
    kind: 'page',
    value: { name: 'Axe', price: 5.5 },
    valid: true,
    errors: [],
    provenance: {
      '/name': { source: 'jsonLd', path: '/jsonLd/0/name', snippet: 'Axe', confidence: 0.95 },
      '/price': { source: 'jsonLd', path: '/jsonLd/0/offers/price', snippet: '5,5 €', confidence: 0.83 },
    },
  })
  const nothing = await run({
    html: '<p>Nothing of the kind is on this page.</p>',
    schema: SCHEMA,
    found: false,
  })
  assert.deepEqual(nothing.data.value, { name: null, price: null })
  assert.equal(nothing.data.valid, false)
  assert.deepEqual(nothing.data.errors, [
    { pointer: '/name', code: 'required', detail: 'is required and was not found' },
  ])
  assert.deepEqual(nothing.data.provenance, {})
})

test('without coercion only values of the right type are taken', async () => {
  const html = '<script type="application/ld+json">{"name":"Axe","price":"5","sku":7}</script><p>x</p>'
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'integer' } },
  }
  const { data } = await run({ html, schema, coerce: false })
  assert.deepEqual(data.value, { name: 'Axe', price: null, sku: 7 })
  assert.deepEqual((await run({ html, schema })).data.value, { name: 'Axe', price: 5, sku: 7 })
})

test('the values of another thing on the page are not taken for those of the one it is about', async () => {
  const html = `<p>x</p><script type="application/ld+json">[
    {"@type":"Product","name":"Axe","sku":"A1","gtin":"4","review":{"@type":"Review","author":"Bo","datePublished":"2020-01-01","name":"Bad"},
     "isRelatedTo":{"@type":"Product","name":"Bow","color":"red","description":"other"}},
    {"@type":"Product","name":"Saw","color":"blue"}]</script>`
  const properties = Object.fromEntries(
    ['name', 'sku', 'gtin', 'author', 'datePublished', 'color', 'description'].map((name) => [
      name,
      { type: 'string' },
    ]),
  )
  const { data } = await run({ html, schema: { type: 'object', properties }, found: false })
  assert.deepEqual(data.value, {
    name: 'Axe',
    sku: 'A1',
    gtin: '4',
    author: null,
    datePublished: null,
    color: null,
    description: null,
  })
})

test('rules come before what is found otherwise', async () => {
  const html = `${PRODUCT}<b class="now">3</b>`
  const { data } = await run({
    html,
    schema: SCHEMA,
    rules: { price: { selector: '.now', type: 'number' } },
    found: false,
  })
  assert.deepEqual(data.value, { name: 'Axe', price: 3 })
  assert.deepEqual(data.provenance['/price'], {
    source: 'rules',
    selector: '.now',
    snippet: '3',
    confidence: 1,
  })
})

test('a schema that cannot be used is named with its place', async () => {
  const refused = (schema: object, ...pointers: string[]) =>
    assert.rejects(run({ html: '<p>x</p>', schema }), failsWith('schema_invalid', ...pointers))
  await refused({ type: 'objekt' }, '/schema/type')
  await assert.rejects(run({ html: '<p>x</p>', schema: { type: 'objekt' } }), {
    message:
      'The JSON Schema cannot be used: /schema/type: It must be one of "array", "boolean", "integer", "null", "number", "object", "string".',
  })
  await refused({ properties: { a: { minimum: 'x' } } }, '/schema/properties/a/minimum')
  await refused({ $ref: 'http://127.0.0.1:1/schema.json' }, '/schema/$ref')
  await refused({ properties: { a: { $ref: '#/$defs/none' } } }, '/schema/properties/a/$ref')
  const anchored = {
    properties: { a: { $ref: '#price' } },
    $defs: { p: { $anchor: 'price', type: 'number' } },
  }
  await refused(anchored, '/schema/properties/a/$ref')
  await refused({ $dynamicRef: '#' }, '/schema/$dynamicRef')
  await refused({ properties: { a: { pattern: '(?=x)' } } }, '/schema/properties/a/pattern')
  await refused({ patternProperties: { '(a{500}){500}': {} } }, '/schema/patternProperties/(a{500}){500}')
  await refused({ $schema: 'https://example.org/dialect' }, '/schema/$schema')
  await refused({ $ref: '#' }, '/schema')
  await refused({ type: 'array', items: [{ type: 'string' }] }, '/schema/items')
  let deep: object = {}
  for (let i = 0; i < 30; i += 1) deep = { properties: { a: deep } }
  await refused(deep, '/schema')
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `d${i}`,
      { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  await refused({ $ref: '#/$defs/d0', $defs: { ...doubling, d30: { type: 'object' } } }, '/schema')
})

test('a rule that cannot be used is named with its place', async () => {
  const refused = (rules: object, ...pointers: string[]) =>
    assert.rejects(run({ html: '<p>x</p>', rules }), failsWith('validation_failed', ...pointers))
  await refused({ a: { selector: 'p[' } }, '/rules/a/selector')
  await refused({ a: { selector: 'p', regex: '(?<=x)y' } }, '/rules/a/regex')
  await refused({ a: { jsonPath: '$[' } }, '/rules/a/jsonPath')
  await refused({ a: {} }, '/rules/a')
  await refused({ a: { selector: 'p', fields: { b: { jsonPath: '$' } } } }, '/rules/a/fields/b/jsonPath')
  await assert.rejects(
    run({ html: '<p>x</p>', jsonPath: 'name' }),
    failsWith('validation_failed', '/jsonPath'),
  )
  assert.notDeepEqual(inputProblems(JsonInput, { html: 'x', rules: { a: { selector: 'p', eval: '1' } } }), [])
})

test('what needs a browser or a model is said', async () => {
  const html = '<p>x</p>'
  await assert.rejects(run({ html, sources: ['xhr'] }), failsWith('browser_unavailable'))
  await assert.rejects(run({ html, capture: { urlPattern: '/api' } }), failsWith('browser_unavailable'))
  await assert.rejects(
    run({ html, capture: { urlPattern: '*' } }),
    failsWith('validation_failed', '/capture/urlPattern'),
  )
  await assert.rejects(
    run({ html, sources: ['meta', 'xhr'], engine: 'http' }),
    failsWith('validation_failed', '/sources/1'),
  )
  assert.deepEqual((await run({ html, sources: ['meta', 'llm'] })).codes, ['model_unavailable'])
  assert.deepEqual((await run({ html, instructions: 'find x' })).codes, ['model_unavailable'])
})

test('walls and empty shells are errors, a shell with data in it is not', async () => {
  const of = (body: string, status = 200) => run({ url: URL_OF }, { [URL_OF]: { body, status } })
  await assert.rejects(
    of('<script>window._cf_chl_opt={}</script><p>Checking.</p>', 403),
    failsWith('target_blocked'),
  )
  await assert.rejects(of('<p>no</p>', 401), failsWith('login_required'))
  await assert.rejects(of('<div id="root"></div><script src="/app.js"></script>'), failsWith('empty_content'))
  await assert.rejects(run({ html: '<div></div>' }), failsWith('empty_content'))
  const described = await of('<title>Tides</title><meta name="DC.creator" content="Ann"><body></body>')
  assert.deepEqual(described.data.found?.['meta'], { title: 'Tides', 'DC.creator': 'Ann' })
  const shell = await of(
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"a":{"b":1}}</script>',
  )
  assert.deepEqual(shell.codes, ['browser_needed'])
  assert.deepEqual(shell.data.found?.['state'], { __NEXT_DATA__: { a: { b: 1 } } })
})

test('a JSON text in the place of a page is read as JSON', async () => {
  const { data, codes } = await run({
    html: ' {"boats":[{"name":"Anna"},{"name":"Berta"}]}',
    jsonPath: '$.boats[*].name',
  })
  assert.equal(data.kind, 'json')
  assert.deepEqual(
    data.matches?.map(({ value }) => value),
    ['Anna', 'Berta'],
  )
  assert.deepEqual(codes, [])
  assert.equal((await run({ html: '{"a": <p>no JSON</p>' })).data.kind, 'page')
})

test('a document is read as a page, which is said', async () => {
  const rows = ['Tool', 'Axe'].map(
    (tool) => `<w:tr><w:tc>${wordParagraph(tool)}</w:tc><w:tc>${wordParagraph('19')}</w:tc></w:tr>`,
  )
  const body = Buffer.from(
    docxOf(wordParagraph('Tools', '<w:pStyle w:val="H1"/>') + `<w:tbl>${rows.join('')}</w:tbl>`),
  )
  const { data, codes, response } = await run(
    { url: URL_OF, rules: { heading: { selector: 'h2' }, cells: { selector: 'td, th', multiple: true } } },
    { [URL_OF]: { body, type: 'application/octet-stream' } },
  )
  assert.deepEqual(codes, ['document_read'])
  assert.deepEqual(data.value, { heading: 'Tools', cells: ['Tool', '19', 'Axe', '19'] })
  assert.equal(response?.contentType, 'application/octet-stream')
})

test('data is read as what it is, and its status is judged', async () => {
  const of = (body: string, type: string, status = 200) =>
    run({ url: URL_OF, found: false }, { [URL_OF]: { body, type, status } })
  assert.deepEqual((await of(`)]}',\n{"a":1}`, 'application/json')).data.value, { a: 1 })
  assert.deepEqual((await of('cb({"a":1});', 'application/json')).data.value, { a: 1 })
  assert.deepEqual((await of('{"a":1,}', 'application/json')).codes, ['json_repaired'])
  assert.deepEqual((await of('{"a":1}', 'text/plain')).data.kind, 'json')
  assert.deepEqual((await of('caf\u00e9', 'text/plain')).data.kind, 'page')
  for (const status of [206, 302, 404])
    assert.deepEqual((await of('{"error":"none"}', 'application/json', status)).codes, ['http_status'])
  await assert.rejects(of('{"error":"no"}', 'application/json', 403), failsWith('target_blocked'))
  await assert.rejects(of('{"error":"no"}', 'application/json', 401), failsWith('login_required'))
  await assert.rejects(of('{}', 'application/json', 503), failsWith('target_http_error'))
  await assert.rejects(of('not at all', 'application/json'), failsWith('source_broken'))
  await assert.rejects(of('<!-- nothing -->', 'application/xml'), failsWith('source_broken'))
  await assert.rejects(of('%PDF-1.7', 'application/pdf'), failsWith('unsupported_document'))
  await assert.rejects(of('a: 1', 'application/yaml'), failsWith('unsupported_document'))
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'F',
    items: [{ id: 1, content_text: 'Hi', date_published: '2024-01-01' }],
  }
  const { data } = await of(JSON.stringify(feed), 'application/feed+json')
  assert.equal(data.kind, 'feed')
  assert.equal((data.value as { items: { content: string }[] }).items[0]?.content, 'Hi')
})

test('a document that fits its schema is given as it is', async () => {
  const body = '{"name":"Axe","price":null}'
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: ['number', 'null'] } },
    required: ['name', 'price'],
  }
  const { data } = await run({ url: URL_OF, schema }, { [URL_OF]: { body, type: 'application/json' } })
  assert.deepEqual(data.value, { name: 'Axe', price: null })
  assert.equal(data.valid, true)
  assert.deepEqual(Object.keys(data.provenance), ['/name'])
})

test('linked feeds are fetched for those who name them, and only then', async () => {
  const links = ['/a.xml', '/gone.xml']
    .map((href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`)
    .join('')
  const answers = {
    [URL_OF]: { body: `${links}<p>A page with some text.</p>` },
    'https://example.org/a.xml': {
      body: '<rss><channel><title>A</title><item><title>One</title></item></channel></rss>',
      type: 'text/xml',
    },
    'https://example.org/gone.xml': { body: 'no', status: 404 },
  }
  const { data, codes } = await run({ url: URL_OF, sources: ['feeds'] }, answers)
  const feeds = data.found?.['feeds'] as { href: string; items?: { title: string }[] }[]
  assert.deepEqual(
    feeds.map(({ href, items }) => [href, items?.map(({ title }) => title)]),
    [
      ['https://example.org/a.xml', ['One']],
      ['https://example.org/gone.xml', undefined],
    ],
  )
  assert.deepEqual(codes, ['feed_unread'])
  const linked = (await run({ url: URL_OF }, answers)).data.found?.['feeds'] as object[]
  assert.deepEqual(linked[0], { href: 'https://example.org/a.xml', type: 'application/rss+xml', title: null })
})

test('the encoding of a page that had to be guessed is a warning, as for every extractor', async () => {
  const body = Buffer.from('<title>Caf\xe9 in the harbour</title><p>Some text.</p>', 'latin1')
  const { codes, data } = await run({ url: URL_OF }, { [URL_OF]: { body } })
  assert.deepEqual(codes, ['charset_guessed'])
  assert.match(JSON.stringify(data.found), /Café in the harbour/)
})

test('what is cut says so', async () => {
  const rows = '<tr><td>a</td><td>b</td></tr>'.repeat(5)
  const page = await run({ html: `<table>${rows}</table>`, maxRows: 2 })
  assert.deepEqual(page.codes, ['rows_truncated'])
  const csv = await run(
    { url: URL_OF, maxRows: 2 },
    { [URL_OF]: { body: 'a,b\n1,2\n3,4\n5,6\n', type: 'text/csv' } },
  )
  assert.deepEqual([csv.codes, (csv.data.value as unknown[]).length], [['rows_truncated'], 2])
  const path = await run({
    html: `<script type="application/json">${JSON.stringify(Array.from({ length: 11_000 }, () => 1))}</script><p>x`,
    jsonPath: '$.state.json1[*]',
  })
  assert.deepEqual([path.codes, path.data.matches?.length], [['rows_truncated'], 10_000])
})

test('a list of the page fills one field only', async () => {
  const html = `<p>x</p><script type="application/json" id="s">{"a":{"goods":[{"name":"Axe","price":5},{"name":"Saw","price":7}]}}</script>`
  const items = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
  }
  const { data } = await run({
    html,
    schema: { type: 'object', properties: { goods: items, others: items } },
    found: false,
  })
  assert.deepEqual(data.value, {
    goods: [
      { name: 'Axe', price: 5 },
      { name: 'Saw', price: 7 },
    ],
    others: null,
  })
})

test('digits of long numbers are kept, and a key that is left out is told where it stood', async () => {
  const body = '{"id": 12345678901234567890, "of": {"__proto__": {"x": 1}, "n": 7}, "far": 1e400}'
  const answers = { [URL_OF]: { body, type: 'application/json' } }
  const { data, warnings } = await run({ url: URL_OF }, answers)
  assert.deepEqual(data.value, { id: '12345678901234567890', of: { n: 7 }, far: '1e400' })
  assert.deepEqual(
    warnings?.map(({ code, pointer }) => [code, pointer]),
    [['forbidden_key', '/of/__proto__']],
  )
  for (const [type, id] of [
    ['string', '12345678901234567890'],
    ['integer', null],
  ] as const) {
    const asked = { url: URL_OF, schema: { type: 'object', properties: { id: { type } } } }
    const { value } = (await run(asked, answers)).data
    assert.equal(Object(value).id, id, type)
  }
  const block = `<script type="application/ld+json">${body.replace('{', '{"@type": "Product",')}</script>${'<p>Axes.</p>'.repeat(20)}`
  const page = await run({ html: block, sources: ['jsonLd'] })
  assert.deepEqual(page.data.found, {
    jsonLd: [{ '@type': 'Product', id: '12345678901234567890', of: { n: 7 }, far: '1e400' }],
  })
  assert.deepEqual(page.codes, ['forbidden_key'])
})
