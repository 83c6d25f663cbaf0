import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { createLosses } from './losses.ts'
import { lineOf, toOpenApi31 } from './to-openapi-31.ts'

const INFO = { title: 'Pets', version: '1' }

/** The document as 3.1, with the losses. The input must not change. */
function convert(document: JsonObject, url: string | null = null) {
  const before = structuredClone(document)
  const line = lineOf(String(document['openapi'] ?? document['swagger']))
  assert.ok(line !== null)
  const losses = createLosses()
  const converted = toOpenApi31(document, line, url, losses)
  assert.deepEqual(document, before)
  return {
    converted,
    at: (pointer: string): unknown => valueAt(converted, pointer),
    losses: losses.found.map(({ code, pointer }) => `${code} ${pointer}`),
  }
}

const swagger = (more: JsonObject): JsonObject => ({ swagger: '2.0', info: INFO, paths: {}, ...more })
const openapi = (schema: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  info: INFO,
  paths: {},
  components: { schemas: { A: schema } },
})
const schemaOf = (schema: JsonObject) => {
  const { at, losses } = convert(openapi(schema))
  return { schema: at('/components/schemas/A'), losses }
}

test('versions', () => {
  for (const [version, line] of [
    ['2.0', '2.0'],
    ['3.0', '3.0'],
    ['3.0.4', '3.0'],
    ['3.1.0-rc1', '3.1'],
    ['3.2.0', '3.2'],
  ] as const)
    assert.equal(lineOf(version), line)
  for (const version of ['1.2', '3', '3.3.0', '4.0.0', '30.1', null]) assert.equal(lineOf(version), null)
})

test('2.0: a body, form fields and files become request bodies', () => {
  const { at, losses } = convert(
    swagger({
      consumes: ['application/json', 'application/xml'],
      parameters: { Pet: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } } },
      definitions: { Pet: { type: 'object' } },
      paths: {
        '/pets': {
          post: { parameters: [{ $ref: '#/parameters/Pet' }], responses: { 204: { description: 'Done' } } },
          put: {
            consumes: ['text/csv'],
            parameters: [{ $ref: '#/parameters/Pet' }],
            responses: { 204: { description: 'Done' } },
          },
        },
        '/pets/{id}/photo': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer', format: 'int64' },
              { name: 'photo', in: 'formData', type: 'file', required: true, description: 'A picture' },
              {
                name: 'tags',
                in: 'formData',
                type: 'array',
                items: { type: 'string' },
                collectionFormat: 'multi',
              },
              { name: 'size', in: 'formData', type: 'string', enum: ['s', 'l'], default: 's' },
            ],
            responses: { 204: { description: 'Done' } },
          },
        },
      },
    }),
  )
  assert.deepEqual(losses, [])
  assert.deepEqual(at('/paths/~1pets/post/requestBody'), { $ref: '#/components/requestBodies/Pet' })
  const schema = { $ref: '#/components/schemas/Pet' }
  assert.deepEqual(at('/components/requestBodies/Pet'), {
    required: true,
    'x-body-name': 'pet',
    content: { 'application/json': { schema }, 'application/xml': { schema } },
  })
  assert.deepEqual(at('/paths/~1pets/put/requestBody/content'), { 'text/csv': { schema } })
  assert.equal(at('/paths/~1pets/post/parameters'), undefined)
  const photo = '/paths/~1pets~1{id}~1photo/post'
  assert.deepEqual(at(`${photo}/parameters`), [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
  ])
  assert.deepEqual(at(`${photo}/requestBody`), {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            photo: { type: 'string', contentMediaType: 'application/octet-stream', description: 'A picture' },
            tags: { type: 'array', items: { type: 'string' } },
            size: { type: 'string', enum: ['s', 'l'], default: 's' },
          },
          required: ['photo'],
        },
        encoding: { tags: { style: 'form', explode: true } },
      },
    },
  })
})

