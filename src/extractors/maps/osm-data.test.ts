// The maps extractor on real OpenStreetMap extracts: known counts, and the answers of a real Overpass server beside ours.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { MapsSearchOutput } from '#contract/places/maps.ts'
import type { MapsSearchInput } from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { openExtract } from '#test/support/maps/real-extracts.ts'

const MONACO = 'data/osm/planetiler-monaco-latest.osm.pbf'
const LIECHTENSTEIN = 'data/osm/nominatim-apidb-liechtenstein.osm.pbf'
const HARRISBURG = 'data/osm/valhalla-harrisburg.osm.pbf'
const OFFLINE = extractContext()

type Search = (input: MapsSearchInput) => Promise<ReadonlyMap<string, MapPlace>>

/** All pages of a search, by the id of OpenStreetMap; no place may come twice. */
async function searchIn(file: string): Promise<Search> {
  const extractor = await openExtract(file)
  return async (input) => {
    const places = new Map<string, MapPlace>()
    let cursor: string | null = null
    do {
      const request: MapsSearchInput = { limit: 500, ...input, ...(cursor === null ? {} : { cursor }) }
      const output: ExtractorOutput | undefined = await extractor.operations['search']?.(request, OFFLINE)
      assert.deepEqual(inputProblems(MapsSearchOutput, output?.data), [])
      const page = output?.data as MapsSearchOutput
      for (const place of page.places) {
        assert.ok(!places.has(place.source.id), `${place.source.id} came twice`)
        places.set(place.source.id, place)
      }
      cursor = page.nextCursor
    } while (cursor !== null)
    return places
  }
}

interface Facts {
  readonly places: number
  readonly website: number
  readonly phones: number
  readonly validPhone: number
  readonly emails: number
  readonly openingHours: number
  readonly weekly: number
}

function factsOf(places: ReadonlyMap<string, MapPlace>): Facts {
  const list = [...places.values()]
  const count = (is: (place: MapPlace) => boolean) => list.filter(is).length
  return {
    places: list.length,
    website: count(({ website }) => website !== null),
    phones: count(({ phones }) => phones.some(({ kind }) => kind !== 'fax')),
    validPhone: count(({ phone }) => phone !== null),
    emails: count(({ emails }) => emails.length > 0),
    openingHours: count(({ openingHours }) => openingHours !== null),
    weekly: count(({ openingHours }) => (openingHours?.weekly ?? null) !== null),
  }
}

// places, website, phones, emails and openingHours as osmium counts them (MANIFEST.md beside the data). The texts that
// are no weekly schedule were read one by one: seasons, dates, conditions, contradictions and broken texts.
describe('known counts', () => {
  const cases: readonly (readonly [file: string, Facts])[] = [
    [
      MONACO,
      { places: 589, website: 129, phones: 137, validPhone: 135, emails: 40, openingHours: 109, weekly: 98 },
    ],
    [
      LIECHTENSTEIN,
      {
        places: 1040,
        website: 108,
        phones: 114,
        validPhone: 113,
        emails: 33,
        openingHours: 119,
        weekly: 116,
      },
    ],
    [
      HARRISBURG,
      { places: 221, website: 16, phones: 11, validPhone: 11, emails: 0, openingHours: 2, weekly: 1 },
    ],
  ]
  for (const [file, facts] of cases) {
    test(file, { skip: skipWithout(file) }, async () => {
      const search = await searchIn(file)
      assert.deepEqual(factsOf(await search({ query: '*' })), facts)
      assert.equal((await search({ query: '*', limit: 7 })).size, facts.places)
    })
  }
})

interface Recorded {
  readonly tags?: Readonly<Record<string, string>>
}

/** Named elements of a recorded answer. */
async function recorded(path: string): Promise<Set<string>> {
  const { body } = JSON.parse(await readFile(sharedPath(path), 'utf8')) as { body: string | object }
  const answer = (typeof body === 'string' ? JSON.parse(body) : body) as {
    elements: (Recorded & { type: string; id: number })[]
  }
  return new Set(
    answer.elements.filter(({ tags }) => tags?.['name'] !== undefined).map(({ type, id }) => `${type}/${id}`),
  )
}

