import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonRows, openAll } from './json-rows.ts'

const none: ReadonlySet<string> = new Set()

test('nothing is in view but what was opened', () => {
  const value = { a: { b: [1, null, 'x'] }, c: true }
  assert.deepEqual(
    jsonRows(value, none).map(({ text, isOpen }) => [text, isOpen]),
    [['2 fields', false]],
  )
  const rows = jsonRows(value, new Set(['', '/a', '/a/b']))
  assert.deepEqual(
    rows.map(({ id, depth, label, text }) => [id, depth, label, text]),
    [
      ['', 0, null, '2 fields'],
      ['/a', 1, 'a', '1 field'],
      ['/a/b', 2, 'b', '3 entries'],
      ['/a/b/0', 3, '0', '1'],
      ['/a/b/1', 3, '1', 'null'],
      ['/a/b/2', 3, '2', 'x'],
      ['/c', 1, 'c', 'true'],
    ],
  )
})

test('a large list is opened range by range, and every entry can be reached', () => {
  const value = Array.from({ length: 25_001 }, (_, at) => at)
  const top = jsonRows(value, new Set(['']))
  assert.equal(top.length, 1 + 3)
  assert.deepEqual(
    top.slice(1).map(({ label }) => label),
    ['0–9999', '10000–19999', '20000–25000'],
  )
  const rows = jsonRows(value, new Set(['', '#20000–25000', '#25000–25000']))
  assert.equal(rows.at(-1)?.text, '25000')
  assert.ok(rows.length < 1 + 3 + 100)
})

test('a text of ten million characters, names of strangers and marks that reorder are shown short and plain', () => {
  const value = JSON.parse(`{"__proto__":"x","a/b#c":"\\u202etxt","${'n'.repeat(200)}":1}`)
  value.long = 'y'.repeat(10_000_000)
  const rows = jsonRows(value, new Set(['']))
  const at = Object.fromEntries(rows.map((row) => [row.id, row]))
  assert.equal(at['/__proto__']?.text, 'x')
  assert.equal(at['/a~1b~2c']?.text, '⟨U+202E⟩txt')
  assert.equal(at['/long']?.text.length, 300)
  assert.equal(at['/long'].cutChars, 9_999_700)
  assert.equal(rows[3]?.label?.length, 80)
})

test('opening all of it is bounded in rows and in depth', () => {
  assert.deepEqual([...openAll({ a: { b: [1] }, c: [] })], ['', '/a', '/a/b'])
  let deep: unknown = 1
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
  assert.ok(jsonRows(deep, openAll(deep)).length <= 40)
  const wide = Array.from({ length: 90 }, () => Array.from({ length: 90 }, (_, at) => at))
  assert.ok(jsonRows(wide, openAll(wide)).length <= 2_000)
})
