import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifySchema } from 'fastify'
import { isTimestamp, lazyValidators } from './lazy-validators.ts'

test('only times that Date and PostgreSQL both know', () => {
  for (const text of [
    '2026-11-21T09:00:00Z',
    '2024-02-29T23:59:59.123456+14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-21t09:00:00z',
  ]) {
    assert.ok(isTimestamp(text), text)
  }
  for (const text of [
    '2016-12-31T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-01-01T24:00:01Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '+012026-01-01T00:00:00Z',
    'yesterday',
    '',
  ]) {
    assert.ok(!isTimestamp(text), text)
  }
})

test('a schema that is equal to a compiled one is only written as text, and each validation has its own errors', () => {
  const compile = lazyValidators()
  let reads = 0
  const validator = (maximum: number) => {
    const schema: FastifySchema & Record<string, unknown> = {
      get type() {
        reads += 1
        return 'object'
      },
      properties: { n: { type: 'integer', maximum } },
    }
    return compile({ schema, method: 'GET', url: '/', httpPart: 'querystring' })
  }
  const [five, another, six] = [validator(5), validator(5), validator(6)]
  assert.equal(five({ n: 6 }), false)
  reads = 0
  assert.equal(another({ n: 5 }), true)
  assert.equal(reads, 1)
  assert.equal(six({ n: 6 }), true)
  assert.deepEqual([five.errors?.length, another.errors, six.errors], [1, null, null])
})
