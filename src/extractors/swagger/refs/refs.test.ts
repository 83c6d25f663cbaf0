import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueAt } from '#extractors/swagger/json/json-pointer.ts'
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import { semanticErrors } from '#extractors/swagger/validate/semantic-checks.ts'
import type { Answered, Unanswered } from '#extractors/swagger/discover/ask-address.ts'
import { inlineRefs } from './inline-refs.ts'
import { createDocumentStore } from '#extractors/swagger/load-documents.ts'
import { missingDocuments } from './ref-documents.ts'

const URL_OF_MAIN = 'https://a.example/api/openapi.json'
const document = (schemas: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'A', version: '1' },
  paths: {},
  components: { schemas },
  ...more,
})
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

function inline(main: JsonObject, others: Readonly<Record<string, unknown>> = {}, external = false) {
  const documents = { url: URL_OF_MAIN, main, others: new Map(Object.entries(others)) }
  const { document: made, ...counts } = inlineRefs(documents, external)
  return { at: (pointer: string): unknown => valueAt(made, pointer), made, ...counts }
}

test('references are replaced by what they point at, chains and parts too', () => {
  const { at, made, circular, unresolved } = inline(
    document(
      {
        Pet: { type: 'object', properties: { tag: ref('Tag') } },
        Tag: { type: 'string' },
        Alias: ref('Pet'),
      },
      {
        paths: {
          '/a': { $ref: '#/paths/~1b' },
          '/b': { get: { parameters: [{ $ref: '#/components/parameters/P%20Q' }] } },
        },
      },
    ),
  )
  assert.deepEqual(at('/components/schemas/Alias'), {
    type: 'object',
    properties: { tag: { type: 'string' } },
  })
  assert.deepEqual(at('/paths/~1a'), at('/paths/~1b'))
  assert.deepEqual([circular, unresolved], [0, 2])
  assert.equal(semanticErrors(made).filter(({ code }) => code === 'ref_loop').length, 0)
})

test('what leads back into itself stays a reference that holds', () => {
  const { at, made, circular } = inline(
    document({
      Node: { type: 'object', properties: { next: ref('Node'), tree: ref('Tree') } },
      Tree: { type: 'array', items: ref('Node') },
      Loop: ref('Loop'),
    }),
  )
  assert.equal(circular > 0, true)
  assert.deepEqual(at('/components/schemas/Node/properties/next/properties/next'), ref('Node'))
  assert.deepEqual(at('/components/schemas/Tree/items/properties/tree/items'), ref('Node'))
  assert.deepEqual(
    semanticErrors(made).map(({ code, pointer }) => `${code} ${pointer}`),
    ['ref_loop /components/schemas/Loop/$ref'],
  )
})

test('data is no reference, whatever its keys are called', () => {
  const data = { $ref: '#/components/schemas/Tag' }
  const schema = {
    type: 'object',
    example: data,
    default: data,
    enum: [data],
    'x-a': data,
    properties: { $ref: { type: 'string' } },
  }
  assert.deepEqual(
    inline(document({ Tag: { type: 'string' }, A: schema })).at('/components/schemas/A'),
    schema,
  )
})

test('beside a reference: descriptions in 3.0, everything in a schema of 3.1', () => {
  const schemas = {
    A: { type: 'string', description: 'An A' },
    B: { ...ref('A'), description: 'A B', maxLength: 3 },
    C: { ...ref('A'), type: 'number' },
  }
  const old = inline(document(schemas))
  assert.deepEqual(old.at('/components/schemas/B'), { type: 'string', description: 'A B' })
  const now = inline({ ...document(schemas), openapi: '3.1.0' })
  assert.deepEqual(now.at('/components/schemas/B'), { type: 'string', description: 'A B', maxLength: 3 })
  assert.deepEqual(now.at('/components/schemas/C'), {
    type: 'number',
    allOf: [{ type: 'string', description: 'An A' }],
  })
})

