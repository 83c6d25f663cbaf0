// Hostile pages and documents: each ends in a named error, or in a bounded answer that reports the cuts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractContext, isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'

const { operations } = await create({ settings: {} })
const URL_OF = 'https://example.org/'
/** Far below what the service takes for a result. */
const MAX_CHARS = 12_000_000

async function outcome(input: Record<string, unknown>, body = '', type = ''): Promise<string[]> {
  const fetch = async () => targetAnswer(URL_OF, body, { headers: { 'content-type': type } })
  const context = extractContext(fetch, { isolate: isolateHere })
  try {
    const output = await operations['extract']?.(body === '' ? input : { ...input, url: URL_OF }, context)
    const text = JSON.stringify(output)
    assert.ok(text.length < MAX_CHARS, `${text.length} characters`)
    assert.ok(!JSON.stringify(output?.data).includes('__proto__'), 'only the warning may name it')
    return [...new Set((output?.warnings ?? []).map(({ code }) => code))]
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    return [error.code]
  }
}

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    items: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    },
  },
}
const script = (text: string, type = 'application/ld+json'): string =>
  `<p>x</p><script type="${type}">${text}</script>`
const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const links = (count: number, from: number, of: number) =>
  range(count, (i) => ({ '@id': `#${(from * 7 + i) % of}` }))

const PAGES: Readonly<Record<string, readonly [html: string, ...expected: string[]]>> = {
  'JSON-LD without end': [script('['.repeat(1_500_000)), 'json_ld_broken'],
  'JSON-LD as deep as is read': [script(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`), 'found_cut'],
  'JSON-LD of comments': [script(`${'//\n'.repeat(300_000)}{"a":1}`), 'json_ld_repaired'],
  'JSON-LD in many blocks': [script('{"@type":"Product","name":"a"}').repeat(20_000), 'found_cut'],
  'a graph in which all name each other': [
    script(
      JSON.stringify({
        '@graph': range(500, (i) => ({ '@id': `#${i}`, name: `n${i}`, all: links(60, i, 500) })),
      }),
    ),
    'found_cut',
  ],
  'microdata that refers to itself over and over': [
    range(
      60,
      (i) =>
        `<div itemscope><i id="b${i}" itemprop="x" itemscope itemref="b${i + 1} c${i + 1}"></i><i id="c${i}" itemprop="y" itemscope itemref="b${i + 1} c${i + 1}"></i></div>`,
    ).join('x'),
    'found_cut',
  ],
  'microdata with a hundred names': [
    `x${`<div itemscope itemprop="${range(100, (i) => `p${i}`).join(' ')}">`.repeat(200)}`,
    'found_cut',
  ],
  'one text in hundreds of properties': [
    `<div itemscope>${'<b itemprop=a>'.repeat(250)}${'x '.repeat(500_000)}`,
    'found_cut',
  ],
  'microformats of many names': [
    `x${`<div class="h-entry ${range(26, (i) => `p-p${String.fromCharCode(97 + i)}`).join(' ')}">`.repeat(200)}`,
    'found_cut',
  ],
  'a table of spans': [
    `<table>${'<tr><td rowspan=65000 colspan=1000>x'.repeat(5_000)}</table>`,
    'found_cut',
    'rows_truncated',
  ],
  'a table of rows': [
    `<table><tr><th>name<th>price</tr>${'<tr><td>a<td>5'.repeat(30_000)}</table>`,
    'rows_truncated',
  ],
  'a state that points at itself': [
    script(JSON.stringify(range(60, (i) => ({ a: i + 1, b: i + 1 }))), 'application/json" id="__NUXT_DATA__'),
    'found_cut',
  ],
  'assignments without end': [`<p>x</p><script>${'window.a={'.repeat(100_000)}</script>`],
  'blanks where a pattern looks': [`<p>x</p><script>${`__next_f${' '.repeat(2_000)}`.repeat(500)}</script>`],
  'keys that poison': [script('{"__proto__":{"x":1},"name":"a","a":{"__proto__":1}}'), 'forbidden_key'],
}
for (const [name, [html, ...expected]] of Object.entries(PAGES)) {
  test(`page: ${name}`, async () => assert.deepEqual(await outcome({ html, schema: SCHEMA }), expected))
}

const DOCUMENTS: Readonly<Record<string, readonly [body: string, type: string, ...expected: string[]]>> = {
  'JSON without end': ['['.repeat(3_000_000), 'application/json', 'unsupported_document'],
  'JSON as deep as is read': [`${'['.repeat(90)}${']'.repeat(90)}`, 'application/json', 'document_cut'],
  'a wide list': [
    JSON.stringify(range(150_000, (i) => ({ name: `n${i}`, price: i }))),
    'application/json',
    'document_cut',
  ],
  'keys that poison': ['{"__proto__":{"x":1},"name":"a"}', 'application/json', 'forbidden_key'],
  'lines without end': ['{"name":"a"}\n'.repeat(200_000), 'application/x-ndjson', 'rows_truncated'],
  'lines that are none': [`{\n${'x\n'.repeat(500_000)}`, 'application/x-ndjson', 'source_broken'],
  'CSV of separators': [','.repeat(3_000_000), 'text/csv', 'rows_truncated'],
  'CSV of one quote': [`a,b\n"${'x'.repeat(3_000_000)}`, 'text/csv'],
  'XML without end': [
    '<?xml version="1.0"?>'.concat('<a>'.repeat(500_000)),
    'application/xml',
    'document_cut',
  ],
  'XML of entities': [
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;&b;&b;</l>',
    'application/xml',
    'xml_entities',
  ],
  'XML of attributes': [
    `<?xml version="1.0"?><a ${range(100_000, (i) => `a${i}="1"`).join(' ')}/>`,
    'application/xml',
    'document_cut',
  ],
}
for (const [name, [body, type, ...expected]] of Object.entries(DOCUMENTS)) {
  test(`document: ${name}`, async () =>
    assert.deepEqual(await outcome({ schema: SCHEMA }, body, type), expected))
}

test('expressions of callers that never end', async () => {
  const words = `<p>${'x'.repeat(500_000)}</p>`
  const state = script(JSON.stringify(range(20_000, (i) => ({ i, list: [i] }))), 'application/json')
  assert.deepEqual(await outcome({ html: words, rules: { a: { selector: 'p', regex: '(x+x+)+y' } } }), [])
  assert.deepEqual(await outcome({ html: state, sources: ['state'], jsonPath: '$..[?$..i]' }), [
    'validation_failed',
  ])
  const nested = await outcome({ html: state, sources: ['state'], jsonPath: '$..*' })
  assert.deepEqual(nested, ['rows_truncated', 'matches_cut'])
})

test('a schema that comes back to itself ends where the data ends', async () => {
  const tree = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      child: { $ref: '#' },
      all: { type: 'array', items: { $ref: '#' } },
    },
  }
  let chain: object = { name: 'leaf' }
  for (let i = 0; i < 30; i += 1) chain = { name: `n${i}`, child: chain }
  assert.deepEqual(await outcome({ html: script(JSON.stringify(chain)), schema: tree }), [])
  const many = Object.fromEntries(
    range(100, (i) => [`field${i}Name`, { type: 'array', items: { $ref: '#/$defs/item' } }]),
  )
  const schema = { type: 'object', properties: many, $defs: { item: SCHEMA } }
  const state = script(JSON.stringify(range(3_000, (i) => ({ name: `n${i}`, price: i }))), 'application/json')
  assert.deepEqual(await outcome({ html: state, schema, found: false }), ['schema_cut'])
})
