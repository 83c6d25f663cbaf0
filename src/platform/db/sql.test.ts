// Statements compose, and a value never becomes part of the text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifier, joinSql, prepared, sql } from './sql.ts'

test('values become numbered parameters', () => {
  const statement = sql`select ${1}, ${"'; drop table x; --"} from t`
  assert.equal(statement.text, 'select $1, $2 from t')
  assert.deepEqual(statement.values, [1, "'; drop table x; --"])
})

test('nested pieces are numbered again, at any depth', () => {
  const inner = sql`a = ${1} or b = ${2}`
  const middle = sql`(${inner}) and c = ${3}`
  const statement = sql`select ${0} where ${middle} limit ${4}`
  assert.equal(statement.text, 'select $1 where (a = $2 or b = $3) and c = $4 limit $5')
  assert.deepEqual(statement.values, [0, 1, 2, 3, 4])
})

test('the same template keeps its text and takes new values', () => {
  const select = (id: number) => sql`select ${id}`
  assert.deepEqual(select(1).values, [1])
  assert.deepEqual(select(2).values, [2])
  assert.equal(select(1).text, select(2).text)
})

test('parts are joined, and none make an empty piece', () => {
  const filters = [sql`a = ${1}`, sql`b = ${2}`]
  assert.equal(joinSql(filters, ' and ').text, 'a = $1 and b = $2')
  assert.equal(sql`select 1 ${joinSql([], ', ')}from t`.text, 'select 1 from t')
})

test('identifiers are quoted and null, arrays and dates stay values', () => {
  assert.equal(sql`select * from ${identifier('we"ird')}`.text, 'select * from "we""ird"')
  const date = new Date(0)
  assert.deepEqual(sql`${null} ${[1, 2]} ${date} ${{ text: 'x', values: [] }}`.values, [
    null,
    [1, 2],
    date,
    { text: 'x', values: [] },
  ])
})

test('a prepared statement carries its name and can still be spliced', () => {
  const statement = prepared('pick', sql`select ${1}`)
  assert.equal(statement.name, 'pick')
  assert.equal(sql`(${statement})`.text, '(select $1)')
})
