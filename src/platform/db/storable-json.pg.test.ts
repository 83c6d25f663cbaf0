// What PostgreSQL refuses inside JSON is replaced, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database/database.ts'
import { sql } from './sql.ts'
import { storableJson } from './storable-json.ts'

test('plain values stay as JSON.stringify writes them', () => {
  for (const value of [null, 0, 'é😀', [1, { a: [] }], { a: 'x\\u0000y', b: '\\' }]) {
    assert.equal(storableJson(value), JSON.stringify(value))
  }
  assert.equal(storableJson(undefined), 'null')
})

test('U+0000 and lone surrogates are replaced in texts and in keys', () => {
  assert.deepEqual(JSON.parse(storableJson({ 'a\u0000': ['b\u0000c', '\ud800x', { d: '\udc00' }] })), {
    'a\uFFFD': ['b\uFFFDc', '\uFFFDx', { d: '\uFFFD' }],
  })
})

test('a key called __proto__ stays a key', () => {
  const value = JSON.parse('{"__proto__": {"x": "\\u0000"}}') as unknown
  assert.equal(storableJson(value), '{"__proto__":{"x":"\uFFFD"}}')
})

test('the database stores every code unit that was cleaned', async (t) => {
  const db = await createTestDatabase(t, ['jobs'])
  const all = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
  const [row] = await db.query<{ stored: string[] }>(sql`select ${storableJson(all)}::jsonb as stored`)
  const wrong = all.filter((text, unit) => {
    const replaced = unit === 0 || (unit >= 0xd800 && unit <= 0xdfff)
    return row?.stored[unit] !== (replaced ? '\uFFFD' : text)
  })
  assert.deepEqual(wrong, [])
})
