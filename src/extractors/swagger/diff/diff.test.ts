import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { compareTexts } from '#extractors/swagger/work/compare-texts.ts'
import { compareSpecs } from './compare-specs.ts'

const OK = { 200: { description: 'OK' } }
const api = (operation: JsonObject, more: JsonObject = {}, path = '/pets/{id}'): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { [path]: { post: { responses: OK, ...operation } } },
  ...more,
})
const parameter = (more: JsonObject): JsonObject => ({
  parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...more }],
})
const request = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
})
const response = (schema: JsonObject): JsonObject => ({
  responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
})

/** `level code` of each change, the worst first. */
function changes(before: JsonObject, after: JsonObject): string[] {
  const { breaking, dangerous, safe, counts, compatible, truncated } = compareSpecs(before, after)
  assert.equal(compatible, breaking.length === 0)
  assert.deepEqual(counts, { breaking: breaking.length, dangerous: dangerous.length, safe: safe.length })
  assert.equal(truncated, false)
  return [...breaking, ...dangerous, ...safe].map(({ level, code }) => `${level} ${code}`)
}

test('nothing changes where nothing changed, whatever the order and the names in paths', () => {
  const before = api({ ...parameter({}), ...request({ type: 'object', properties: { a: {}, b: {} } }) })
  assert.deepEqual(changes(before, structuredClone(before)), [])
  const path = { parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }] }
  const other = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }
  assert.deepEqual(changes(api(other), api(path, {}, '/pets/{petId}')), [])
})

test('operations come and go', () => {
  const before = api({ operationId: 'a' })
  assert.deepEqual(changes(before, { ...before, paths: {} }), ['breaking operation_removed'])
  assert.deepEqual(changes({ ...before, paths: {} }, before), ['safe operation_added'])
  assert.deepEqual(changes(before, api({ operationId: 'b', deprecated: true })), [
    'dangerous operation_id_changed',
    'safe operation_deprecated',
  ])
  const { breaking } = compareSpecs(before, { ...before, paths: {} })
  assert.deepEqual(breaking[0]?.operations, ['POST /pets/{id}'])
})

test('parameters', () => {
  for (const [before, after, expected] of [
    [{}, { required: true }, ['breaking parameter_became_required']],
    [{ required: true }, {}, ['safe parameter_became_optional']],
    [{ schema: { type: 'integer' } }, { schema: { type: 'string' } }, ['breaking type_changed']],
    [{ schema: { type: 'integer' } }, { schema: { type: 'number' } }, ['safe type_changed']],
    [
      { schema: { enum: ['a', 'b'] } },
      { schema: { enum: ['a', 'c'] } },
      ['breaking enum_narrowed', 'safe enum_widened'],
    ],
    [{ schema: { maxLength: 9 } }, { schema: { maxLength: 3 } }, ['breaking constraint_tightened']],
    [{ schema: { minLength: 9 } }, { schema: { minLength: 3 } }, ['safe constraint_loosened']],
    // A number that would be rounded is the text of its digits.
    [
      { schema: { maximum: '9223372036854775807' } },
      { schema: { maximum: 9 } },
      ['breaking constraint_tightened'],
    ],
    [{ schema: { maximum: '9223372036854775807' } }, { schema: { maximum: '9223372036854775807' } }, []],
    [{ in: 'query' }, { in: 'header' }, ['dangerous parameter_removed', 'safe parameter_added']],
  ] as const) {
    assert.deepEqual(changes(api(parameter(before)), api(parameter(after))), expected, JSON.stringify(after))
  }
  assert.deepEqual(changes(api({}), api(parameter({ required: true }))), [
    'breaking required_parameter_added',
  ])
  const { breaking } = compareSpecs(api(parameter({})), api(parameter({ required: true })))
  assert.equal(breaking[0]?.at, 'query parameter q')
})

test('what is safe in a request is not in a response, and the other way round', () => {
  const object = (
    properties: JsonObject,
    required: readonly string[] = [],
    more: JsonObject = {},
  ): JsonObject => ({ type: 'object', properties, required, ...more })
  for (const [before, after, asRequest, asResponse] of [
    [object({ a: {} }), object({}), ['dangerous property_removed'], ['breaking property_removed']],
    [
      object({ a: {} }),
      object({}, [], { additionalProperties: false }),
      ['breaking property_removed', 'breaking other_properties_forbidden'],
      ['breaking property_removed', 'safe other_properties_forbidden'],
    ],
    [
      object({}),
      object({ a: {} }, ['a']),
      ['breaking required_property_added'],
      ['safe required_property_added'],
    ],
    [
      object({ a: {} }, ['a']),
      object({ a: {} }),
      ['safe property_became_optional'],
      ['breaking property_became_optional'],
    ],
    [
      object({ a: {} }),
      object({ a: {} }, ['a']),
      ['breaking property_became_required'],
      ['safe property_became_required'],
    ],
    [{ type: 'string' }, { type: ['string', 'null'] }, ['safe type_changed'], ['breaking type_changed']],
    [
      { type: 'string' },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      ['safe type_changed'],
      ['breaking type_changed'],
    ],
    [{ type: 'number' }, { type: 'integer' }, ['breaking type_changed'], ['safe type_changed']],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['safe enum_widened'], ['dangerous enum_widened']],
    [{}, { const: 'a' }, ['breaking enum_added'], ['safe enum_added']],
    [
      { items: { type: 'string' } },
      { items: { type: 'boolean' } },
      ['breaking type_changed'],
      ['breaking type_changed'],
    ],
    [
      { oneOf: [{ title: 'A' }, { title: 'B' }] },
      { oneOf: [{ title: 'A' }, { title: 'C' }] },
      ['breaking alternative_removed', 'safe alternative_added'],
      ['dangerous alternative_added', 'safe alternative_removed'],
    ],
    [
      object({ a: { readOnly: true } }),
      object({ a: { readOnly: true }, b: { readOnly: true } }, ['b']),
      ['safe property_added'],
      ['safe required_property_added'],
    ],
    [
      object({ a: { type: 'string' } }),
      { allOf: [{ type: 'object' }, { properties: { a: { type: 'string' } } }] },
      [],
      [],
    ],
  ] as const) {
    assert.deepEqual(
      changes(api(request(before)), api(request(after))).toSorted(),
      asRequest.toSorted(),
      `request ${JSON.stringify(after)}`,
    )
    assert.deepEqual(
      changes(api(response(before)), api(response(after))).toSorted(),
      asResponse.toSorted(),
      `response ${JSON.stringify(after)}`,
    )
  }
})

