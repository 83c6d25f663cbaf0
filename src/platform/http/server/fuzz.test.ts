// Random bodies and queries: invalid ones are never accepted, valid ones are never refused, and nothing crashes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type, type TObject } from 'typebox'
import { Set as setFormat } from 'typebox/format'
import { Check, Compile } from 'typebox/schema'
import { RegisterWorkerBody, HeartbeatBody, CompletionsBody } from '#contract/worker.ts'
import { CreateSearchBody } from '#contract/places/search.ts'
import { CreateKeyBody } from '#contract/key.ts'
import { LANGUAGE_TAG_FORMAT } from '#contract/schema.ts'
import { isLanguageTag } from '#kit/text/language-tag.ts'
import { listQuery } from '#platform/http/output/pagination.ts'
import { anyText } from '#test/support/any-text.ts'
import { testServer } from '#test/support/http/test-app.ts'

// The server checks with Ajv, and this test with TypeBox, which has its own table of formats.
setFormat(LANGUAGE_TAG_FORMAT, isLanguageTag)

const BODIES: Record<string, TObject> = {
  CreateSearchBody,
  RegisterWorkerBody,
  HeartbeatBody,
  CompletionsBody,
  CreateKeyBody,
}

/** Valid values that chance rarely finds. */
const RARE: Readonly<Record<string, [unknown][]>> = {
  CreateSearchBody: [[{ query: 'cafes', language: 'pt-BR' }]],
  CreateKeyBody: [[{ name: 'nightly', scopes: ['jobs'], allowedIps: ['192.0.2.0/24'] }]],
}

/** A value near the schema: mostly its own keys, often wrong values. */
function near(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  const {
    type,
    properties,
    items,
    anyOf,
    enum: words,
    required = [],
  } = schema as {
    type?: string
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown[]
    enum?: unknown[]
    required?: string[]
  }
  const wild = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText(), fc.constantFrom(-1, 0, 1e308, '', null))
  if (depth > 5) return wild
  const fitting = (): fc.Arbitrary<unknown> => {
    if (anyOf !== undefined) return fc.oneof(...anyOf.map((variant) => near(variant, depth + 1)))
    if (words !== undefined) return fc.constantFrom(...words)
    if (properties !== undefined) {
      const known = fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, near(of, depth + 1)])),
        { requiredKeys: required },
      )
      return fc.oneof(
        { weight: 9, arbitrary: known },
        {
          weight: 1,
          arbitrary: fc
            .tuple(known, fc.dictionary(fc.string(), wild, { maxKeys: 2 }))
            .map(([a, b]) => ({ ...b, ...a })),
        },
      )
    }
    if (type === 'array') return fc.array(near(items ?? {}, depth + 1), { maxLength: 3 })
    if (type === 'integer') return fc.integer({ min: -2, max: 500 })
    if (type === 'number') return fc.double({ min: -200, max: 600, noNaN: true })
    if (type === 'boolean') return fc.boolean()
    if (type === 'string')
      return fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('DE', 'job_x', 'extract:maps', '2026-01-01T00:00:00Z'),
      )
    if (type === 'object') return fc.dictionary(fc.string(), fc.integer({ min: -1, max: 5 }), { maxKeys: 3 })
    return wild
  }
  return fc.oneof({ weight: 30, arbitrary: fitting() }, { weight: 1, arbitrary: wild })
}

for (const [name, schema] of Object.entries(BODIES)) {
  test(`${name}: accepted is what fits, refused what does not, and nothing is a 5xx`, async (t) => {
    const app = await testServer(t)
    app.post(
      '/fuzz',
      { schema: { summary: 'Fuzz', body: schema }, config: { group: 'things', scope: null } },
      () => ({ ok: true }),
    )
    const shape = Compile(schema)
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(near(schema), async (value) => {
        // JSON omits undefined; the server cleans lone surrogates and U+0000.
        const text = JSON.stringify(value ?? null)
        const response = await app.inject({
          method: 'POST',
          url: '/fuzz',
          headers: { host: 'localhost', 'content-type': 'application/json' },
          payload: text,
        })
        assert.ok([200, 400, 422].includes(response.statusCode), `${response.statusCode} for ${text}`)
        const fits = shape.Check(JSON.parse(text))
        if (response.statusCode === 200) accepted += 1
        if (!text.includes('\\u') && !text.includes('__proto__'))
          assert.equal(response.statusCode === 200, fits, text)
        if (response.statusCode === 422) {
          const { errors } = response.json<{ errors: { pointer: string; detail: string }[] }>()
          assert.ok(errors.length >= 1 && errors.length <= 21, text)
          for (const { detail } of errors) assert.ok(detail.length > 5 && detail.length < 2_000, detail)
        }
      }),
      { numRuns: 600, examples: RARE[name] ?? [] },
    )
    assert.ok(accepted > 0, 'some were near enough')
  })
}

