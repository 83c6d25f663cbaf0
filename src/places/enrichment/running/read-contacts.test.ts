import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContacts } from './read-contacts.ts'

const NOW = '2026-11-01T00:00:00.000Z'
const address = (text: string, confidence = 0.9) => ({
  text,
  street: text,
  postalCode: '4051',
  city: 'Basel',
  country: 'CH',
  confidence,
  sources: [],
})
const hours = (days: string[], opens: string, closes: string, confidence = 0.9) => ({
  days,
  opens,
  closes,
  confidence,
})

test('the address of a website counts where it names one', () => {
  const of = (...addresses: object[]) => readContacts({ addresses }, NOW)?.address
  assert.deepEqual(of(address('Weg 1'), address('Weg 2', 0.3)), {
    formatted: 'Weg 1',
    street: 'Weg 1',
    postcode: '4051',
    city: 'Basel',
  })
  assert.equal(of(address('Weg 1'), address('Weg 2')), null)
  assert.equal(of(), null)
})

test('hours become a week; overlapping and unreadable ones are not guessed', () => {
  const of = (...given: object[]) => readContacts({ hours: given }, NOW)?.openingHours
  const week = of(
    hours(['Mo', 'Tu'], '14:00', '18:30'),
    hours(['Mo'], '09:00', '12:00'),
    hours(['Sa'], '22:00', '02:00'),
  )
  assert.deepEqual(week?.weekly, [
    [
      { opensMinute: 540, closesMinute: 720 },
      { opensMinute: 840, closesMinute: 1_110 },
    ],
    [{ opensMinute: 840, closesMinute: 1_110 }],
    [],
    [],
    [],
    [{ opensMinute: 1_320, closesMinute: 1_560 }],
    [],
  ])
  assert.equal(week?.raw, 'Mo,Tu 14:00-18:30; Mo 09:00-12:00; Sa 22:00-02:00')
  assert.equal(of(hours(['Mo'], '09:00', '18:00'), hours(['Mo'], '11:30', '14:00')), null)
  assert.equal(of(hours(['Mo'], 'nine', '18:00')), null)
  assert.equal(of(hours(['Mo'], '09:00', '18:00', 0.3)), null)
  assert.deepEqual(of(hours(['Su'], '00:00', '24:00'))?.weekly?.[6], [
    { opensMinute: 0, closesMinute: 1_440 },
  ])
})
