// Whether a place is open on a public holiday, by what its hours say of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import { parseOpeningHours } from '#parsing/hours/parse-opening-hours.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

const BERLIN = { lat: 52.52, lng: 13.4 }
const STATES = ['open', 'closed', 'unknown'] as const

function withHours(id: number, name: string, raw: string, countryCode: string | null = 'DE'): MapPlace {
  const { address } = madePlace('x', BERLIN)
  const openingHours = { raw, timezone: 'Europe/Berlin', ...parseOpeningHours(raw) }
  return madePlace(`node/${id}`, BERLIN, { name, openingHours, address: { ...address, countryCode } })
}

test('on a public holiday the hours of holidays count, and where nobody knows them the state is unknown', async (t) => {
  const places = await startTestPlaces(t)
  await storePlaces(places.db, [
    [
      withHours(1, 'off', 'Mo-Su 10:00-18:00; PH off'),
      withHours(2, 'every day', 'Mo-Su 10:00-18:00'),
      withHours(3, 'other', 'Mo-Su 10:00-18:00; PH 12:00-14:00'),
      withHours(4, 'no country', 'Mo-Su 10:00-18:00; PH off', null),
      withHours(5, 'night', 'Mo-Su 20:00-03:00; PH off'),
      withHours(6, 'weekend', 'Sa-Su 10:00-18:00; PH off'),
      withHours(7, 'shut', 'Sa-Su 10:00-18:00; PH 10:00-18:00'),
    ],
  ])
  const states = async (openAt: string) => {
    const found: Record<string, string[]> = {}
    for (const state of STATES) {
      const { status, body } = await places.get(`/api/places?openAt=${openAt}&openState=${state}&sort=name`)
      assert.equal(status, 200, JSON.stringify(body))
      found[state] = (body.items as MapPlace[]).map(({ name }) => name ?? '')
    }
    assert.equal(Object.values(found).flat().length, 7, 'each place is in one state')
    return found
  }
  const plain = ['every day', 'no country', 'off', 'other']
  // A Thursday that is none; of a place without a country nobody knows it.
  assert.deepEqual(await states('2026-04-30T10:00:00Z'), {
    open: plain.filter((name) => name !== 'no country'),
    closed: ['night', 'shut', 'weekend'],
    unknown: ['no country'],
  })
  // The first of May, a Friday.
  assert.deepEqual(await states('2026-05-01T10:00:00Z'), {
    open: ['every day'],
    closed: ['night', 'off', 'weekend'],
    unknown: ['no country', 'other', 'shut'],
  })
  // Corpus Christi, a Thursday: in a part of Germany.
  assert.deepEqual(await states('2026-06-04T10:00:00Z'), {
    open: ['every day'],
    closed: ['night', 'weekend'],
    unknown: ['no country', 'off', 'other', 'shut'],
  })
  // At half past one the evening before counts, which is the holiday or not.
  const nights = await Promise.all(
    ['2026-05-01T23:30:00Z', '2026-04-30T23:30:00Z', '2026-05-02T23:30:00Z'].map(states),
  )
  assert.deepEqual(
    nights.map((found) => STATES.find((state) => found[state]?.includes('night'))),
    ['unknown', 'unknown', 'open'],
  )
  // Behind the years whose holidays are known.
  assert.deepEqual(await states('2099-05-07T10:00:00Z'), {
    open: ['every day'],
    closed: ['night', 'weekend'],
    unknown: ['no country', 'off', 'other', 'shut'],
  })
})
