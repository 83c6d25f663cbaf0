// Which JSON bodies are accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainInvalid } from './explain-invalid.ts'
import { MAX_DEPTH, MAX_KEYS, parseJsonBody } from './json-body.ts'

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`
const parse = (text: string, maxKeys?: number) => parseJsonBody(Buffer.from(text), maxKeys)

test('keys are counted before they are read, wherever they stand', () => {
  assert.equal(Object.keys(parse(keys(MAX_KEYS)) as object).length, MAX_KEYS)
  for (const text of [
    keys(MAX_KEYS + 1),
    `[${keys(MAX_KEYS / 2)},{"a":${keys(MAX_KEYS / 2)}}]`,
    // Not valid JSON, which the parser never gets to see.
    `${keys(MAX_KEYS + 1)}]]]`,
  ]) {
    assert.throws(() => parse(text), {
      code: 'body_too_large',
      message: `The body may have at most ${MAX_KEYS} keys.`,
    })
  }
  assert.throws(() => parse(keys(4), 3), { code: 'body_too_large' })
  assert.ok(parse(keys(MAX_KEYS + 1), MAX_KEYS + 1))
})

test('what only looks like keys counts for nothing', () => {
  const text = '":'.repeat(MAX_KEYS).replaceAll('"', '\\"')
  assert.deepEqual(parse(JSON.stringify({ html: text })), { html: text })
  assert.deepEqual(parse(`["a:b:c\\\\",":"]`, 0), ['a:b:c\\', ':'])
  assert.throws(() => parse('['.repeat(MAX_DEPTH + 1)), { code: 'malformed_json' })
})

test('a forbidden key is found by its pointer, whatever the keys above it hold', () => {
  assert.throws(() => parse('{"a/b~c":[0,{"__proto__":1}]}'), {
    errors: [
      { pointer: '/a~1b~0c/1/__proto__', code: 'forbidden_key', detail: 'This key is never allowed.' },
    ],
  })
})

test('an explanation reads no more of a value than its twenty problems need', () => {
  let reads = 0
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]))
  const value = new Proxy(unknown, {
    get(target, name) {
      reads += 1
      return target[String(name)]
    },
  })
  const form = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  for (const [schema, problems] of [
    [form, 20],
    [{ anyOf: [form, { ...form, properties: {} }] }, 1],
  ] as const) {
    reads = 0
    assert.equal(explainInvalid(schema, value, (path) => path.join('/')).length, problems)
    assert.ok(reads <= 50, `${reads} reads`)
  }
})