test('2.0: responses, headers, lists in parameters, security, servers', () => {
  const { at, losses } = convert(
    swagger({
      host: 'api.example',
      basePath: '/v2',
      schemes: ['https', 'http'],
      produces: ['application/json'],
      securityDefinitions: {
        basic: { type: 'basic' },
        key: { type: 'apiKey', name: 'k', in: 'header' },
        oauth: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://a.example/a',
          tokenUrl: 'https://a.example/t',
          scopes: { read: 'Read' },
        },
      },
      responses: { Gone: { description: 'Gone' } },
      paths: {
        '/pets': {
          get: {
            schemes: ['wss'],
            parameters: [
              { name: 'a', in: 'query', type: 'array', items: { type: 'string' } },
              { name: 'b', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
              { name: 'c', in: 'header', type: 'array', items: { type: 'string' }, collectionFormat: 'tsv' },
            ],
            responses: {
              200: {
                description: 'Pets',
                schema: { type: 'array', items: { type: 'string' } },
                headers: { 'X-Total': { type: 'integer', description: 'All of them' } },
                examples: { 'application/json': ['Rex'] },
              },
              410: { $ref: '#/responses/Gone' },
            },
          },
        },
      },
    }),
  )
  assert.deepEqual(losses, ['collection_format /paths/~1pets/get/parameters/2'])
  assert.equal(at('/openapi'), '3.1.1')
  assert.deepEqual(at('/servers'), [{ url: 'https://api.example/v2' }, { url: 'http://api.example/v2' }])
  const get = '/paths/~1pets/get'
  assert.deepEqual(at(`${get}/servers`), [{ url: 'wss://api.example/v2' }])
  assert.deepEqual(
    [0, 1, 2].map((n) => [at(`${get}/parameters/${n}/style`), at(`${get}/parameters/${n}/explode`)]),
    [
      ['form', false],
      ['pipeDelimited', false],
      [undefined, undefined],
    ],
  )
  assert.deepEqual(at(`${get}/responses/200`), {
    description: 'Pets',
    headers: { 'X-Total': { description: 'All of them', schema: { type: 'integer' } } },
    content: {
      'application/json': { schema: { type: 'array', items: { type: 'string' } }, example: ['Rex'] },
    },
  })
  assert.deepEqual(at(`${get}/responses/410`), { $ref: '#/components/responses/Gone' })
  assert.deepEqual(at('/components/securitySchemes'), {
    basic: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', name: 'k', in: 'header' },
    oauth: {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: 'https://a.example/a',
          tokenUrl: 'https://a.example/t',
          scopes: { read: 'Read' },
        },
      },
    },
  })
})

test('2.0: what is left out of host and schemes is that of its own address', () => {
  const servers = (more: JsonObject, url: string | null) => convert(swagger(more), url).at('/servers')
  assert.deepEqual(servers({}, 'https://a.example:8443/docs/x.json'), [{ url: 'https://a.example:8443' }])
  assert.deepEqual(servers({ basePath: 'v1' }, 'http://a.example/x.json'), [{ url: 'http://a.example/v1' }])
  assert.deepEqual(servers({ basePath: '/v1' }, null), [{ url: '/v1' }])
  assert.equal(servers({}, null), undefined)
  assert.deepEqual(servers({ host: 'b.example' }, null), [{ url: 'https://b.example' }])
})

test('2.0: definitions get names that OpenAPI 3 allows, and every reference follows', () => {
  const { at, losses } = convert(
    swagger({
      produces: ['application/json'],
      definitions: {
        'Page«Pet»': { type: 'object', properties: { next: { $ref: '#/definitions/Page%C2%ABPet%C2%BB' } } },
        'Page Pet': { type: 'string', discriminator: 'kind', 'x-nullable': true },
        Page_Pet: { type: 'string' },
      },
      paths: {
        '/a': {
          get: { responses: { 200: { description: '', schema: { $ref: '#/definitions/Page«Pet»' } } } },
        },
      },
      'x-more': { items: [{ $ref: '#/definitions/Page_Pet' }] },
    }),
  )
  assert.deepEqual(losses, ['name_changed /definitions/Page«Pet»', 'name_changed /definitions/Page Pet'])
  assert.deepEqual(Object.keys(Object(at('/components/schemas'))), ['Page_Pet_2', 'Page_Pet_3', 'Page_Pet'])
  assert.deepEqual(at('/components/schemas/Page_Pet_2/properties/next'), {
    $ref: '#/components/schemas/Page_Pet_2',
  })
  assert.deepEqual(at('/components/schemas/Page_Pet_3'), {
    type: ['string', 'null'],
    discriminator: { propertyName: 'kind' },
  })
  assert.equal(
    at('/paths/~1a/get/responses/200/content/application~1json/schema/$ref'),
    '#/components/schemas/Page_Pet_2',
  )
  assert.deepEqual(at('/x-more'), { items: [{ $ref: '#/components/schemas/Page_Pet' }] })
})

test('2.0: what has to be assumed or cannot be carried over is said', () => {
  const body = { name: 'b', in: 'body', schema: {} }
  const form = { name: 'f', in: 'formData', type: 'string' }
  const { losses } = convert(
    swagger({
      securityDefinitions: { o: { type: 'oauth2', flow: 'magic' } },
      paths: {
        '/a': {
          post: {
            parameters: [body, form],
            responses: { 200: { description: '', schema: { $ref: 'x.json#/A' } } },
          },
        },
      },
    }),
  )
  assert.deepEqual(losses.toSorted(), [
    'body_and_form /paths/~1a/post',
    'external_ref /paths/~1a/post/responses/200/schema',
    'media_type_assumed /paths/~1a/post',
    'media_type_assumed /paths/~1a/post',
    'unknown_flow /securityDefinitions/o',
  ])
})

