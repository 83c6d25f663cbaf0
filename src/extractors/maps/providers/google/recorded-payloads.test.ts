import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { parsePayloads } from '#extractors/maps/parse-payloads.ts'
import { dataIn } from './payload/envelope.ts'
import { findPlaces, type PlaceArray } from './payload/find-places.ts'
import { readPlace } from './place/read-place.ts'
import { embeddedReviews, readReview, readReviewPage } from './reviews/read-reviews.ts'

const FOLDER = 'data/google-maps'
const skip = skipWithout(FOLDER)
const OPTIONS = { fetchedAt: '2026-11-23T00:00:00.000Z', language: null }

const textOf = (file: string): string => readFileSync(sharedPath(`${FOLDER}/${file}`), 'utf8')
const arraysIn = (file: string): PlaceArray[] => findPlaces(dataIn(textOf(file)))
const placesIn = (file: string): MapPlace[] =>
  arraysIn(file).flatMap((array) => readPlace(array, OPTIONS) ?? [])
const onlyOne = (file: string): MapPlace => {
  const [place, ...others] = placesIn(file)
  assert.ok(place !== undefined && others.length === 0, `${file} holds one place`)
  return place
}
const aliasOf = ({ aliases }: MapPlace, scheme: string): string | undefined =>
  aliases.find((alias) => alias.scheme === scheme)?.value

test('every value that is listed for the recorded restaurant comes out', { skip }, () => {
  const place = onlyOne('raw.json')
  assert.equal(place.name, 'Kipriakon')
  assert.deepEqual(place.categories, [{ id: 'google/restaurant', label: 'Restaurant' }])
  assert.equal(place.address.formatted, 'Old port, Limassol 3042')
  assert.equal(place.address.city, 'Limassol')
  assert.equal(place.address.postcode, '3042')
  assert.equal(place.address.countryCode, 'CY')
  assert.deepEqual(
    place.openingHours?.weekly,
    Array.from({ length: 7 }, () => [{ opensMinute: 750, closesMinute: 1320 }]),
  )
  assert.equal(place.openingHours?.timezone, 'Asia/Nicosia')
  assert.deepEqual(place.phones, [{ e164: '+35725101555', raw: '25 101555', kind: 'phone' }])
  assert.equal(`${place.plusCode?.slice(4)} ${place.address.city}`, 'M2CR+6X Limassol')
  assert.equal(place.ratingCount, 396)
  assert.equal(place.rating, 4.2)
  assert.deepEqual(place.ratingDistribution, [37, 16, 27, 60, 256])
  assert.deepEqual(place.location, { lat: 34.670595399999996, lng: 33.042456699999995 })
  assert.equal(aliasOf(place, 'google_cid'), '16519582940102929223')
  assert.equal(aliasOf(place, 'google_fid'), '0x14e732fd76f0d90d:0xe5415928d6702b47')
  assert.equal(place.source.id, 'ChIJDdnwdv0y5xQRRytw1ihZQeU')
  assert.equal(place.priceLevel, 2)
  assert.equal(place.photos.filter(({ title }) => title !== undefined).length, 10)
  assert.deepEqual(
    Object.keys(place.links).filter((name) => name.startsWith('order:')),
    ['order:foody.com.cy', 'order:wolt.com'],
  )
  assert.equal(place.attributes['owner_id'], '102769814432182832009')
  assert.equal(place.attributes['payments/pay_credit_card_types_accepted'], 'Mastercard')
  const groups = new Set(
    Object.keys(place.attributes).flatMap((key) => (key.includes('/') ? key.split('/')[0] : [])),
  )
  assert.equal(groups.size, 10)
  assert.equal(place.popularTimes?.filter((day) => day.length > 0).length, 7)
  assert.equal(place.popularTimes?.[0]?.find(({ hour }) => hour === 20)?.percent, 100)
  assert.equal(place.status, 'operational')
})

test('the recorded search answer has its twenty places, each whole', { skip }, () => {
  const places = placesIn('output.json')
  assert.equal(places.length, 20)
  for (const place of places) {
    assert.ok(place.rating !== null && place.ratingCount !== null && place.address.formatted !== null)
    assert.equal(place.provenance['rating']?.tier, 'full')
  }
})

