import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { kindOfText, kindOfValue } from './name-kind.ts'
import { parseText } from './parse-text.ts'
import { readIndex } from './read-index.ts'

const refused =
  (detail: RegExp, code = 'unsupported_document') =>
  (error: unknown): boolean => {
    assert.ok(error instanceof SurveyorError, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, detail)
    return true
  }
const codesOf = (text: string): string[] => parseText(text).notes.map(({ code }) => code)

test('JSON and YAML of the same description are the same value', () => {
  const json = parseText('\ufeff{"openapi":"3.0.0","info":{"title":"A","version":"1.0"},"paths":{"/a":{}}}')
  const yaml = parseText('openapi: 3.0.0\ninfo:\n  title: A\n  version: "1.0"\npaths:\n  /a: {}\n')
  assert.deepEqual([json.format, yaml.format], ['json', 'yaml'])
  assert.deepEqual(yaml.value, json.value)
})

test('a mistake in JSON is told with line and column, wherever V8 would leave it out', () => {
  for (const [text, at, what] of [
    ['{"a": 1,\n "b": 2,,}', 'line 2, column 9', /',' is not expected/],
    ['{"a": 1,\n "b": tru}', 'line 2, column 7', /'t' is not expected/],
    ['{"a": [1, 2', 'line 1, column 12', /the text ends/],
    ['{"a": "x\ty"}', 'line 1, column 9', /is not expected/],
    ['{"a": "\\q"}', 'line 1, column 9', /'q' is not expected/],
    ['[1]]', 'line 1, column 4', /']' is not expected/],
  ] as const) {
    // Past the size up to which broken JSON is tried as YAML, so that the mistake itself is seen.
    const long = text + ' '.repeat(2_100_000)
    const exact = at === 'line 1, column 12' ? /the text ends/ : new RegExp(`${at}: .*${what.source}`)
    assert.throws(() => parseText(long), refused(exact), text)
  }
})

test('broken JSON that YAML can read is read, and says so', () => {
  const { value, format, notes } = parseText('{"openapi": "3.0.0", # comment\n "paths": {},}')
  assert.deepEqual(value, { openapi: '3.0.0', paths: {} })
  assert.equal(format, 'json')
  assert.equal(notes[0]?.code, 'json_repaired')
  assert.match(notes[0]?.detail ?? '', /line 1, column 22/)
})

test('a mistake in YAML is told with line and column', () => {
  assert.throws(() => parseText('openapi: 3.0.0\ninfo:\n  a: b: c\n'), refused(/line 3, column 6/))
  assert.throws(() => parseText('a: "open\n'), refused(/line \d+, column \d+: Missing closing/))
})

test('keys that are there twice are told, and the last one counts', () => {
  const json = '{"a":{"b":1,"c":"a\\"b","b":2},"x":[{"a":1},{"a":2}]}'
  assert.deepEqual(parseText(json).value, { a: { b: 2, c: 'a"b' }, x: [{ a: 1 }, { a: 2 }] })
  assert.deepEqual(
    parseText(json).notes.map(({ detail }) => detail),
    ["The key 'b' is there twice in one object (line 1, column 24); the last one counts."],
  )
  const yaml = parseText('a: 1\nb: 2\na: 3\n')
  assert.deepEqual(yaml.value, { a: 3, b: 2 })
  assert.match(yaml.notes[0]?.detail ?? '', /'a' is there twice at line 3, column 1/)
  assert.deepEqual(codesOf('{"a":{"x":":"},"b":[{"x":1},{"x":2}]}'), [])
})

test('YAML: anchors, merge keys, unquoted numbers and keys, several documents', () => {
  const text = [
    'base: &base {type: object, x: [1, 2]}',
    'one: {<<: *base, type: string}',
    'two: {<<: [*base, {y: 1}]}',
    'three: *base',
    'responses: {200: ok, 1.0: v, true: t}',
    'proto: {__proto__: {a: 1}}',
  ].join('\n')
  const value = parseText(text).value as Record<string, Record<string, unknown>>
  assert.deepEqual(value['one'], { type: 'string', x: [1, 2] })
  assert.deepEqual(value['two'], { type: 'object', x: [1, 2], y: 1 })
  assert.deepEqual(value['three'], value['base'])
  assert.deepEqual(Object.keys(value['responses'] ?? {}), ['200', '1.0', 'true'])
  assert.deepEqual(Object.keys(value['proto'] ?? {}), ['__proto__'])
  assert.equal(({} as Record<string, unknown>)['a'], undefined)
  assert.deepEqual(codesOf('a: 1\n---\nb: 2\n'), ['more_documents'])
  const { spelled } = parseText('swagger: 2.0\ninfo:\n  version: 1.10\n')
  assert.deepEqual(
    [...spelled],
    [
      ['/swagger', '2.0'],
      ['/info/version', '1.10'],
    ],
  )
})

