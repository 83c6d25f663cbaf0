import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'
import { countSpec } from './outline-spec.ts'
import { filterSpec } from './filter-spec.ts'
import { listOperations, schemaLabel } from './list-operations.ts'
import { matchesPath } from './operation-filter.ts'
import { listServers } from './server-addresses.ts'

const PETS: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/pets': {
      summary: 'Pets',
      parameters: [
        { $ref: '#/components/parameters/Limit' },
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'listPets',
        tags: ['pets'],
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 200: { $ref: '#/components/responses/Pets' }, default: { description: 'Error' } },
        security: [],
      },
      post: {
        tags: ['pets', 'Admin'],
        deprecated: true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { 201: { description: 'Made' } },
      },
    },
    '/shops/{id}/pets': { get: { tags: ['shops'], responses: {}, parameters: [{ $ref: 'other.json#/P' }] } },
    '/copy': { $ref: '#/paths/~1pets' },
  },
  webhooks: { petSold: { post: { tags: ['pets'], responses: {} } } },
  components: {
    parameters: {
      Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } },
      Unused: { name: 'u', in: 'query' },
    },
    responses: {
      Pets: {
        description: 'Pets',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    schemas: {
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }],
        discriminator: { propertyName: 'kind', mapping: { dog: 'Dog' } },
      },
      Cat: { type: 'object' },
      Dog: { type: 'object' },
      Fish: { type: 'object' },
    },
    securitySchemes: { key: { type: 'apiKey' }, other: { type: 'apiKey' } },
  },
}

test('operations: parameters joined and overridden, references followed, security inherited', () => {
  const { operations, truncated } = listOperations(PETS)
  assert.equal(truncated, false)
  assert.deepEqual(
    operations.map(({ method, path, webhook }) => `${method} ${path ?? webhook}`),
    ['get /pets', 'post /pets', 'get /shops/{id}/pets', 'get /copy', 'post /copy', 'post petSold'],
  )
  const [list, make, foreign] = operations
  assert.equal(list?.summary, 'Pets')
  assert.deepEqual(
    list?.parameters.map(({ name, in: place, required, type }) => [name, place, required, type]),
    [
      ['limit', 'query', true, 'integer'],
      ['X-Trace', 'header', false, 'string'],
    ],
  )
  assert.deepEqual(list?.responses, [
    { status: '200', description: 'Pets', contentTypes: ['application/json'] },
    { status: 'default', description: 'Error', contentTypes: [] },
  ])
  assert.deepEqual([list?.security, list?.requestBody], [[], null])
  assert.deepEqual(make?.security, [[{ scheme: 'key', scopes: [] }]])
  assert.deepEqual(make?.requestBody, { required: true, contentTypes: ['application/json'] })
  assert.equal(make?.deprecated, true)
  assert.deepEqual(
    foreign?.parameters.map(({ name, in: place }) => [name, place]),
    [['P', null]],
  )
  assert.deepEqual(countSpec(PETS, operations), {
    paths: 3,
    operations: 5,
    webhooks: 1,
    schemas: 4,
    securitySchemes: 2,
    tags: 3,
    deprecated: 2,
  })
})

test('a filter keeps its operations and what they use, nothing else', () => {
  const admin = filterSpec(PETS, { tags: ['ADMIN'] })
  assert.deepEqual(
    listOperations(admin, { tags: ['ADMIN'] }).operations.map(({ method, path }) => [method, path]),
    [['post', '/pets']],
  )
  const keys = (document: JsonObject, pointer: string): string[] =>
    Object.keys(Object(valueAt(document, pointer) ?? {}))
  assert.deepEqual(keys(admin, '/components/schemas'), ['Pet', 'Cat', 'Dog'])
  assert.deepEqual(keys(admin, '/components/parameters'), ['Limit'])
  assert.equal(valueAt(admin, '/components/responses'), undefined)
  assert.deepEqual(keys(admin, '/components/securitySchemes'), ['key'])
  assert.deepEqual(keys(admin, '/webhooks'), [])
  const shops = filterSpec(PETS, { paths: ['/shops/**'], methods: ['get'] })
  assert.deepEqual(keys(shops, '/paths'), ['/shops/{id}/pets'])
  assert.equal(valueAt(shops, '/components/schemas'), undefined)
  assert.deepEqual(keys(filterSpec(PETS, { methods: ['trace'] }), '/paths'), [])
})

test('patterns of paths', () => {
  for (const [pattern, path, fits] of [
    ['/pets', '/pets', true],
    ['/pets', '/pets/1', false],
    ['/pets/*', '/pets/{id}', true],
    ['/pets/*', '/pets/1/tags', false],
    ['/pets/*/tags', '/pets/1/tags', true],
    ['/pets/**', '/pets/1/tags', true],
    ['**/tags', '/pets/1/tags', true],
    ['/p*s', '/pets', true],
    ['/*', '/', true],
    ['*', '/pets', false],
    ['**', '/pets', true],
    ['/a.c', '/abc', false],
    ['', '', true],
  ] as const) {
    assert.equal(matchesPath(pattern, path), fits, `${pattern} ${path}`)
  }
})

test('servers are absolute, with braces where they were', () => {
  const url = 'https://a.example/docs/v1/openapi.json'
  const urls = (servers: readonly JsonObject[], base: string | null) =>
    listServers({ servers }, base).map((server) => [server.url, server.defaultUrl])
  assert.deepEqual(urls([{ url: '/v2/{tenant}', variables: { tenant: { default: 'x' } } }], url), [
    ['https://a.example/v2/{tenant}', 'https://a.example/v2/x'],
  ])
  assert.deepEqual(urls([{ url: '../v3/' }, { url: '//b.example' }, { url: 'https://{r}.c.example' }], url), [
    ['https://a.example/docs/v3', 'https://a.example/docs/v3'],
    ['https://b.example', 'https://b.example'],
    ['https://{r}.c.example', null],
  ])
  assert.deepEqual(urls([], url), [['https://a.example', 'https://a.example']])
  assert.deepEqual(urls([], null), [])
  assert.deepEqual(urls([{ url: '/v2' }], null), [['/v2', null]])
})

test('schemas in a few words', () => {
  for (const [schema, label] of [
    [{ type: 'string', format: 'date' }, 'string (date)'],
    [{ type: ['string', 'null'], format: 'date' }, 'string or null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Pet' } }, 'array of Pet'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, {}] }, 'string or integer or any'],
    [{ allOf: [{ $ref: 'pet.yaml' }] }, 'pet.yaml'],
    [{ properties: {} }, 'object'],
    [{}, null],
    [true, null],
  ] as const) {
    assert.equal(schemaLabel(schema), label, JSON.stringify(schema))
  }
})

test('a path item that thousands of paths refer to is not listed without end', () => {
  const parameters = Array.from({ length: 2_000 }, (_, n) => ({ name: `p${n}`, in: 'query' }))
  const paths = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`/${n}`, { $ref: '#/components/pathItems/A' }]),
  )
  const { operations, truncated } = listOperations({
    paths,
    components: { pathItems: { A: { get: {}, put: {}, parameters } } },
  })
  assert.equal(truncated, true)
  assert.ok(operations.length > 50 && operations.length < 200)
})
