import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database/database.ts'
import { booleanArray, floatArray, jsonArray, textArray, uuidArray } from './array-parameters.ts'
import { sql } from './sql.ts'

const TEXTS = ['', 'plain', 'with "quotes", {braces} and \\', 'NULL', 'two\nlines', '港のカフェ 🍕', null]
const IDS = ['01920000-0000-7000-8000-000000000000', 'ffffffffffffffffffffffffffffffff']
const FLOATS = [0, -0.1, 43.738_412_345_678_9, 1e300, null]

test('arrays arrive as they were sent', async (t) => {
  const db = await createTestDatabase(t, [])
  const [row] = await db.query(sql`
    select ${textArray(TEXTS)}::text[] as texts, ${uuidArray(IDS)}::uuid[]::text[] as ids,
           ${floatArray(FLOATS)}::float8[] as floats, ${booleanArray([true, false])}::boolean[] as flags,
           ${jsonArray(['{"b":1,  "a":"\\u00e9"}', 'null'])}::json[]::text[] as documents,
           ${textArray([])}::text[] as nothing`)
  assert.deepEqual(row, {
    texts: TEXTS,
    ids: [IDS[0], 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    floats: FLOATS,
    flags: [true, false],
    documents: ['{"b":1,  "a":"\\u00e9"}', 'null'],
    nothing: [],
  })
})

test('a text that is not JSON, and a text that is not an id, are refused', async (t) => {
  const db = await createTestDatabase(t, [])
  await assert.rejects(db.query(sql`select ${jsonArray(['{"a":'])}::json[]`), { code: '22P02' })
  for (const id of ['0192', 'x'.repeat(32), '0'.repeat(34)]) assert.throws(() => uuidArray([id]), TypeError)
})
