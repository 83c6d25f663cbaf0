import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madePlace } from '#test/support/places/generated-places.ts'
import { mergeContacts, withoutContacts, type WebsiteContacts } from './merge-contacts.ts'
import { placeRow } from './place-row.ts'
import type { StoredContent } from './show-content.ts'

const MAP = { provider: 'osm-file', tier: 'tag', fetchedAt: '2026-01-01T00:00:00.000Z' } as const
const CONTACTS: WebsiteContacts = {
  emails: ['a@x.test', 'A@x.test', 'b@x.test'],
  phones: [
    { e164: '+41610000001', raw: '061 000 00 01', kind: 'fax' },
    { e164: '+41610000002', raw: '061 000 00 02', kind: 'phone' },
  ],
  socials: [{ network: 'x', url: 'https://www.x.com/Shop/', handle: 'Shop' }],
  fetchedAt: '2026-11-01T00:00:00.000Z',
}

function contentOf(known: Parameters<typeof madePlace>[2]): StoredContent {
  return placeRow(madePlace('node/1', { lat: 1, lng: 2 }, known)).content
}

test('lists get what they lack, and a place without a number gets one that is no fax', () => {
  const { content, added } = mergeContacts(contentOf({}), CONTACTS)
  assert.deepEqual(content.emails, ['a@x.test', 'b@x.test'])
  assert.equal(content.phone, '+41610000002')
  assert.deepEqual(added, {
    emails: ['a@x.test', 'b@x.test'],
    phones: ['+41610000001', '+41610000002'],
    socials: ['https://www.x.com/Shop/'],
  })
  assert.deepEqual(content.provenance['emails'], {
    provider: 'website',
    tier: 'enriched',
    fetchedAt: CONTACTS.fetchedAt,
  })
})

test('what the map has is not added again, and stays first', () => {
  const own = contentOf({
    emails: ['B@X.test'],
    phone: '+41610000001',
    phones: [{ e164: '+41610000001', raw: '+41 61 000 00 01', kind: 'phone' }],
    socials: [{ network: 'x', url: 'http://x.com/shop', handle: 'shop' }],
    provenance: { emails: MAP, phone: MAP, phones: MAP, socials: MAP },
  })
  const { content, added } = mergeContacts(own, CONTACTS)
  assert.deepEqual(content.emails, ['B@X.test', 'a@x.test'])
  assert.equal(content.phone, '+41610000001')
  assert.deepEqual(added, { emails: ['a@x.test'], phones: ['+41610000002'], socials: [] })
  assert.deepEqual(content.provenance['socials'], MAP)
  assert.deepEqual(content.provenance['emails'], {
    ...MAP,
    also: { provider: 'website', fetchedAt: CONTACTS.fetchedAt },
  })
})

test('taking contacts out gives back the content of the map, byte by byte', () => {
  const contents = [
    contentOf({}),
    contentOf({ emails: ['a@x.test'], provenance: { emails: MAP } }),
    contentOf({
      phone: '+41610000009',
      phones: [{ e164: '+41610000009', raw: '9', kind: 'phone' }],
      provenance: { phone: MAP, phones: MAP },
    }),
  ]
  for (const own of contents) {
    const { content, added } = mergeContacts(own, CONTACTS)
    assert.equal(JSON.stringify(withoutContacts(content, added)), JSON.stringify(own))
  }
})

test('what another provider confirms stays when contacts are taken out', () => {
  const also = { provider: 'overture', fetchedAt: MAP.fetchedAt } as const
  const own = contentOf({
    name: 'Shop',
    emails: ['b@x.test'],
    provenance: { name: { ...MAP, also }, emails: MAP },
  })
  const { content, added } = mergeContacts(own, CONTACTS)
  assert.deepEqual(withoutContacts(content, added).provenance, own.provenance)
})

test('hours and the address of a website step in where the map has none, and go with it', () => {
  const hours = { raw: 'Mo 09:00-12:00', timezone: null, weekly: null, closedDays: [] }
  const address = { formatted: 'Weg 1, 4051 Basel', street: 'Weg 1', postcode: '4051', city: 'Basel' }
  const found = { ...CONTACTS, openingHours: hours, address }
  const none = { formatted: null, street: null, houseNumber: null, postcode: null, city: null, region: null }
  const bare = contentOf({ openingHours: null, address: { ...none, country: 'Schweiz', countryCode: 'CH' } })
  const { content, added } = mergeContacts(bare, found)
  assert.deepEqual(content.openingHours, hours)
  assert.deepEqual(content.address, { ...none, ...address, country: 'Schweiz', countryCode: 'CH' })
  assert.deepEqual(
    [content.provenance['openingHours']?.provider, content.provenance['address']?.provider],
    ['website', 'website'],
  )
  assert.deepEqual(withoutContacts(content, added), bare)

  const own = contentOf({
    openingHours: { ...hours, raw: 'Tu 08:00-10:00' },
    address: { ...none, city: 'Bern', country: null, countryCode: null },
    provenance: { openingHours: MAP, address: MAP },
  })
  const kept = mergeContacts(own, found).content
  assert.deepEqual([kept.openingHours, kept.address], [own.openingHours, own.address])
  assert.deepEqual(kept.provenance['address'], MAP)
})
