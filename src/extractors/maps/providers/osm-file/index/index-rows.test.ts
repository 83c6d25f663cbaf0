// Statements are compiled once, and none disturbs another.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { allRows, eachRow, firstRow } from './index-rows.ts'

function numbers(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('create table number (n integer); insert into number values (1), (2), (3)')
  return db
}

test('a text may be run again while its rows are read', () => {
  using db = numbers()
  const text = 'select n from number order by n'
  const seen: number[] = []
  for (const { n } of eachRow<{ readonly n: number }>(db, text)) {
    assert.equal(firstRow<{ readonly n: number }>(db, text)?.n, 1)
    for (const other of eachRow<{ readonly n: number }>(db, text)) seen.push(10 * n + other.n)
    assert.equal(allRows(db, text).length, 3)
  }
  assert.deepEqual(seen, [11, 12, 13, 21, 22, 23, 31, 32, 33])
})

test('each call has its own parameters, and each database its own statements', () => {
  using db = numbers()
  using other = numbers()
  other.exec('delete from number where n > 1')
  const text = 'select n from number where n >= ? order by n'
  assert.equal(allRows(db, text, 2).length, 2)
  assert.equal(allRows(db, text, 1).length, 3)
  assert.equal(allRows(other, text, 1).length, 1)
  assert.equal(firstRow(other, text, 2), undefined)
})

test('more texts than are kept are answered as well', () => {
  using db = numbers()
  for (let i = 0; i < 500; i += 1)
    assert.equal(firstRow<{ readonly n: number }>(db, `select n + ${i} as n from number limit 1`)?.n, i + 1)
  assert.throws(() => allRows(db, 'select nothing from number'), /nothing/)
})