test('a few references that unfold without end are cut, and the rest of them hold', () => {
  const level = (n: number): JsonObject => ({ allOf: Array.from({ length: 10 }, () => ref(`L${n + 1}`)) })
  const schemas = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`L${n}`, level(n)]))
  const { made, omitted } = inline(document({ ...schemas, L12: { type: 'string' } }))
  assert.ok(omitted > 0)
  assert.ok(JSON.stringify(made).length < 40_000_000)
  const self = inline(document({ A: { allOf: Array.from({ length: 3_000 }, () => ref('A')) } }))
  assert.ok(JSON.stringify(self.made).length < 40_000_000)
})

test('other documents: found by what points at them, taken in when they are there', () => {
  const main = document(
    { Pet: { $ref: 'models/pet.yaml#/Pet' } },
    { paths: { '/a': { get: { responses: { 200: { $ref: 'https://b.example/r.json' } } } } } },
  )
  const pet = 'https://a.example/api/models/pet.yaml'
  const tag = 'https://a.example/api/models/tag.json'
  const others: Record<string, unknown> = {}
  const missing = () => missingDocuments({ url: URL_OF_MAIN, main, others: new Map(Object.entries(others)) })
  assert.deepEqual(missing(), ['https://b.example/r.json', pet])
  others[pet] = {
    Pet: { type: 'object', properties: { tag: { $ref: './tag.json' }, self: { $ref: '#/Name' } } },
    Name: { type: 'string' },
  }
  assert.deepEqual(missing().toSorted(), [tag, 'https://b.example/r.json'])
  others[tag] = { type: 'string', example: { $ref: 'data.json' } }
  const { at, unresolved } = inline(main, others, true)
  assert.deepEqual(at('/components/schemas/Pet'), {
    type: 'object',
    properties: { tag: { type: 'string', example: { $ref: 'data.json' } }, self: { type: 'string' } },
  })
  assert.deepEqual(at('/paths/~1a/get/responses/200'), { $ref: 'https://b.example/r.json' })
  assert.equal(unresolved, 1)
  assert.deepEqual(inline(main, others, false).at('/components/schemas/Pet'), {
    $ref: 'models/pet.yaml#/Pet',
  })
})

test('a schema of another document that contains itself comes to stand among the own ones', () => {
  const other = 'https://a.example/api/m.json'
  const node = { type: 'object', properties: { next: { $ref: '#/Node' } } }
  const { at, made } = inline(
    document({ Node: { $ref: 'm.json#/Node' }, Other: { type: 'string' } }),
    { [other]: { Node: node } },
    true,
  )
  assert.deepEqual(at('/components/schemas/Node/properties/next'), ref('Node_2'))
  assert.deepEqual(at('/components/schemas/Node_2/properties/next'), ref('Node_2'))
  assert.deepEqual(semanticErrors(made), [])
})

test('no other scheme than http and https is followed, and without an address nothing relative is', () => {
  const main = document({
    A: { $ref: 'file:///etc/hostname' },
    B: { $ref: 'b.json' },
    C: { $ref: 'ftp://a.example/c' },
  })
  assert.deepEqual(missingDocuments({ url: null, main, others: new Map() }), [])
  const { at, unresolved } = inline(main, {}, true)
  assert.deepEqual(at('/components/schemas/A'), { $ref: 'file:///etc/hostname' })
  assert.equal(unresolved, 3)
})

test('each document is fetched once, and no more than fifty', async () => {
  const asked: string[] = []
  const store = createDocumentStore(async (url): Promise<Answered | Unanswered> => {
    asked.push(url)
    if (url.endsWith('/gone')) return { outcome: 'http_error', statusCode: 404, detail: null }
    return { url, statusCode: 200, text: '{}', linkHeader: null }
  })
  const url = (n: number | string): string => `https://a.example/${n}`
  assert.deepEqual(await store.load([url('gone'), url(1)]), [
    { url: url('gone'), outcome: 'failed', detail: 'status 404' },
    { url: url(1), outcome: 'read', detail: null },
  ])
  await store.load([url(1), url('gone')])
  assert.deepEqual(asked, [url('gone'), url(1)])
  const many = await store.load(Array.from({ length: 60 }, (_, n) => url(n)))
  assert.equal(asked.length, 50)
  assert.equal(many.at(-1)?.outcome, 'not_tried')
})
