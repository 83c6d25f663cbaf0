import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import {
  DOCS_PAGE,
  failureOf,
  jsonAnswer,
  madeSpec,
  runSwagger,
  SPEC_URL,
} from '#test/support/extract/swagger-site.ts'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'

test('the lists, the description and the verdict, as far as they are asked for', async () => {
  const site = { [SPEC_URL]: jsonAnswer(madeSpec('Pets', { servers: [{ url: '/v1' }], 'x-logo': 1 })) }
  const first = await runSwagger({ url: SPEC_URL }, site)
  assert.deepEqual(first.quality, { score: 1, signals: [] })
  assert.deepEqual(first.provenance, { '/specs/0': { url: SPEC_URL, foundBy: 'body' } })
  const both = first.data.specs[0]
  assert.deepEqual(both?.validation, { valid: true, errors: [], errorCount: 0 })
  assert.deepEqual(both?.servers?.[0]?.url, 'https://api.example/v1')
  assert.equal(both?.operations?.[0]?.operationId, 'getA')
  assert.deepEqual(both?.spec, madeSpec('Pets', { servers: [{ url: '/v1' }], 'x-logo': 1 }))
  const full =
    (await runSwagger({ url: SPEC_URL, output: 'full', validate: false }, site)).data.specs[0] ?? {}
  assert.deepEqual(['operations' in full, 'validation' in full, 'spec' in full], [false, false, true])
  const summary = (await runSwagger({ url: SPEC_URL, output: 'summary' }, site)).data.specs[0] ?? {}
  assert.deepEqual(
    ['operations' in summary, 'spec' in summary, 'specArtifact' in summary],
    [true, false, false],
  )
})

const LONG_BOUNDS = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  exclusiveMinimum: true,
  maximum: 'MAX',
  example: 'ID',
  'x-many': [12, 1.5, 'MAX'],
}

test('numbers that would be rounded keep their digits, are no mistakes, and bound what they bound', async () => {
  const schemas = { Id: LONG_BOUNDS, Quoted: { type: 'string', example: '9223372036854775806' } }
  const texts = {
    json: JSON.stringify(madeSpec('Pets', { components: { schemas } })),
    yaml:
      'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths: {}\n' +
      'components:\n  schemas:\n    Id:\n      type: integer\n      maximum: MAX\n',
  }
  for (const [format, text] of Object.entries(texts)) {
    const html = text
      .replaceAll(/"?MAX"?/g, '9223372036854775807')
      .replaceAll('"ID"', '-12345678901234567890')
    const { data, warnings } = await runSwagger({ html })
    const [read] = data.specs
    assert.deepEqual(read?.validation, { valid: true, errors: [], errorCount: 0 }, format)
    const id = valueAt(read?.spec, '/components/schemas/Id') as Record<string, unknown>
    assert.equal(id['maximum'], '9223372036854775807', format)
    assert.ok(warnings?.some(({ code }) => code === 'long_numbers'))
    if (format === 'yaml') continue
    assert.deepEqual(
      [id['minimum'], id['example'], id['x-many']],
      [0, '-12345678901234567890', [12, 1.5, id['maximum']]],
    )
    const { data: converted } = await runSwagger({ html, convertTo: '3.1' })
    const turned = valueAt(converted.specs[0]?.spec, '/components/schemas/Id') as Record<string, unknown>
    assert.deepEqual([turned['exclusiveMinimum'], turned['maximum']], [0, '9223372036854775807'])
  }
  const quoted = JSON.stringify(
    madeSpec('Pets', { components: { schemas: { A: { maximum: '9223372036854775807' } } } }),
  )
  const { data, warnings } = await runSwagger({ html: quoted })
  assert.equal(data.specs[0]?.validation?.errors[0]?.pointer, '/components/schemas/A/maximum')
  assert.deepEqual(warnings, [])
})

test('a description that is handed in, with and without an address', async () => {
  const text = JSON.stringify({
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    basePath: '/v2',
    paths: {},
  })
  const bare = await runSwagger({ html: text, convertTo: '3.1' })
  assert.equal(bare.engine, 'none')
  assert.deepEqual(
    [bare.data.url, bare.data.specs[0]?.url, bare.data.specs[0]?.convertedTo],
    [null, null, '3.1.1'],
  )
  assert.deepEqual(
    bare.data.specs[0]?.servers?.map(({ url }) => url),
    ['/v2'],
  )
  const placed = await runSwagger({ html: text, baseUrl: 'https://b.example/docs/', convertTo: '3.1' })
  assert.deepEqual(
    placed.data.specs[0]?.servers?.map(({ url }) => url),
    ['https://b.example/v2'],
  )
  const page = await runSwagger(
    { html: '<redoc spec-url="/x.json"></redoc>', baseUrl: DOCS_PAGE },
    { 'https://api.example/x.json': jsonAnswer(madeSpec('X')) },
  )
  assert.equal(page.data.specs[0]?.title, 'X')
})