test('the newest payload: the status slot is gone, hours stand in their newer slot', { skip }, () => {
  const place = onlyOne('place-2026-08.json')
  assert.equal(place.name, 'Restaurant Mandarin GmbH')
  assert.deepEqual(
    place.categories.map(({ id }) => id),
    ['google/chinese_restaurant', 'google/buffet_restaurant'],
  )
  assert.equal(place.address.postcode, '24963')
  assert.ok(place.rating !== null && place.rating > 0 && place.rating <= 5)
  assert.ok(place.photos.length > 5)
  assert.equal(place.status, 'operational')
  // Monday is closed, Sunday has two intervals; the recorded week begins on a Tuesday.
  assert.deepEqual(
    place.openingHours?.weekly?.map((day) => day.length),
    [0, 1, 1, 1, 1, 1, 2],
  )
  assert.equal(place.priceLevel, null)
  assert.match(String(place.attributes['price_range']), /20/)
  const [array] = arraysIn('place-2026-08.json')
  assert.equal(embeddedReviews(array ?? [], false).length, 8)
})

test('the closed place is closed, its hours reach past midnight, its website is kept', { skip }, () => {
  const place = onlyOne('place-permanently-closed.json')
  assert.equal(place.status, 'permanently_closed')
  assert.deepEqual(place.openingHours?.weekly?.[4], [{ opensMinute: 660, closesMinute: 1680 }])
  assert.equal(new URL(place.website ?? '').hostname, 'www.facebook.com')
})

test('without its highlight the closed place is closed for a time', { skip }, () => {
  const [array] = arraysIn('place-permanently-closed.json')
  const changed = (array ?? []).map((slot, index) => (index === 88 ? null : slot))
  assert.equal(readPlace(changed, OPTIONS)?.status, 'temporarily_closed')
})

test('the thin tier leaves counts unknown and has no week', { skip }, () => {
  const places = placesIn('search-thin-2026-07.txt')
  assert.deepEqual(
    places.map(({ name }) => name),
    ['Brasserie des Prés', 'Restaurant Aux Perchés'],
  )
  assert.equal(places[0]?.rating, 4.7)
  assert.equal(places[1]?.openingHours?.raw, 'Th 12:00-14:00,19:00-22:30')
  for (const place of places) {
    assert.equal(place.ratingCount, null)
    assert.equal(place.openingHours?.weekly ?? null, null)
    assert.equal(place.provenance['rating']?.tier, 'thin')
  }
})

test('a place that must not throw is read', { skip }, () => {
  const place = onlyOne('panic.json')
  assert.equal(place.name, 'Happy Island Restaurant')
  assert.equal(place.address.city, 'Paphos')
  assert.equal(place.ratingCount, 518)
})

test('recorded reviews: stars, moments, languages, the reply of the owner', { skip }, () => {
  const reviewIn = (file: string) => readReview(dataIn(textOf(file))[0], false)
  const withReply = reviewIn('review_native_with_reply.json')
  assert.equal(withReply?.id, 'Ci9DQUlRQUNvZENodHljRjlvT2xGMmRraFdhSFowWW0xWVNURTBObEptU3pWWVgxRRAB')
  assert.equal(withReply?.rating, 1)
  assert.equal(withReply?.publishedAt, new Date(1_772_186_522_193).toISOString())
  assert.equal(withReply?.language, 'de')
  assert.ok((withReply?.ownerReply?.length ?? 0) > 0)
  assert.equal(withReply?.ownerReplyAt, new Date(1_772_266_947_000).toISOString())
  assert.equal(withReply?.author, null)
  const noText = reviewIn('review_native_no_text.json')
  assert.deepEqual([noText?.rating, noText?.text], [5, null])
  assert.equal(reviewIn('review_native_no_translation.json')?.language, 'en')
})

