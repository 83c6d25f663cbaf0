import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellFormatOf } from './cell-format.ts'
import { shownTexts } from './shown-texts.ts'

const shown = (code: string, value: string, is1904 = false): string =>
  shownTexts([cellFormatOf(200, code)], is1904).number(value, 0)

test('numbers as their format shows them', () => {
  for (const [code, value, text] of [
    ['General', '1006.4999999999999', '1006.5'],
    ['General', '123456789012', '1.23457E+11'],
    ['#,##0.00', '1234.5', '1,234.50'],
    ['0.0 %', '0.07', '7.0 %'],
    ['#,##0.00_);[Red](#,##0.00)', '-5634.9', '(5,634.90)'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '0', '$-'],
    ['0.0;-0.0;"nil"', '0', 'nil'],
    ['[>=1000]0.0,"k";0', '48300', '48.3k'],
    ['"№ "0000', '42', '№ 0042'],
    ['# ?/?', '2.375', '2 3/8'],
    ['0.00E+00', '0.000123456', '1.23E-04'],
    [';;;', '12345', ''],
    ['#,##0.00 [$€-407]', '1248', '1,248.00 €'],
    ['[$-419]#,##0', '1234567', '1,234,567'],
    ['[$CHF-807] #,##0.00', '1234.5', 'CHF 1,234.50'],
  ] as const)
    assert.equal(shown(code, value), text, code)
})

test('moments and lengths of time, in the language of the format', () => {
  for (const [code, value, text] of [
    ['ddd d mmm', '45726', 'Mon 10 Mar'],
    ['m/d/yyyy', '45731', '3/15/2025'],
    ['h:mm AM/PM', '0.71875', '5:15 PM'],
    ['[h]:mm:ss', '1.500868055555', '36:01:15'],
    ['[mm]:ss', '0.5', '720:00'],
    ['[$-407]dddd, d. mmmm yyyy', '45000', 'Mittwoch, 15. März 2023'],
    ['[$-40C]d mmmm yyyy;@', '45000', '15 mars 2023'],
    ['[$-C0A]d "de" mmmm "de" yyyy', '45000', '15 de marzo de 2023'],
    ['[$-FC19]dd mmmm yyyy "г."', '45000', '15 марта 2023 г.'],
    ['[$-FC15]d mmmm yyyy', '45000', '15 marca 2023'],
    ['yyyy"年"m"月"d"日"', '45777', '2025年4月30日'],
  ] as const)
    assert.equal(shown(code, value), text, code)
  assert.equal(shown('yyyy-mm-dd', '43861', true), '2024-02-01')
  assert.equal(shown('[h]:mm', '1.5', true), '36:00')
  const built = shownTexts([cellFormatOf(14, undefined), cellFormatOf(46, undefined)], false)
  assert.deepEqual([built.number('45731', 0), built.number('1.5', 1)], ['3/15/2025', '36:00:00'])
  assert.deepEqual([built.moment('2025-03-15T00:00:00', 0), built.moment('now', 0)], ['3/15/2025', 'now'])
})

test('texts by their section, others as they are', () => {
  const texts = shownTexts(
    ['General', '0;-0;0;@" *"', ';;;', '@', '0.00', 'd mmm;@'].map((code) => cellFormatOf(200, code)),
    false,
  )
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((style) => texts.text('00420', style)),
    ['00420', '00420 *', '', '00420', '00420', '00420'],
  )
  assert.deepEqual([texts.boolean(true), texts.boolean(false)], ['TRUE', 'FALSE'])
})

test('what cannot be shown is its value', () => {
  const codes = [
    'x'.repeat(10_000),
    '0;'.repeat(1_000),
    '['.repeat(10_000),
    '[$'.repeat(120),
    '[>1'.repeat(80),
    '"open',
    '?/'.repeat(120),
  ]
  for (const code of codes) assert.equal(shown(code, '1.5'), '1.5', code.slice(0, 20))
  assert.equal(shown('yyyy-mm-dd', '-3'), '-3')
  assert.equal(shown('yyyy-mm-dd', '1e9'), '1000000000')
  assert.equal(shown('0.00', 'no number'), 'no number')
  assert.equal(shown('0.00', ''), '')
})

test('more formats than any workbook has are not all taken apart, and a text is not multiplied', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => cellFormatOf(200, `"${at} ${'x'.repeat(200)}"0`))
  const texts = shownTexts(many, false)
  assert.match(texts.number('7', 0), /^0 x+7$/)
  assert.equal(texts.number('7', 999), '7')
  const marks = shownTexts([cellFormatOf(200, '@'.repeat(255)), cellFormatOf(200, '@@')], false)
  assert.deepEqual([marks.text('ab', 0), marks.text('ab', 1)], ['ab', 'abab'])
  assert.equal(marks.text('a'.repeat(1_000), 1).length, 1_000)
})
