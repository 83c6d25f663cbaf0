// Content from a target that crawl would refuse costs its key or branch of the result, and adds a warning.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Warning } from '#contract/crawl/result.ts'
import { parseJsonBody } from '#platform/http/input/json-body.ts'
import { storable } from './storable-result.ts'

const NO_WARNINGS: readonly Warning[] = []

const found = (data: unknown, provenance = {}) => ({
  data,
  provenance,
  warnings: NO_WARNINGS,
  engine: 'http',
})
const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))
/** As crawl reads it: throws what crawl would refuse. */
const reported = (result: object): unknown =>
  parseJsonBody(Buffer.from(JSON.stringify({ completions: [{ result: { ...result } }] })))

test('what crawl takes stays the very same object', () => {
  const result = found({ list: [1, 'x', null, { constructor: 1, prototype: {} }], deep: nested(59) })
  assert.equal(storable(result), result)
  reported(result)
})

test('a key __proto__ is left out wherever it stands, and named once', () => {
  const data: unknown = JSON.parse(
    '{"a":[{"__proto__":{"x":1},"b":2},{"__proto__":3}],"c/d":{"\\u005f_proto__":1}}',
  )
  assert.throws(() => reported(found(data)), { code: 'validation_failed' })
  const result = storable(found(data, JSON.parse('{"__proto__":{"source":"x"},"/a":{}}')))
  assert.deepEqual(result.data, { a: [{ b: 2 }, {}], 'c/d': {} })
  assert.deepEqual(result.provenance, { '/a': {} })
  assert.deepEqual(
    result.warnings.map(({ code, pointer }) => [code, pointer]),
    [
      ['forbidden_key', '/a/0/__proto__'],
      ['forbidden_key', '/provenance/__proto__'],
    ],
  )
  assert.match(result.warnings[0]?.detail ?? '', /2 more/)
  reported(result)
})

test('what nests too deeply is null from there on', () => {
  for (const levels of [61, 64, 250]) {
    assert.throws(() => reported(found(nested(levels))), { code: 'malformed_json' })
    const result = storable(found(nested(levels)))
    assert.deepEqual(
      result.warnings.map(({ code, pointer }) => [code, pointer]),
      [['too_deep', '/a'.repeat(60)]],
    )
    reported(result)
  }
})

test('what is no JSON stays an error', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  assert.throws(() => storable(found(circle)), TypeError)
})
