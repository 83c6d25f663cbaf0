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
  const of = (...addresses: object[]) => readContacts({ addresses }, NOW, null)?.contacts.address
  assert.deepEqual(of(address('Weg 1'), address('Weg 2', 0.3)), {
    formatted: 'Weg 1',
    street: 'Weg 1',
    postcode: '4051',
    city: 'Basel',
  })
  assert.equal(of(address('Weg 1'), address('Weg 2')), null)
  assert.equal(of(), null)
})

test('of a website that leads to a domain of somebody else nothing is taken', () => {
  const of = (answer: object, name: string | null = null) => {
    const read = readContacts({ emails: [{ value: 'info@b.test', confidence: 0.9 }], ...answer }, NOW, name)
    return [read?.contacts.emails.length, read?.warnings.map(({ code }) => code)]
  }
  const own = [1, []]
  assert.deepEqual(of({ domain: 'b.test', redirectedFrom: 'a.test', nameFound: false }), [
    0,
    ['other_business'],
  ])
  assert.deepEqual(of({ domain: null, redirectedFrom: 'a.test', nameFound: false }), [0, ['other_business']])
  assert.deepEqual(of({ domain: 'b.test', redirectedFrom: 'a.test', nameFound: true }), own)
  assert.deepEqual(of({ domain: 'b.test', redirectedFrom: 'a.test', nameFound: null }), own, 'not known')
  assert.deepEqual(of({ domain: 'b.test', redirectedFrom: null, nameFound: false }), own)
  assert.deepEqual(of({ domain: 'shop.com', redirectedFrom: 'shop.fr', nameFound: false }), own)
  const brand = { domain: 'marks-shop.com', redirectedFrom: 'a.test', nameFound: false }
  assert.deepEqual(of(brand, 'Marks Central'), own, 'a branch')
  assert.deepEqual(of({ ...brand, domain: 'hotels.com' }, 'Hotel Mo'), [0, ['other_business']], 'a kind')
})

test('hours become a week; overlapping and unreadable ones are not guessed', () => {
  const of = (...given: object[]) => readContacts({ hours: given }, NOW, null)?.contacts.openingHours
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
