// CSV cells: a spreadsheet reads exactly what was written, and no cell runs as a formula.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { createCsvRows, csvCell, csvRow } from './csv.ts'

/** Characters that start a formula in some spreadsheet, and invisible ones that may precede them. */
const STARTS = ['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠']
const BEFORE = ['', ' ', '\t', '\r', '\n', '\u00a0', '\u200b', '\ufeff', '\u0000', "'", "''", ' \t']

test('no text starts a formula, and every text can be had back', () => {
  for (const before of BEFORE) {
    for (const start of STARTS) {
      const text = `${before}${start}cmd|' /C calc'!A0`
      const cell = parse(csvRow([text]))[0]?.[0]
      assert.equal(cell, `'${text}`, JSON.stringify(text))
    }
  }
  for (const text of ['\tx', '\rx']) assert.equal(parse(csvRow([text]))[0]?.[0], `'${text}`)
})

test('what is harmless stays as it is', () => {
  const same = [
    'Café',
    "O'Brien",
    "'quoted'",
    '5 - 3',
    'a=b',
    '-12',
    '+4.5',
    '0',
    'x@y.example',
    '#1',
    '東京',
    '1e5',
  ]
  for (const text of same) assert.equal(csvCell(text), text)
  assert.equal(csvCell('+49 30 1234'), "'+49 30 1234")
  assert.equal(csvCell('+49 30 1234', { raw: true }), '+49 30 1234')
  assert.equal(csvCell('-1,5'), `"'-1,5"`)
})

test('values that are no text', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    [-1e-7, '-1e-7'],
    [true, 'true'],
    [12n, '12'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [['a', 1], '"[""a"",1]"'],
    [{ a: '=1' }, '"{""a"":""=1""}"'],
    ['', ''],
  ]
  for (const [value, expected] of cases) assert.equal(csvCell(value), expected)
})

test('any row comes back through another reader, once the apostrophe is taken off', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['=+\-@\t\r\n ,"a1]{0,6}$/))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (values) => {
      const [cells = []] = parse(csvRow(values), { relax_column_count: true })
      const raw = parse(csvRow(values, { raw: true }))
      // A row of one empty cell is an empty line, which readers skip.
      if (values.length === 1 && values[0] === '') return
      assert.deepEqual(raw[0], values)
      for (const [index, value] of values.entries()) {
        const cell = cells[index]
        assert.ok(cell === value || cell === `'${value}`)
        assert.doesNotMatch(cell, /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=@|%＝＋－＠])/u)
      }
    }),
    { numRuns: 500 },
  )
})

test('lines of a table are those that each row would have alone', () => {
  const cell = fc.oneof(
    fc.constantFrom('=1', '1', 1, null, 'a,b', true, -1),
    fc.array(fc.integer(), { maxLength: 2 }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 })), fc.boolean(), (rows, raw) => {
      const rowOf = createCsvRows({ raw })
      for (const row of rows) assert.equal(rowOf(row), csvRow(row, { raw }))
    }),
  )
  const changing = [1]
  const rowOf = createCsvRows()
  assert.equal(rowOf([changing]), '[1]\r\n')
  changing.push(2)
  assert.equal(rowOf([changing]), '"[1,2]"\r\n')
})
