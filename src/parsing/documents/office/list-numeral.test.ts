import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numeral } from './list-numeral.ts'

const shown = (format: string, ...counts: readonly number[]): string =>
  counts.map((count) => numeral(count, format)).join(' ')

test('letters of many alphabets, doubled after the last', () => {
  assert.equal(shown('lowerLetter', 1, 26, 27, 53), 'a z aa aaa')
  assert.equal(shown('upperLetter', 2, 28), 'B BB')
  assert.equal(shown('russianLower', 1, 10, 29, 30), 'а к я аа')
  assert.equal(shown('russianUpper', 3), 'В')
  assert.equal(shown('hebrew2', 1, 22), 'א ת')
  assert.equal(shown('arabicAlpha', 2, 3), 'ب ت')
  assert.equal(shown('arabicAbjad', 2, 3), 'ب ج')
  assert.equal(shown('chicago', 1, 4, 5), '* § **')
  assert.equal(shown('ganada', 2), '나')
})

test('signs that stand for numbers, figures of other scripts, counting in words', () => {
  assert.equal(shown('upperRoman', 4, 1999), 'IV MCMXCIX')
  assert.equal(shown('greekLower', 6, 11, 89), 'στ ια πθ')
  assert.equal(shown('hebrew1', 1, 15, 16, 27), 'א טו טז כז')
  assert.equal(shown('decimalZero', 3, 10, 100), '03 10 100')
  assert.equal(shown('hex', 10, 255), 'A FF')
  assert.equal(shown('decimalEnclosedCircle', 1, 20, 21), '① ⑳ 21')
  assert.equal(shown('decimalFullWidth', 10), '１０')
  assert.equal(shown('hindiNumbers', 12), '१२')
  assert.equal(shown('japaneseCounting', 1, 10, 11, 20, 35, 100), '一 十 十一 二十 三十五 100')
  assert.equal(shown('chineseLegalSimplified', 10, 21), '壹拾 贰拾壹')
  assert.equal(shown('ordinal', 1, 2, 3, 4, 11, 12, 13, 21, 113), '1st 2nd 3rd 4th 11th 12th 13th 21st 113th')
  assert.equal(shown('cardinalText', 1, 21, 342), 'One Twenty-one Three hundred forty-two')
  assert.equal(
    shown('ordinalText', 1, 12, 20, 21, 103),
    'First Twelfth Twentieth Twenty-first One hundred third',
  )
})

test('what no format has a sign for is written in figures, and a huge count costs no more', () => {
  assert.equal(shown('lowerLetter', 0, -3), '0 -3')
  assert.equal(shown('upperRoman', 4_000), '4000')
  assert.equal(shown('bahtText', 7), '7')
  assert.equal(shown('constructor', 7), '7')
  assert.equal(numeral(0, 'none'), '')
  assert.equal(numeral(1e15, 'lowerLetter').length, 20)
  assert.equal(numeral(1e15, 'hebrew1'), '1000000000000000')
})