test('a payload is kept without the people in it', { skip }, () => {
  for (const file of ['raw.json', 'panic.json', 'place-2026-08.json', 'place-permanently-closed.json']) {
    const [array] = arraysIn(file)
    const names = embeddedReviews(array ?? [], true).flatMap(({ author }) => author ?? [])
    const kept = JSON.stringify(readPlace(array ?? [], OPTIONS)?.raw)
    assert.ok(!kept.includes('/maps/contrib/'), file)
    for (const name of names) assert.ok(!kept.includes(JSON.stringify(name)), `${file} keeps a name`)
    // What is kept reads the same.
    const again = readPlace(JSON.parse(kept) as PlaceArray, OPTIONS)
    const { raw: _raw, ...place } = readPlace(array ?? [], OPTIONS) ?? { raw: null }
    const { raw: _other, ...reread } = again ?? { raw: null }
    assert.deepEqual(reread, place, file)
  }
})

test('the same place in another language is the same one', { skip }, () => {
  const [array] = arraysIn('raw.json')
  const greek = (array ?? []).map((slot, index) =>
    index === 11 ? 'Κυπριακόν' : index === 13 ? ['Εστιατόριο'] : index === 110 ? 'el' : slot,
  )
  const [one, other] = [readPlace(array ?? [], OPTIONS), readPlace(greek, OPTIONS)]
  assert.deepEqual(other?.aliases, one?.aliases)
  assert.deepEqual(
    other?.categories.map(({ id }) => id),
    one?.categories.map(({ id }) => id),
  )
  assert.deepEqual(other?.openingHours, one?.openingHours)
})

/** Reads all there is in a text; errors for callers are answers too. */
function readAll(text: string): void {
  let data: unknown[] = []
  try {
    data = dataIn(text)
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    assert.equal(error.code, 'upstream_changed')
  }
  for (const array of findPlaces(data)) {
    const place = readPlace(array, OPTIONS)
    assert.doesNotThrow(() => JSON.stringify(place))
    embeddedReviews(array, true)
  }
  for (const value of data) {
    readReview(value, true)
    readReviewPage(value, true)
  }
}

const STRANGE: readonly unknown[] = [
  null,
  [],
  {},
  '',
  'x',
  0,
  -1,
  1e300,
  true,
  [[[[]]]],
  [null],
  { length: 3 },
]

/** The value with some of its parts replaced, swapped, repeated or cut off. */
function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.004) return STRANGE[Math.floor(random() * STRANGE.length)]
  if (!Array.isArray(value)) return value
  const list: unknown[] = value.map((entry) => mutated(entry, random))
  const at = Math.floor(random() * list.length)
  if (random() < 0.01) list.splice(at, 1 + Math.floor(random() * 3))
  if (random() < 0.01) list.reverse()
  if (random() < 0.01) list.splice(at, 0, list[0], list[0])
  return list
}

test('nothing throws: payloads cut, nulled, shuffled, deep and wide', { skip }, () => {
  const random = seededRandom('payloads')
  for (const file of readdirSync(sharedPath(FOLDER)).filter((name) => !name.endsWith('.md'))) {
    const text = textOf(file)
    for (let cut = 1; cut <= 6; cut += 1) readAll(text.slice(0, Math.floor(random() * text.length)))
    const [data] = dataIn(text)
    for (let round = 0; round < 12; round += 1) readAll(JSON.stringify(mutated(data, random)))
  }
  readAll('['.repeat(100_000))
  readAll(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`)
  readAll(JSON.stringify(Array.from({ length: 300_000 }, () => [])))
  readAll(`{"d":"${'['.repeat(1_000)}"}`)
})

test('what is kept of a place reads again as the same place', { skip }, () => {
  const files = readdirSync(sharedPath(FOLDER)).filter((name) => name.endsWith('.json'))
  const places = files.flatMap(placesIn)
  assert.ok(places.length > 20, `${places.length} places`)
  const payloads = places.map(({ raw }) => ({ raw, fetchedAt: OPTIONS.fetchedAt }))
  for (let from = 0; from < places.length; from += 100) {
    const part = parsePayloads({ provider: 'google', payloads: payloads.slice(from, from + 100) }).places
    assert.deepEqual(part, places.slice(from, from + 100))
  }
})