test('any bytes as a body are answered with 4xx or served', async (t) => {
  const app = await testServer(t)
  app.post(
    '/fuzz',
    { schema: { summary: 'Fuzz', body: CreateSearchBody }, config: { group: 'things', scope: null } },
    () => ({}),
  )
  const json = fc.string().map((text) => Buffer.from(`{"query":"${text}"`))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        json,
      ),
      async (payload) => {
        const response = await app.inject({
          method: 'POST',
          url: '/fuzz',
          headers: { host: 'localhost', 'content-type': 'application/json' },
          payload,
        })
        assert.ok([200, 400, 422].includes(response.statusCode))
      },
    ),
    { numRuns: 500 },
  )
})

test('any query string is answered with 4xx or read as its schema says', async (t) => {
  const app = await testServer(t)
  const querystring = listQuery({
    near: Type.Optional(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
    open: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String({ maxLength: 10 })),
    either: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^x' })])),
  })
  app.get(
    '/fuzz',
    { schema: { summary: 'Fuzz', querystring }, config: { group: 'things', scope: null } },
    (request) => {
      assert.ok(Check(querystring, request.query))
      return { query: request.query }
    },
  )
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('1', '1.5', '1,2', 'true', 'x', '', '%00', '-0', '1e3', '0x10', ' 1'),
  )
  const name = fc.oneof(fc.constantFrom('limit', 'near', 'open', 'q', 'either', 'cursor'), fc.string())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      fc.boolean(),
      async (pairs, encode) => {
        const code = encode ? encodeURIComponent : (text: string) => text.replace(/[^\x21-\x7e]|[#?]/g, '')
        if (!pairs.flat().every((text) => text.isWellFormed())) return
        const search = pairs.map(([key, text]) => `${code(key)}=${code(text)}`).join('&')
        const response = await app.inject({ url: `/fuzz?${search}`, headers: { host: 'localhost' } })
        assert.ok([200, 400, 422].includes(response.statusCode), `${response.statusCode} for ${search}`)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('query text becomes what the schema asks for', async (t) => {
  const app = await testServer(t)
  const querystring = Type.Object({
    n: Type.Optional(Type.Number()),
    i: Type.Optional(Type.Integer()),
    b: Type.Optional(Type.Boolean()),
    s: Type.Optional(Type.String()),
    list: Type.Optional(Type.Array(Type.Integer())),
    nullable: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    words: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String()])),
  })
  app.get(
    '/q',
    { schema: { summary: 'Q', querystring }, config: { group: 'things', scope: null } },
    (request) => request.query,
  )
  const cases: readonly (readonly [string, unknown])[] = [
    ['n=1.5&i=-3&b=true&s=12', { n: 1.5, i: -3, b: true, s: '12' }],
    ['b=0', { b: false }],
    ['list=1,2&list=3', { list: [1, 2, 3] }],
    ['list=', { list: [] }],
    ['nullable=7', { nullable: 7 }],
    ['words=a,b', { words: ['a', 'b'] }],
    ['s=a%20b%2Bc+d', { s: 'a b+c d' }],
    ['', {}],
  ]
  for (const [search, expected] of cases) {
    const response = await app.inject({ url: `/q?${search}`, headers: { host: 'localhost' } })
    assert.deepEqual(response.json(), expected, search)
  }
  for (const search of [
    'i=1.5',
    'i=',
    'i=1x',
    'n=0x10',
    'n=1e999',
    'b=yes',
    'list=1,,x',
    's=1&s=2',
    '__proto__=1',
    'constructor=1',
  ]) {
    const response = await app.inject({ url: `/q?${search}`, headers: { host: 'localhost' } })
    assert.equal(response.statusCode, 422, search)
  }
})