test('3.0: nullable, bounds, examples and formats of schemas', () => {
  assert.deepEqual(schemaOf({ type: 'string', nullable: true, enum: ['a'] }).schema, {
    type: ['string', 'null'],
    enum: ['a', null],
  })
  assert.deepEqual(
    schemaOf({ type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })
      .schema,
    {
      type: 'integer',
      exclusiveMinimum: 1,
      maximum: 9,
    },
  )
  assert.deepEqual(schemaOf({ type: 'string', example: 'x', format: 'date' }).schema, {
    type: 'string',
    examples: ['x'],
    format: 'date',
  })
  assert.deepEqual(schemaOf({ type: 'string', format: 'byte' }).schema, {
    type: 'string',
    contentEncoding: 'base64',
  })
  const nullable = schemaOf({ nullable: true, description: 'D', allOf: [{ $ref: '#/components/schemas/A' }] })
  assert.deepEqual(nullable.schema, {
    description: 'D',
    anyOf: [{ allOf: [{ $ref: '#/components/schemas/A' }] }, { type: 'null' }],
  })
  assert.deepEqual(nullable.losses, ['nullable_without_type /components/schemas/A'])
})

test('3.0: what stands beside a $ref meant nothing and must not begin to', () => {
  const { schema, losses } = schemaOf({
    type: 'object',
    properties: {
      a: { $ref: '#/components/schemas/A', description: 'An A', maxLength: 3 },
      b: { $ref: '#/components/schemas/A', nullable: true },
    },
  })
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      a: { $ref: '#/components/schemas/A', description: 'An A' },
      b: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] },
    },
  })
  assert.deepEqual(losses, [
    'ref_siblings /components/schemas/A/properties/a',
    'nullable_ref /components/schemas/A/properties/b',
  ])
})

test('3.0: data is left alone, and so are properties with the names of keywords', () => {
  const data = { nullable: true, type: 'string', example: 1, $ref: '#/nowhere' }
  const schema = {
    type: 'object',
    default: data,
    enum: [data],
    properties: { example: { type: 'string', nullable: true }, nullable: { type: 'boolean' } },
    'x-data': data,
  }
  assert.deepEqual(schemaOf(schema).schema, {
    ...schema,
    properties: { example: { type: ['string', 'null'] }, nullable: { type: 'boolean' } },
  })
})

test('3.0: bodies of bytes, webhooks before their time, variables without a choice', () => {
  const binary = { schema: { type: 'string', format: 'binary' } }
  const { at, losses } = convert({
    openapi: '3.0.0',
    info: INFO,
    servers: [{ url: 'https://{r}.a.example', variables: { r: { default: 'eu', enum: [] } } }],
    paths: {
      '/a': {
        put: {
          requestBody: { content: { 'application/zip': binary, 'multipart/form-data': binary } },
          responses: {},
        },
      },
    },
    'x-webhooks': {
      created: {
        post: {
          responses: {
            200: { description: '', content: { 'a/json': { schema: { type: 'string', nullable: true } } } },
          },
        },
      },
    },
  })
  const content = '/paths/~1a/put/requestBody/content'
  assert.deepEqual(at(`${content}/application~1zip`), {})
  assert.deepEqual(at(`${content}/multipart~1form-data`), {
    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
  })
  assert.deepEqual(at('/webhooks/created/post/responses/200/content/a~1json/schema/type'), ['string', 'null'])
  assert.equal(at('/x-webhooks'), undefined)
  assert.deepEqual(at('/servers/0/variables'), { r: { default: 'eu' } })
  assert.deepEqual(losses, ['empty_enum /servers/0/variables/r', 'webhooks_moved /x-webhooks'])
})

test('3.0: allowReserved stays in queries only', () => {
  const parameter = (where: string, allowReserved: boolean): JsonObject => ({
    name: `${where}${allowReserved}`,
    in: where,
    required: true,
    schema: { type: 'string' },
    allowReserved,
  })
  const { at, losses } = convert({
    openapi: '3.0.3',
    info: INFO,
    paths: {
      '/{patha}': {
        get: {
          parameters: [parameter('path', true), parameter('header', false), parameter('query', true)],
          responses: { 204: { description: 'Done' } },
        },
      },
    },
  })
  const kept = (index: number): unknown => at(`/paths/~1{patha}/get/parameters/${index}/allowReserved`)
  assert.deepEqual([kept(0), kept(1), kept(2)], [undefined, undefined, true])
  assert.deepEqual(losses, ['allow_reserved /paths/~1{patha}/get/parameters/0'])
})

test('3.1 is handed on as it is, 3.2 with a note', () => {
  const document = { openapi: '3.1.0', info: INFO, paths: {} }
  assert.equal(convert(document).converted, document)
  assert.deepEqual(convert({ ...document, openapi: '3.2.0' }).losses, ['newer_version /openapi'])
})

test('thousands of names that come to the same one take no time to speak of', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [
      `a${'«'.repeat((n % 100) + 1)}${'»'.repeat(Math.floor(n / 100))}`,
      {},
    ]),
  )
  const { components } = convert(swagger({ definitions })).converted as unknown as {
    components: { schemas: object }
  }
  assert.equal(Object.keys(components.schemas).length, 20_000)
})