test('bombs end in a named error: aliases, merge keys, circles, depth, size', () => {
  const nine = (name: string, n: number): string => Array.from({ length: 9 }, () => `*${name}${n}`).join(', ')
  const laughs = (item: (n: number) => string): string =>
    ['a: &a0 {k: v}', ...Array.from({ length: 30 }, (_, n) => `b${n}: &a${n + 1} ${item(n)}`)].join('\n')
  assert.throws(() => parseText(laughs((n) => `[${nine('a', n)}]`)), refused(/aliases .* unfold/))
  assert.throws(() => parseText(laughs((n) => `{<<: [${nine('a', n)}]}`)), refused(/aliases .* unfold/))
  assert.throws(() => parseText('a: &a [*a]'), refused(/contains itself/))
  assert.throws(() => parseText('a: *b'), refused(/without an anchor/))
  assert.throws(() => parseText(`{"a":${'['.repeat(5_000_000)}`), refused(/nests deeper/))
  for (const nested of ['['.repeat(50_000), '{a: '.repeat(20_000), `\n${'- '.repeat(20_000)}`]) {
    assert.throws(() => parseText(`openapi: ${nested}`), refused(/nests deeper/), nested.slice(0, 9))
  }
  assert.throws(
    () => parseText(`{"a":"${'x'.repeat(21_000_000)}"}`),
    refused(/more than/, 'target_too_large'),
  )
  const deep = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`
  assert.equal(JSON.stringify(parseText(deep).value), deep)
})

test('descriptions of other kinds are named', () => {
  const none = new Map<string, string>()
  for (const [value, kind, version] of [
    [{ openapi: '3.1.0' }, 'openapi', '3.1.0'],
    [{ swagger: '2.0' }, 'openapi', '2.0'],
    [{ swagger: 2 }, 'openapi', '2.0'],
    [{ swaggerVersion: '1.2' }, 'openapi', '1.2'],
    [{ asyncapi: '3.0.0', channels: {} }, 'asyncapi', '3.0.0'],
    [{ arazzo: '1.0.0' }, 'arazzo', '1.0.0'],
    [{ overlay: '1.0.0' }, 'overlay', '1.0.0'],
    [{ data: { __schema: { types: [] } } }, 'graphql', null],
    [{ __schema: { types: [] } }, 'graphql', null],
    [
      { info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } },
      'postman',
      '2.1.0',
    ],
    [{ kind: 'discovery#restDescription', discoveryVersion: 'v1' }, 'google_discovery', 'v1'],
  ] as const) {
    assert.deepEqual(kindOfValue(value, none), { kind, version }, JSON.stringify(value))
  }
  for (const value of [{ openapi: { a: 1 } }, { swagger: true }, { info: {} }, [], null, 'openapi: 3.0.0']) {
    assert.equal(kindOfValue(value, none), null, JSON.stringify(value))
  }
  for (const [text, kind, version] of [
    ['#%RAML 1.0\ntitle: A', 'raml', '1.0'],
    ['FORMAT: 1A\n\n# API', 'api_blueprint', '1A'],
    ['"""Docs"""\ntype Query {\n  pet(id: ID!): Pet\n}', 'graphql', null],
    ['schema { query: Q }\ntype Q {\n  a: Int\n}', 'graphql', null],
    [
      '<?xml version="1.0"?><!-- c --><wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">',
      'wsdl',
      '1.1',
    ],
    ['<description xmlns="http://www.w3.org/ns/wsdl">', 'wsdl', '2.0'],
    ['<application xmlns="http://wadl.dev.java.net/2009/02">', 'wadl', null],
    ['<edmx:Edmx Version="4.0" xmlns:edmx="x">', 'odata', '4.0'],
  ] as const) {
    assert.deepEqual(kindOfText(text), { kind, version }, text)
  }
  for (const text of ['<html><body>', 'type: Query', 'openapi: 3.0.0', 'Hello']) {
    assert.equal(kindOfText(text), null, text)
  }
})

test('lists of descriptions: Swagger UI, springfox, API catalogs; other JSON is not a list', () => {
  assert.deepEqual(readIndex({ urls: [{ url: '/a.json', name: 'A' }, { name: 'no address' }] }), [
    { url: '/a.json', name: 'A', role: 'spec' },
  ])
  assert.deepEqual(readIndex({ configUrl: '/c', url: '/v3/api-docs' }), [
    { url: '/v3/api-docs', name: null, role: 'spec' },
  ])
  assert.deepEqual(readIndex([{ name: 'default', location: '/v2/api-docs', swaggerVersion: '2.0' }]), [
    { url: '/v2/api-docs', name: 'default', role: 'spec' },
  ])
  const catalog = {
    linkset: [
      { anchor: 'https://a.example/', item: [{ href: 'https://a.example/x' }] },
      {
        anchor: 'https://a.example/x',
        'service-desc': [{ href: '/x.yaml', type: 'application/yaml' }],
        'service-doc': [{ href: '/docs' }],
      },
    ],
  }
  assert.deepEqual(readIndex(catalog), [{ url: '/x.yaml', name: null, role: 'spec' }])
  const docs = [{ 'service-doc': [{ href: '/docs', title: 'Docs' }] }]
  assert.deepEqual(readIndex({ linkset: docs }), [{ url: '/docs', name: 'Docs', role: 'page' }])
  for (const value of [{ url: '/a' }, { urls: 'x' }, [], [{ name: 'a', url: '/b' }], null, { linkset: [] }]) {
    assert.equal(readIndex(value), null, JSON.stringify(value))
  }
})