test('bodies, media types and responses', () => {
  const body = { requestBody: { required: true, content: { 'a/b': {} } } }
  assert.deepEqual(changes(api({}), api(body)), ['breaking required_request_body_added'])
  assert.deepEqual(changes(api(body), api({})), ['dangerous request_body_removed'])
  assert.deepEqual(changes(api(body), api({ requestBody: { content: { 'c/d': {} } } })), [
    'breaking media_type_removed',
    'safe request_body_became_optional',
    'safe media_type_added',
  ])
  const responses = (...statuses: string[]): JsonObject => ({
    responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])),
  })
  assert.deepEqual(changes(api(responses('200', '404')), api(responses('201'))), [
    'breaking response_removed',
    'safe response_removed',
    'safe response_added',
  ])
  const header = { responses: { 200: { description: '', headers: { 'X-A': {} } } } }
  assert.deepEqual(changes(api(header), api({})), ['dangerous response_header_removed'])
})

test('logins', () => {
  const secured = (security: readonly JsonObject[]): JsonObject => api({ security })
  assert.deepEqual(changes(secured([]), secured([{ key: [] }])), ['breaking auth_added'])
  assert.deepEqual(changes(secured([{}, { key: [] }]), secured([{ key: [] }])), ['breaking auth_added'])
  assert.deepEqual(changes(secured([{ key: [] }]), secured([])), ['safe auth_dropped'])
  assert.deepEqual(changes(secured([{ key: [] }]), secured([{ key: [] }, { other: [] }])), [
    'safe auth_way_added',
  ])
  assert.deepEqual(changes(secured([{ o: ['a'] }]), secured([{ o: ['a', 'b'] }])), ['breaking auth_changed'])
  assert.deepEqual(changes(secured([{ o: ['a', 'b'] }]), secured([{ o: ['a'] }])), ['safe auth_way_added'])
  assert.deepEqual(changes(api({}), api({}, { security: [{ key: [] }] })), ['breaking auth_added'])
})

test('a change in a shared schema is told once, with all that it concerns', () => {
  const document = (pet: JsonObject): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `/${n}`,
        { get: response({ $ref: '#/components/schemas/Pet' }) },
      ]),
    ),
    components: {
      schemas: {
        Pet: { type: 'object', properties: { self: { $ref: '#/components/schemas/Pet' }, ...pet } },
      },
    },
  })
  const { breaking, counts } = compareSpecs(document({ name: { type: 'string' } }), document({}))
  assert.deepEqual(counts, { breaking: 1, dangerous: 0, safe: 0 })
  assert.equal(breaking[0]?.at, 'Pet.name')
  assert.deepEqual([breaking[0]?.operations.length, breaking[0]?.operationCount], [20, 30])
})

test('versions of OpenAPI do not matter; what is not a description is refused', () => {
  const old = JSON.stringify({
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    host: 'a.example',
    schemes: ['https'],
    produces: ['application/json'],
    paths: {
      '/pets': {
        get: {
          parameters: [{ name: 'q', in: 'query', type: 'string' }],
          responses: { 200: { description: '', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
    definitions: { Pet: { type: 'object', properties: { name: { type: 'string', 'x-nullable': true } } } },
  })
  const now = [
    'openapi: 3.1.0',
    'info: {title: Pets, version: "2"}',
    'servers: [{url: https://a.example}]',
    'paths: {/pets: {get: {parameters: [{name: q, in: query, schema: {type: string}}], responses: {200: {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Animal"}}}}}}}}',
    'components: {schemas: {Animal: {type: object, properties: {name: {type: [string, "null"]}}}}}',
  ].join('\n')
  const { previous, diff } = compareTexts({ before: old, after: now, filter: null })
  assert.deepEqual(previous, { title: 'Pets', version: '1', specVersion: '2.0' })
  assert.deepEqual(diff.counts, { breaking: 0, dangerous: 0, safe: 0 })
  for (const text of ['{"a":1}', 'hello', '{"openapi":', '{"asyncapi":"3.0.0"}']) {
    assert.throws(
      () => compareTexts({ before: text, after: now, filter: null }),
      { code: 'validation_failed' },
      text,
    )
  }
})

test('schemas without end are compared within bounds', () => {
  const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`p${n}`, { type: 'string' }]))
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      `/${n}`,
      { post: { ...request({ allOf: [{ $ref: '#/components/schemas/W' }] }), responses: OK } },
    ]),
  )
  const document = { openapi: '3.1.0', info: {}, paths, components: { schemas: { W: { properties: wide } } } }
  const diff = compareSpecs(document, structuredClone(document))
  assert.deepEqual([diff.truncated, diff.compatible], [true, true])
})