test('descriptions of other kinds are named, not failed', async () => {
  for (const [text, kind, version, title] of [
    ['asyncapi: 3.0.0\ninfo: {title: Events, version: "2"}\nchannels: {}\n', 'asyncapi', '3.0.0', 'Events'],
    ['type Query {\n  pet: Pet\n}\n', 'graphql', null, null],
    ['{"data":{"__schema":{"types":[]}}}', 'graphql', null, null],
    ['#%RAML 1.0\ntitle: Old\n', 'raml', '1.0', null],
    ['<?xml version="1.0"?><definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'wsdl', '1.1', null],
    ['{"info":{"name":"Calls","_postman_id":"1"},"item":[]}', 'postman', null, 'Calls'],
    ['openapi: 4.0.0\ninfo: {title: Later, version: "1"}\n', 'openapi', '4.0.0', 'Later'],
    ['{"swaggerVersion":"1.2","apis":[]}', 'openapi', '1.2', null],
  ] as const) {
    const { data, codes } = await runSwagger(
      { url: SPEC_URL },
      { [SPEC_URL]: { body: Buffer.from(text), headers: {} } },
    )
    const [found] = data.specs
    assert.deepEqual([found?.kind, found?.specVersion, found?.title], [kind, version, title], text)
    assert.deepEqual(found?.validation, null)
    assert.ok(found !== undefined && !('operations' in found) && found.spec !== null)
    assert.deepEqual(codes, kind === 'openapi' ? ['unknown_version'] : [])
  }
  const modern = await runSwagger(
    { url: SPEC_URL },
    { [SPEC_URL]: jsonAnswer({ ...madeSpec('New'), openapi: '3.2.0' }) },
  )
  assert.deepEqual(
    [modern.data.specs[0]?.specVersion, modern.data.specs[0]?.validation?.valid],
    ['3.2.0', true],
  )
})

test('conversion, filter and references work together, and their notes point into the answer', async () => {
  const document = {
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: {
          tags: ['a'],
          parameters: [{ $ref: '#/parameters/Limit' }],
          responses: { 200: { description: '', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
      '/shops': { get: { tags: ['b'], responses: { 200: { description: '' } } } },
    },
    parameters: { Limit: { name: 'limit', in: 'query', type: 'integer' } },
    definitions: { Pet: { type: 'object', properties: { friend: { $ref: '#/definitions/Pet' } } }, Shop: {} },
  }
  const { data, warnings } = await runSwagger(
    { url: SPEC_URL, convertTo: '3.1', resolveRefs: 'internal', filter: { tags: ['A'] } },
    { [SPEC_URL]: jsonAnswer(document) },
  )
  const [found] = data.specs
  assert.deepEqual(
    found?.operations?.map(({ path }) => path),
    ['/pets'],
  )
  assert.deepEqual(found?.counts?.schemas, 1)
  const converted = found?.spec as { paths: object; components: { schemas: object } }
  assert.deepEqual(Object.keys(converted.paths), ['/pets'])
  assert.deepEqual(converted.components.schemas, {
    Pet: {
      type: 'object',
      properties: {
        friend: { type: 'object', properties: { friend: { $ref: '#/components/schemas/Pet' } } },
      },
    },
  })
  assert.deepEqual(
    warnings?.map(({ code, pointer }) => [code, pointer]),
    [
      ['conversion_media_type_assumed', '/specs/0/spec/paths/~1pets/get'],
      ['refs_circular', '/specs/0'],
    ],
  )
  const none = await runSwagger(
    { url: SPEC_URL, filter: { paths: ['/none'] } },
    { [SPEC_URL]: jsonAnswer(document) },
  )
  assert.deepEqual([none.data.specs[0]?.operations, none.codes], [[], ['filter_empty']])
})

test('other documents are fetched by our own way out only, and each says what became of it', async () => {
  const other = 'https://api.example/models/pet.yaml'
  const document = madeSpec('Pets', {
    components: {
      schemas: {
        Pet: { $ref: 'models/pet.yaml#/Pet' },
        Gone: { $ref: 'https://else.example/gone.json' },
        Local: { $ref: 'file:///etc/hostname' },
        Inner: { $ref: 'http://169.254.169.254/latest' },
      },
    },
  })
  const seen: { url: string; authorization: string | undefined }[] = []
  const input = { url: SPEC_URL, resolveRefs: 'external', headers: { Authorization: 'Bearer x' } }
  const { data, codes } = await runSwagger(
    input,
    {},
    {
      fetch: async ({ url, headers }) => {
        seen.push({ url, authorization: headers?.['authorization'] })
        if (url === SPEC_URL) return targetAnswer(url, '', jsonAnswer(document))
        if (url === other)
          return targetAnswer(
            url,
            'Pet: {type: object, properties: {name: {$ref: "#/Name"}}}\nName: {type: string}\n',
          )
        if (url.includes('169.254')) throw new SurveyorError('url_not_allowed', 'The URL is not allowed.')
        return targetAnswer(url, '', { status: 404 })
      },
    },
  )
  const [found] = data.specs
  assert.deepEqual(valueAt(found?.spec, '/components/schemas'), {
    Pet: { type: 'object', properties: { name: { type: 'string' } } },
    Gone: { $ref: 'https://else.example/gone.json' },
    Local: { $ref: 'file:///etc/hostname' },
    Inner: { $ref: 'http://169.254.169.254/latest' },
  })
  assert.deepEqual(
    found?.externalRefs?.map(({ url, outcome }) => [url, outcome]),
    [
      [other, 'read'],
      ['https://else.example/gone.json', 'failed'],
      ['http://169.254.169.254/latest', 'failed'],
    ],
  )
  assert.deepEqual(codes, ['refs_unresolved'])
  const token = (url: string): unknown => seen.find((request) => request.url === url)?.authorization
  assert.deepEqual([token(other), token('https://else.example/gone.json')], ['Bearer x', undefined])
})

test('an older version: given as text, as an object, as an address, as an artifact', async () => {
  const old = madeSpec('Pets', {
    paths: {
      '/a': { get: { responses: { 200: { description: 'A' } } } },
      '/b': { get: { responses: { 200: { description: 'B' } } } },
    },
  })
  const oldUrl = 'https://old.example/openapi.json'
  const artifact = 'art_01980f5e-0000-7000-8000-000000000000'
  const more = {
    readArtifact: async (id: string) => ({
      id,
      mediaType: 'application/json',
      filename: null,
      sha256: '',
      bytes: Buffer.from(JSON.stringify(old)),
    }),
  }
  const site = { [SPEC_URL]: jsonAnswer(madeSpec('Pets')), [oldUrl]: jsonAnswer(old) }
  for (const compareTo of [old, JSON.stringify(old), oldUrl, artifact]) {
    const { data } = await runSwagger({ url: SPEC_URL, compareTo }, site, more)
    assert.deepEqual(
      data.diff?.breaking.map(({ code, operations }) => [code, operations]),
      [['operation_removed', ['GET /b']]],
    )
    assert.deepEqual(
      [data.diff?.compatible, data.diff?.specIndex, data.diff?.previous.specVersion],
      [false, 0, '3.0.3'],
    )
  }
  for (const compareTo of ['hello world', '{"a":1}', 'https://old.example/gone.json', { a: 1 }]) {
    const error = await failureOf(runSwagger({ url: SPEC_URL, compareTo }, site))
    assert.deepEqual([error.code, error.errors[0]?.pointer], ['validation_failed', '/compareTo'])
  }
})

test('of several descriptions the one with the same title is compared', async () => {
  const page =
    '<script>SwaggerUIBundle({urls: [{url: "/a.json", name: "A"}, {url: "/b.json", name: "B"}]})</script>'
  const site = {
    [DOCS_PAGE]: page,
    'https://api.example/a.json': jsonAnswer(madeSpec('A')),
    'https://api.example/b.json': jsonAnswer(madeSpec('B')),
  }
  assert.equal((await runSwagger({ url: DOCS_PAGE, compareTo: madeSpec('B') }, site)).data.diff?.specIndex, 1)
  assert.equal((await runSwagger({ url: DOCS_PAGE, compareTo: madeSpec('C') }, site)).data.diff?.specIndex, 0)
})

test('what is large is read in a child process, and what is too large for an answer becomes a file', async () => {
  const large = madeSpec('Large', { 'x-data': 'x'.repeat(13 * 1024 * 1024) })
  let isolated = 0
  const { data, saved } = await runSwagger(
    { url: SPEC_URL },
    { [SPEC_URL]: jsonAnswer(large) },
    {
      isolate: async (parser, input, bounds) => {
        isolated += 1
        assert.ok((bounds?.totalMs ?? 0) > 1_000)
        return isolateHere(parser, input, bounds)
      },
    },
  )
  assert.equal(isolated, 1)
  const [found] = data.specs
  assert.deepEqual(
    [found?.spec, found?.title, found?.specArtifact?.mediaType],
    [null, 'Large', 'application/vnd.oai.openapi+json'],
  )
  assert.deepEqual(JSON.parse(String(saved[0]?.bytes)), large)
})

test('a child process, waiting for it included, gets no more than the time of the caller', async () => {
  const site = { [SPEC_URL]: jsonAnswer(madeSpec('Pets')) }
  const input = { url: SPEC_URL, resolveRefs: 'internal', timeoutMs: 1_000 }
  let totalMs: number | undefined
  await runSwagger(input, site, {
    isolate: async (parser, input, bounds) => {
      totalMs = bounds?.totalMs
      return isolateHere(parser, input, bounds)
    },
  })
  assert.ok(totalMs !== undefined && totalMs > 0 && totalMs <= 1_000, String(totalMs))
})