describe('what a real Overpass server answers on the same data', () => {
  const around = (radiusM: number) => ({ lat: 43.7384, lng: 7.4246, radiusM })
  const cases: readonly (readonly [answer: string, file: string, input: MapsSearchInput])[] = [
    ['monaco-2021/union-many-keys', MONACO, { query: '*' }],
    ['monaco-2021/cafe-around-500', MONACO, { query: 'cafes', location: around(500) }],
    ['monaco-2021/hotel-around-1000', MONACO, { query: 'hotel', location: around(1_000) }],
    ['liechtenstein-2021/cafe-area', LIECHTENSTEIN, { query: 'cafes in Liechtenstein' }],
    [
      'liechtenstein-2021/restaurants-area-named',
      LIECHTENSTEIN,
      { query: 'restaurants', location: 'Liechtenstein' },
    ],
    [
      'liechtenstein-2021/pharmacy-bbox',
      LIECHTENSTEIN,
      { query: 'Apotheke', location: { bbox: [9.4, 47.0, 9.7, 47.3] } },
    ],
    [
      'liechtenstein-2021/hotels-around-1500',
      LIECHTENSTEIN,
      {
        query: '*',
        categories: ['tourism/hotel', 'tourism/hostel', 'tourism/guest_house'],
        location: { lat: 47.141, lng: 9.5209, radiusM: 1_500 },
      },
    ],
  ]
  for (const [answer, file, input] of cases) {
    const path = `data/overpass/${answer}.json`
    test(answer, { skip: skipWithout(path) || skipWithout(file) }, async () => {
      const expected = await recorded(path)
      assert.ok(expected.size > 0)
      assert.deepEqual(new Set((await (await searchIn(file))(input)).keys()), expected)
    })
  }

  const path = 'data/overpass/liechtenstein-2021/all-places-area.json'
  test(
    'liechtenstein-2021/all-places-area',
    { skip: skipWithout(path) || skipWithout(LIECHTENSTEIN) },
    async () => {
      const expected = await recorded(path)
      const found = await (await searchIn(LIECHTENSTEIN))({ query: '*', location: 'Liechtenstein' })
      // Overpass counts an outline that only reaches into the area; here the point of a place decides. These two cross
      // the border, and most of them is beyond it.
      assert.deepEqual(
        [...expected].filter((id) => !found.has(id)),
        ['way/189749234', 'way/437733971'],
      )
      assert.deepEqual(
        [...found.keys()].filter((id) => !expected.has(id)),
        [],
      )
    },
  )
})

describe('areas by name', () => {
  test('Monaco, whose border the extract lacks a piece of', { skip: skipWithout(MONACO) }, async () => {
    const search = await searchIn(MONACO)
    const found = await search({ query: '*', location: 'Monaco' })
    const all = await search({ query: '*' })
    const outside = [...all.values()].filter(({ source }) => !found.has(source.id))
    assert.equal(found.size, 582)
    assert.deepEqual(
      outside.map(({ address }) => address.countryCode),
      Array.from({ length: 7 }, () => 'FR'),
    )
    assert.equal((await search({ query: '*', location: 'Larvotto' })).size, 41)
    assert.equal((await search({ query: '*', location: 'Monte Carlo' })).size, 163)
    assert.equal((await search({ query: '*', location: '98000 Monaco' })).size, 582)
    for (const location of ['France', 'Beausoleil', 'Berlin', 'Monaco, Italy']) {
      await assert.rejects(search({ query: '*', location }), { code: 'unknown_area' }, location)
    }
  })

  // Questions of Nominatim's own tests on this extract (data/geocoder).
  test('Liechtenstein', { skip: skipWithout(LIECHTENSTEIN) }, async () => {
    const search = await searchIn(LIECHTENSTEIN)
    const names = async (input: MapsSearchInput) =>
      [...(await search(input)).values()].map(({ name }) => name)
    assert.deepEqual(await names({ query: 'Kloster St. Elisabeth' }), ['Kloster St. Elisabeth'])
    assert.deepEqual(await names({ query: 'aussenstelle universitat lichtenstein wachterhaus' }), [
      'Aussenstelle der Universität Liechtenstein - Wachterhaus',
    ])
    for (const query of ['xywxkrf', 'gh; foo()', '234.23.14.5', '.', '東京都'])
      assert.deepEqual(await names({ query }), [], query)
    await assert.rejects(search({ query: 'hotels in sdfewf' }), { code: 'unknown_area' })
    const triesen = [...(await search({ query: 'restaurant in triesen' })).values()]
    assert.equal(triesen.length, 9)
    const bars = await search({ query: 'bar', location: { bbox: [9.49712, 47.16242, 9.52605, 47.17122] } })
    for (const { location } of bars.values()) {
      assert.ok(
        location.lng >= 9.49712 &&
          location.lng <= 9.52605 &&
          location.lat >= 47.16242 &&
          location.lat <= 47.17122,
      )
    }
    assert.equal((await search({ query: '*', location: 'Vaduz' })).size, 193)
    assert.equal((await search({ query: '*', location: 'Autauga County, USA' })).size > 100, true)
  })
})
