// Numbers and dates as people write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf } from '#parsing/dates/read-date.ts'
import { readNumber } from './read-number.ts'

test('numbers with currency, units and the separators of their country', () => {
  const numbers: readonly (readonly [string, number | null, string?])[] = [
    ['1.234,56 €', 1234.56],
    ['$1,234.50', 1234.5],
    ["1'234.50 CHF", 1234.5],
    ['1 234,5', 1234.5],
    ['R$ 1.299,90', 1299.9],
    ['1,23,456.00', 123456],
    ['12,5', 12.5],
    ['1,234', 1234],
    ['1,234', 1.234, 'de'],
    ['1.234', 1.234],
    ['1.234', 1234, 'de-DE'],
    ['0,123', 0.123],
    ['EUR 12,99', 12.99],
    ['-$5', -5],
    ['12 %', 12],
    ['١٢٣', 123],
    ['1e3', 1000],
    ['89\n reviews', 89],
  ]
  for (const [text, value, locale] of numbers) assert.equal(readNumber(text, locale ?? null), value, text)
})

test('what is no number, or more than one, or not the whole number, is not read', () => {
  for (const text of [
    '',
    'free',
    '5 of 6',
    '4.5/5',
    '5 - 6',
    'X5',
    '1.2k',
    '3M',
    '5 Millionen',
    '5 million',
    '3億',
    '1,2,3,4',
    '1.2.3',
    '9'.repeat(400),
    '9007199254740993',
    '+12345678901234567890',
    '12,345,678,901,234,567,890 €',
  ])
    assert.equal(readNumber(text), null, text)
})

test('dates become RFC 3339, as much of them as is given', () => {
  const dates: readonly (readonly [string, string | null, string?])[] = [
    ['2024-02-29', '2024-02-29'],
    ['20240229', '2024-02-29'],
    ['2024-03-05T09:00', '2024-03-05T09:00:00'],
    ['2024-03-05 09:00:01.5 +0100', '2024-03-05T09:00:01.5+01:00'],
    ['2024-03-05T09:00:00z', '2024-03-05T09:00:00Z'],
    ['Tue, 05 Mar 2024 9:00:00 EST', '2024-03-05T09:00:00-05:00'],
    ['05 Mar 99 09:00 GMT', '1999-03-05T09:00:00Z'],
    ['November 5th, 2020', '2020-11-05'],
    ['Thursday, 5 November 2020', '2020-11-05'],
    ['5. März 2020', '2020-03-05', 'de-AT'],
    ['5 de noviembre de 2020', '2020-11-05', 'es'],
    ['5 ноября 2020', '2020-11-05', 'ru'],
    ['2020年11月5日', '2020-11-05'],
    ['05.11.2020', '2020-11-05'],
    ['25/11/2020', '2020-11-25'],
    ['11/25/2020', '2020-11-25'],
    ['05/11/2020', '2020-11-05', 'fr'],
    ['05/11/2020', '2020-05-11', 'en-US'],
  ]
  for (const [text, date, locale] of dates) assert.equal(dateOf(text, locale ?? null), date, text)
})

test('what could mean two days, or no day, is not read', () => {
  for (const text of [
    '05/11/2020',
    '31/02/2020',
    '2023-02-29',
    '5 Brumaire 2020',
    'yesterday',
    '2024-03-05T25:00',
    '5 März 2020',
    'x'.repeat(100),
  ])
    assert.equal(dateOf(text), null, text)
  assert.equal(dateOf('05/11/2020', 'en'), null)
  assert.equal(dateOf('5 mai 2020', 'not a locale'), null)
})
