// Numbers and dates as people write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf } from '#parsing/dates/read-date.ts'
import { dayOfText, instantOf } from './read-day.ts'
import { inUnit, secondsOf } from './read-measure.ts'
import { readNumber } from './read-number.ts'
import { truthOf } from './read-truth.ts'

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
    ['5. 11. 2020', '2020-11-05'],
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

test('days with a time behind them, and instants by the seconds of an epoch', () => {
  const days: readonly (readonly [string, string | null, string?])[] = [
    ['6 April 2026 at 11:59pm', '2026-04-06'],
    ['6. April 2026, 14.30 Uhr', '2026-04-06', 'de'],
    ['2026年2月15日 11時20分', '2026-02-15'],
    ['1770710400000', '2026-02-10'],
    ['2026-02-10T23:00:00-05:00', '2026-02-10'],
    ['in spring at 10:00', null],
    ['2017', null],
    ['x'.repeat(200), null],
  ]
  for (const [text, day, locale] of days) assert.equal(dayOfText(text, locale ?? null), day, text)
  assert.equal(instantOf('1767225600'), '2026-01-01T00:00:00Z')
  for (const text of ['123456789', '20260101', '99999999999999', '-1767225600', '1767225600x'])
    assert.equal(instantOf(text), null, text)
})

test('lengths of time and other measures in the unit that is asked for', () => {
  const lengths: readonly (readonly [string, number | null])[] = [
    ['PT1H54M', 6840],
    ['P1DT2H', 93_600],
    ['PT2.5S', 2.5],
    ['1h 54m', 6840],
    ['1 hour and 5 minutes', 3900],
    ['48 min', 2880],
    ['1:02:03', 3723],
    ['48:32', null],
    ['2 men', null],
    ['P', null],
    ['5 apples 3 min', null],
  ]
  for (const [text, seconds] of lengths) assert.equal(secondsOf(text), seconds, text)
  const minutes = { kind: 'time', factor: 60 } as const
  const grams = { kind: 'mass', factor: 1 } as const
  assert.equal(inUnit('PT90S', minutes, 'duration', null), 1.5)
  assert.equal(inUnit(5400, minutes, 'durationSec', null), 90)
  assert.equal(inUnit(112, minutes, 'runtime', null), 112)
  assert.equal(inUnit('1,5 kg', grams, 'weight', 'de'), 1500)
  assert.equal(inUnit('3 stone', grams, 'weight', null), null)
})

test('yes and no in the words of people and of schema.org', () => {
  for (const word of ['Ja', 'Oui', 'sí', 'はい', '✓', 'InStock', 'true', 1])
    assert.equal(truthOf(word, 'inStock'), true, String(word))
  for (const word of ['Nein', 'não', '否', '✗', 'SoldOut', 'off'])
    assert.equal(truthOf(word, 'inStock'), false, word)
  assert.equal(truthOf('SoldOut', 'sold_out'), true)
  assert.equal(truthOf('true', 'sold_out'), true)
  for (const word of ['perhaps', '-', '', '2']) assert.equal(truthOf(word, 'inStock'), null, word)
})
