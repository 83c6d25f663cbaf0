import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googlePlace, googleReview, type MadeGooglePlace } from '#test/support/google/google-payloads.ts'
import { readPlace } from './read-place.ts'

const OPTIONS = { fetchedAt: '2026-11-23T00:00:00.000Z', language: null }
const CAFE: MadeGooglePlace = { fid: '0x1:0x2', name: 'Café', lat: 43.73, lng: 7.42 }

const read = (made: Partial<MadeGooglePlace> = {}, change: (place: unknown[]) => void = () => undefined) => {
  const array = googlePlace({ ...CAFE, ...made })
  change(array)
  return readPlace(array, OPTIONS)
}

test('hours are read by their numbers: today first, past midnight, a closed day', () => {
  const week = read()?.openingHours
  assert.equal(
    week?.raw,
    'Mo 09:30-17:00; Tu 09:30-17:00; We 09:30-17:00; Th 09:30-17:00; Fr 09:30-17:00; Sa 18:00-02:30; Su off',
  )
  assert.deepEqual(week?.weekly?.[5], [{ opensMinute: 1_080, closesMinute: 1_590 }])
  assert.deepEqual(week?.weekly?.[6], [])
})

test('hours in words alone are unknown, and so is the week that they stand in', () => {
  const hours = read({}, (place) => {
    const rows = (place[203] as unknown[][])[0] as unknown[][]
    rows[0] = ['Wednesday', 3, [2026, 11, 18], [['Open 24 hours']], 0, 1]
  })?.openingHours
  assert.equal(hours?.weekly, null)
  assert.ok(!hours?.raw?.includes('We'))
})

test('an interval from midnight to midnight is a whole day', () => {
  const hours = read({}, (place) => {
    const rows = (place[203] as unknown[][])[0] as unknown[][]
    rows[0] = ['Wednesday', 3, [2026, 11, 18], [['all day', [[], []]]], 0, 1]
  })?.openingHours
  assert.deepEqual(hours?.weekly?.[2], [{ opensMinute: 0, closesMinute: 1_440 }])
})

test('values that moved to another slot are found by what they look like', () => {
  const place = read({ phone: '+377 93 30 00 00' }, (array) => {
    array[240] = [(array[203] as unknown[])[0]]
    array[203] = null
    array[241] = array[30]
    array[30] = null
    array[242] = array[10]
    array[10] = null
  })
  assert.equal(place?.openingHours?.weekly?.length, 7)
  assert.equal(place?.openingHours?.timezone, 'Europe/Monaco')
  assert.equal(place?.aliases.find(({ scheme }) => scheme === 'google_fid')?.value, '0x1:0x2')
})

test('three states of business by two signals', () => {
  assert.equal(read({ hasDetails: true })?.status, 'operational')
  assert.equal(read({ hasDetails: true, closed: 'temporarily' })?.status, 'temporarily_closed')
  assert.equal(read({ closed: 'permanently' })?.status, 'permanently_closed')
  assert.equal(read({}, (place) => (place[203] = null))?.status, 'unknown')
})

test('what is unknown is null: no count, no price, no phone, no website', () => {
  const thin = read({ tier: 'thin' })
  assert.equal(thin?.rating, 4.5)
  assert.equal(thin?.ratingCount, null)
  assert.equal(thin?.priceLevel, null)
  assert.equal(thin?.phone, null)
  assert.equal(thin?.website, null)
  assert.equal(thin?.openingHours?.weekly, null)
  assert.equal(thin?.provenance['ratingCount'], undefined)
})

test('a price level is one sign repeated; a range of amounts stays a text', () => {
  assert.equal(read({ price: '€€€' })?.priceLevel, 3)
  for (const price of ['20–30 €', '€$', '€€€€€', 'x']) {
    assert.equal(read({ price })?.priceLevel, null)
    assert.equal(read({ price })?.attributes['price_range'], price)
  }
})

test('a website behind a redirect of the map is the website; no other address is one', () => {
  assert.equal(read({ website: '/url?q=https://cafe.test/menu&opi=1' })?.website, 'https://cafe.test/menu')
  assert.equal(read({ website: 'https://cafe.test/' })?.website, 'https://cafe.test/')
  for (const website of [
    '/url?q=javascript:alert(1)',
    'javascript:alert(1)',
    '/maps',
    'ftp://x.test/',
    'https://a:b@x.test/',
  ])
    assert.equal(read({ website })?.website, null, website)
})

test('a number is read by its international form, and kept as it is shown', () => {
  assert.deepEqual(read({ phone: '+377 93 30 00 00' })?.phones, [
    { e164: '+37793300000', raw: '+377 93 30 00 00', kind: 'phone' },
  ])
  assert.deepEqual(read({ phone: 'ask inside' })?.phones, [{ e164: null, raw: 'ask inside', kind: 'phone' }])
})

test('an array without a name, an id or a position is no place', () => {
  assert.equal(
    read({}, (place) => (place[11] = '')),
    null,
  )
  assert.equal(
    read({}, (place) => (place[10] = 'x')),
    null,
  )
  assert.equal(
    read({}, (place) => (place[9] = [null, null, 91, 0])),
    null,
  )
})

test('the kept payload has no reviewers in it', () => {
  const made = read({ hasDetails: true, reviews: [googleReview('r', 1, 5, 'Good')] })
  const kept = JSON.stringify(made?.raw)
  assert.ok(kept.includes('Good') && !kept.includes('Paula') && !kept.includes('/contrib/'))
})
