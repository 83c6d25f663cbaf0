// Walks every schema by which both services take input: numbers that their columns hold, patterns that have words.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { patternWords } from '#contract/pattern-words.ts'
import { MAX_DURATION_MS, MAX_INT4 } from '#contract/schema.ts'
import {
  operationsOf,
  readDescription,
  type NamedOperation,
  type Schema,
} from '#test/support/http/openapi.ts'
import { startBoth } from '#test/support/description/start-both.ts'

interface Place {
  readonly operation: NamedOperation
  /** A query or path parameter, or the keys on the way into the body. */
  readonly parameter: string | null
  readonly path: readonly string[]
  readonly schema: Schema
}

const WITH_SCHEMAS = ['properties', 'patternProperties'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const

/** Every schema in an input, with its path; `*` is any key or item. */
function* schemasOf(schema: unknown, path: readonly string[]): Generator<[readonly string[], Schema]> {
  if (typeof schema !== 'object' || schema === null || path.length > 20) return
  const here = schema as Schema
  yield [path, here]
  for (const key of WITH_SCHEMAS) {
    for (const [name, part] of Object.entries(Object(here[key]) as object)) {
      yield* schemasOf(part, [...path, key === 'properties' ? name : '*'])
    }
  }
  for (const key of ['items', 'additionalProperties']) yield* schemasOf(here[key], [...path, '*'])
  for (const key of LISTS) for (const part of (here[key] ?? []) as unknown[]) yield* schemasOf(part, path)
}

function* placesOf(operation: NamedOperation): Generator<Place> {
  for (const { name, schema } of operation.parameters ?? []) {
    for (const [path, part] of schemasOf(schema, [])) yield { operation, parameter: name, path, schema: part }
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    for (const [path, part] of schemasOf(schema, [])) yield { operation, parameter: null, path, schema: part }
  }
}

const isNumeric = ({ type, enum: words, const: word }: Schema): boolean =>
  (type === 'integer' || type === 'number') && words === undefined && word === undefined

const nameOf = ({ operation, parameter, path }: Place): string =>
  `${operation.method} ${operation.path} ${parameter === null ? '' : `?${parameter}`}/${path.join('/')}`

/** The inputs in the descriptions of both services. */
async function inputs(t: TestContext): Promise<readonly Place[]> {
  const { crawl, places } = await startBoth(t)
  const documents = await Promise.all([crawl, places].map(async ({ url }) => readDescription(url)))
  return documents.flatMap(operationsOf).flatMap((operation) => [...placesOf(operation)])
}

test('every number has both bounds, and both are whole numbers that JSON carries exactly', async (t) => {
  const numbers = (await inputs(t)).filter(({ schema }) => isNumeric(schema))
  assert.ok(numbers.length > 100, `${numbers.length} numbers`)
  const wrong = numbers.filter(({ schema }) => {
    const [min, max] = [
      schema['minimum'] ?? schema['exclusiveMinimum'],
      schema['maximum'] ?? schema['exclusiveMaximum'],
    ]
    return (
      !Number.isFinite(min) ||
      !Number.isFinite(max) ||
      Math.max(Math.abs(Number(min)), Math.abs(Number(max))) > Number.MAX_SAFE_INTEGER
    )
  })
  assert.deepEqual(wrong.map(nameOf), [])
})

test('every pattern has words for who breaks it', async (t) => {
  const patterns = (await inputs(t)).flatMap(({ schema }) =>
    typeof schema['pattern'] === 'string' ? [schema['pattern']] : [],
  )
  assert.ok(patterns.length > 20)
  assert.deepEqual(
    [...new Set(patterns)].filter((pattern) => patternWords(pattern) === null),
    [],
  )
})

test('a number past what its column holds is refused, and the largest that is allowed is not an internal error', async (t) => {
  const { crawl, places } = await startBoth(t)
  const prune = async (olderThanMs: number) =>
    fetch(`${crawl.url}/api/workers/prune`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"olderThanMs":${olderThanMs},"dryRun":true}`,
    })
  assert.equal((await prune(1e308)).status, 422)
  assert.equal((await prune(MAX_DURATION_MS)).status, 200)
  const budget = async (seconds: number) =>
    places.post('/api/search', { query: '*', budget: { maxSeconds: seconds, maxRequests: seconds } })
  assert.equal((await budget(MAX_INT4 + 1)).status, 422)
  assert.equal((await budget(MAX_INT4)).status, 202)
  const save = async (width: number) =>
    fetch(
      `${crawl.url}/api/worker/artifacts?jobId=job_x&leaseToken=x&kind=image&width=${width}&height=1&pages=1`,
      { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' },
    )
  assert.equal((await save(99_999_999_999_999)).status, 422)
  assert.ok((await save(MAX_INT4)).status < 500)
})
