import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapPage } from '#test/support/google/google-payloads.ts'
import { announcedRequests, formOf, reviewsAddress, searchAddress, searchPage, viewOf } from './addresses.ts'
import { googleIdIn, googleIdOfAddress, isGoogleAddress, isGoogleId } from './place-address.ts'
import { markOf, readPosition, startOf, writePosition } from './search-cursor.ts'

const FID = '0x14e732fd76f0d90d:0xe5415928d6702b47'
const CID = '16519582940102929223'
const PLACE_ID = 'ChIJDdnwdv0y5xQRRytw1ihZQeU'
const LOCALE = { language: 'en', country: null }

test('addresses of the map as people paste them lead to the id', () => {
  const same = [
    `https://www.google.com/maps/place/Kipriakon/@34.67,33.04,17z/data=!3m1!4b1!4m6!3m5!1s${FID}!8m2!3d34.67!4d33.04`,
    `https://www.google.de/maps/place/x/data=!4m2!3m1!1s${FID.replace(':', '%3A')}?entry=ttu`,
    `https://maps.google.co.uk/?ftid=${FID}`,
    `https://www.google.com/maps/search/?api=1&query=x&query_place_id=${PLACE_ID}`,
    `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`,
    `https://search.google.com/local/reviews?placeid=${PLACE_ID}`,
    `https://maps.google.com/?cid=${CID}`,
  ]
  for (const url of same) {
    assert.ok(isGoogleAddress(url), url)
    assert.ok([FID, PLACE_ID, CID].includes(googleIdOfAddress(url)?.value ?? ''), url)
  }
  const none = [
    'https://www.google.com/maps',
    'https://google.com.evil.test/maps?cid=1',
    'https://example.org/?cid=1',
    'x',
  ]
  for (const url of none) assert.equal(googleIdOfAddress(url), null, url)
  assert.ok(isGoogleAddress('https://maps.app.goo.gl/abc'))
  assert.ok(!isGoogleAddress('https://evilgoogle.com/maps?cid=1'))
})

test('ids are read with and without their prefix', () => {
  assert.equal(googleIdIn(`google:${PLACE_ID}`)?.scheme, 'google_place_id')
  assert.equal(googleIdIn(`google_cid:${CID}`)?.value, CID)
  assert.equal(googleIdIn(FID)?.scheme, 'google_fid')
  assert.equal(googleIdIn('osm:node/1'), null)
  assert.ok(isGoogleId(`google:${FID}`) && !isGoogleId('osm:node/1'))
})

test('a search looks at the box, also across the antimeridian', () => {
  const { center, spanM } = viewOf([179, -1, -179, 1])
  assert.deepEqual([Math.abs(center.lng), center.lat], [180, 0])
  assert.ok(spanM > 222_000 && spanM < 223_000, String(spanM))
  const question = { ...viewOf([7.4, 43.7, 7.5, 43.8]), query: 'café & bar', offset: 40, locale: LOCALE }
  const url = new URL(searchAddress(question, null))
  assert.equal(url.searchParams.get('q'), 'café & bar')
  assert.match(url.searchParams.get('pb') ?? '', /!2d7\.4500000!3d43\.7500000.*!7i20!8i40/)
  assert.match(searchPage(question), /\/maps\/search\/caf%C3%A9%20%26%20bar\/@43\.7500000,7\.4500000,1\dz/)
})

test('a newer form is filled in, with the start of the page where it has none', () => {
  const question = { ...viewOf([0, 0, 1, 1]), query: 'x', offset: 20, locale: LOCALE }
  const filled = (form: string) => new URL(searchAddress(question, form)).searchParams.get('pb')
  assert.match(filled('!1m1!1d9!2d9!3d9!7i10!99z') ?? '', /!2d0\.5000000!3d0\.5000000!7i20!8i20!99z$/)
})

test('a page announces its requests in its head, with its ampersands escaped', () => {
  const page = mapPage(
    ['/search?tbm=map&q=x&pb=!1d1!2d2!3d3!7i20', '/maps/preview/place?hl=en&pb=!1m1'],
    null,
  )
  const { search, place } = announcedRequests(page)
  assert.equal(place, '/maps/preview/place?hl=en&pb=!1m1')
  assert.equal(formOf(search ?? ''), '!1d1!2d2!3d3!7i20')
  assert.equal(formOf('/search?tbm=map&q=x'), null)
  assert.deepEqual(announcedRequests('<link '.repeat(100_000)), { search: null, place: null })
})

test('a token cannot end its field in the request for reviews', () => {
  const pb = new URL(reviewsAddress(FID, 'a!2b*', LOCALE)).searchParams.get('pb') ?? ''
  assert.ok(pb.includes('!2sa*212b*2A!5m2'))
})

test('a cursor leads back to its position and stays within the bound of the wire', () => {
  const seen = new Set(Array.from({ length: 120 }, (_, at) => markOf(`place ${at}`)))
  const cursor = writePosition({ term: 1, offset: 100, isCut: true, seen })
  assert.ok(cursor.length <= 1_024, String(cursor.length))
  assert.deepEqual(readPosition(cursor, 2), { term: 1, offset: 100, isCut: true, seen })
  const wrong = [cursor, writePosition({ ...startOf(0), offset: 120 }), 'x', '', 'W10']
  for (const text of wrong) assert.throws(() => readPosition(text, 1), { code: 'invalid_cursor' })
})
