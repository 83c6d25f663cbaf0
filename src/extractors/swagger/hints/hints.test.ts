import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkHeaderHints } from './link-hints.ts'
import { prefixedPlaces, probePlaces } from '#extractors/swagger/discover/probe-places.ts'
import { readScript, scriptHints } from './script-hints.ts'
import { isDocsAddress, isDocsLink, isPortalPage, isSpecAddress, isSpecLink } from './spec-address.ts'
import { looksLikeText } from './ui-config.ts'

const GLOBALS = new Map([
  ['location.origin', 'https://a.example'],
  ['location.protocol', 'https:'],
  ['location.host', 'a.example'],
])
const read = (source: string) => {
  const { variables, calls, texts } = readScript(source, GLOBALS, (name) => name === 'call')
  return { variables: Object.fromEntries(variables), calls: calls.map(({ args }) => args), texts }
}
const valueOf = (expression: string): unknown => read(`x = ${expression};`).variables['x']

test('literals of every kind', () => {
  for (const [expression, value] of [
    [`"a\\n\\u0041\\x42\\u{43}\\"" `, 'a\nABC"'],
    ["'it\\'s' + ' fine'", "it's fine"],
    ['`${location.origin}/v1`', 'https://a.example/v1'],
    ["window.location.protocol + '//' + location.host + `/x`", 'https://a.example/x'],
    ["contextPath + '/v3/api-docs'", '/v3/api-docs'],
    ['`${location.origin}${contextPath}/v3/api-docs`', '/v3/api-docs'],
    ['`${contextPath}api-docs`', undefined],
    ["options.url || '/b'", '/b'],
    ['[1, -2.5e1, true, null, !0, "a",]', [1, -25, true, null, true, 'a']],
    ['{a: 1, \'b\': {c: [2]}, "d-e": 3, 4: 5,}', { a: 1, b: { c: [2] }, 'd-e': 3, 4: 5 }],
    [
      "{a: f(')', /[/)\"]/g, `}`), b: 2, c() { return '}' }, d: (x) => ({}), ...{e: 3}, f: y ? 1 : 2, g: 4}",
      { b: 2, e: 3, g: 4 },
    ],
    ['{/* a: 1, */ b: 2 // c: 3\n}', { b: 2 }],
    ['JSON.parse(\'{"a": "\\\\u0041"}\')', { a: 'A' }],
    ['Object.assign({}, {a: 1}, {b: 2})', { a: 1, b: 2 }],
    ["new URL('/a.json', location.href).href", '/a.json'],
    ['({a: 1})', { a: 1 }],
    ['{"__proto__": {"a": 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
    ['unknown', undefined],
    ['f(1)', undefined],
    ['1 < 2', 1],
  ] as const) {
    assert.deepEqual(valueOf(expression), value, expression)
  }
})

test('variables, calls and texts, in functions and beside them', () => {
  const { variables, calls, texts } = read(`
    const config = { url: '/a.json' }, other = "/b";
    window.onload = function () { if (x == "no") { call(config.url, other, function () {}, {u: config}) } };
    docs.url = "/c"; let a = b => ({}); fetch("/d.json").then(r => r)
  `)
  assert.deepEqual(variables, { config: { url: '/a.json' }, other: '/b', 'docs.url': '/c' })
  assert.deepEqual(calls, [['/a.json', '/b', undefined, { u: { url: '/a.json' } }]])
  assert.deepEqual(texts, ['no', '/d.json'])
})

test('no script keeps the reader for long, and none makes it fail', () => {
  const many = (unit: string, size = 300_000): string => unit.repeat(Math.ceil(size / unit.length))
  for (const source of [
    many('`${'),
    many('`${('),
    many('`${\n'),
    many('x=(/['),
    `x=${many('(')}`,
    `x=${many('[')}`,
    `x=${many('{a:')}`,
    `x={${many('a:{},')}`,
    `x=${many('[(')}`,
    many('call('),
    many('call({a:f(['),
    many('/*'),
    many('"\n'),
    many('x={"a":\'"\'}\n'),
    `x=[${many('}')}`,
    many('a.'),
    many('a='),
    `x=1${many('+1')}`,
    many('\\'),
    `x="${many('\\')}`,
    'x=',
    'call(',
    'x={a',
    'x={...',
    '',
  ]) {
    const { calls } = read(source)
    assert.ok(Array.isArray(calls), source.slice(0, 20))
  }
})

test('addresses in the text of a script count only where nothing says more', () => {
  const page = 'https://a.example/docs/'
  const urls = (source: string): unknown[] =>
    scriptHints(source, page).map((hint) => ('url' in hint ? hint.url : hint.text))
  assert.deepEqual(urls('fetch("../api/openapi.json"); load("/logo.png"); load("../api/openapi.json")'), [
    'https://a.example/api/openapi.json',
  ])
  assert.deepEqual(urls('fetch("/openapi.json"); const specUrl = "/real"'), ['https://a.example/real'])
  assert.deepEqual(urls('const title = "openapi"; const url = "/x"'), [])
})

test('Link headers', () => {
  const urls = (header: string): unknown[] =>
    linkHeaderHints(header, 'https://a.example/v1/').map((hint) => [
      hint.role,
      'url' in hint ? hint.url : '',
      hint.name,
    ])
  assert.deepEqual(urls('<openapi.json>; rel=service-desc, </docs>; title="a, b"; rel="help service-doc"'), [
    ['spec', 'https://a.example/v1/openapi.json', null],
    ['page', 'https://a.example/docs', 'a, b'],
  ])
  assert.deepEqual(urls('</c>; rel="api-catalog"'), [['index', 'https://a.example/c', null]])
  assert.deepEqual(urls('<file:///etc/passwd>; rel="service-desc", <x>; rel=next, nonsense, <'), [])
  assert.deepEqual(urls('<'.repeat(50_000)), [])
})

test('what an address looks like', () => {
  for (const path of [
    'openapi.json',
    'v1/swagger.yaml',
    'my-openapi-v2.yml',
    'v3/api-docs',
    'api-json',
    'openapi/v1.json',
    'docs.openapi',
  ])
    assert.ok(isSpecAddress(`https://a.example/${path}`), path)
  for (const path of ['', 'data.json', 'openapi', 'openapi.html', 'swagger-ui/'])
    assert.ok(!isSpecAddress(`https://a.example/${path}`), path)
  for (const path of ['swagger-ui/', 'docs/redoc', 'swagger/index.html', 'api-docs'])
    assert.ok(isDocsAddress(`https://a.example/${path}`), path)
  assert.ok(!isDocsAddress('https://a.example/about'))
})

test('what the words of a link say', () => {
  for (const text of [
    'OpenAPI specification (YAML)',
    'Download OpenAPI 3.1 JSON',
    'OpenAPI-Spezifikation',
    'Swagger-Datei herunterladen',
    'Télécharger la définition OpenAPI',
    'Descargar OpenAPI',
    'OpenAPI 仕様',
  ])
    assert.ok(isSpecLink(text, 'https://a.example/files/7'), text)
  for (const text of [
    'OpenAPI',
    'Swagger UI',
    'OpenAPI Generator downloads',
    'Swagger Editor',
    'JSON',
    `OpenAPI file ${'x'.repeat(80)}`,
  ])
    assert.ok(!isSpecLink(text, 'https://a.example/files/7'), text)
  for (const text of [
    'API reference',
    'API docs',
    'API-Dokumentation',
    'Referencia de la API',
    'Documentation de l’API',
  ])
    assert.ok(isDocsLink(text), text)
  for (const text of ['Rapid reference', 'Documentation', 'API keys', 'Doctors of the capital'])
    assert.ok(!isDocsLink(text), text)
})

test('pages of a portal for developers', () => {
  const portal = 'https://a.example/developers/'
  for (const path of ['developers/payments/', 'developers/accounts', 'developers/guide.html'])
    assert.ok(isPortalPage(`https://a.example/${path}`, portal), path)
  for (const path of [
    '',
    'developers/',
    'about/',
    'developers/terms.pdf',
    'developers/logout',
    'developers/sign-in',
  ])
    assert.ok(!isPortalPage(`https://a.example/${path}`, portal), path)
  assert.ok(isPortalPage('https://developer.a.example/payments', 'https://developer.a.example/'))
  assert.ok(!isPortalPage('https://a.example/news/payments', 'https://a.example/news/'))
})

test('an application behind a prefix names its descriptions without it', () => {
  const page = 'https://a.example/shop/docs/index.html'
  assert.deepEqual(prefixedPlaces('https://a.example/v2/api-docs?group=a', page), [
    'https://a.example/shop/docs/v2/api-docs?group=a',
    'https://a.example/shop/v2/api-docs?group=a',
  ])
  assert.deepEqual(prefixedPlaces('https://a.example/shop/docs/api.json', page), [])
  assert.deepEqual(prefixedPlaces('https://b.example/v2/api-docs', page), [])
})

test('places that are probed: near the page first, all of one origin, no more than asked', () => {
  const places = probePlaces('https://a.example:8443/shop/docs/index.html?x=1', 40)
  assert.deepEqual(places.slice(0, 2), [
    'https://a.example:8443/shop/docs/openapi.json',
    'https://a.example:8443/shop/docs/swagger.json',
  ])
  assert.equal(new Set(places).size, 40)
  assert.ok(places.every((url) => url.startsWith('https://a.example:8443/')))
  assert.deepEqual(probePlaces('https://a.example/', 2), [
    'https://a.example/openapi.json',
    'https://a.example/swagger.json',
  ])
})

test('texts that begin like a description', () => {
  for (const text of [
    '{"x": 1, "openapi": "3.0.0"}',
    'openapi: 3.0.0',
    '# comment\n\nswagger: "2.0"',
    '---\r\n"asyncapi": 3.0.0',
    '\ufeffopenapi: 3.1.0',
  ])
    assert.ok(looksLikeText(text), text)
  for (const text of [
    '{"a": 1}',
    'see openapi: it is',
    'type: object',
    `${'\n'.repeat(5_000)}x`,
    '# a\n'.repeat(2_000),
  ])
    assert.ok(!looksLikeText(text), text.slice(0, 20))
})
