// What the command says behind a search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Search } from '#contract/places/search.ts'
import type { PlacesClient } from './places-client.ts'
import { runSearch } from './run-search.ts'

const OSM = {
  provider: 'osm-file',
  text: '© OpenStreetMap contributors',
  license: 'ODbL 1.0',
  url: 'https://o',
}
const ENDED = {
  id: 'sea_1',
  status: 'succeeded',
  counts: { kept: 3, new: 0 },
  complete: true,
  reasons: [],
  warnings: [],
  understood: null,
  error: null,
  attribution: [
    { ...OSM, file: 'one.osm.pbf' },
    { ...OSM, file: 'two.osm.pbf' },
    { ...OSM, text: 'Another city', file: 'three.osm.pbf' },
  ],
} as unknown as Search

test('a source is named once, however many of its files reach into the area', async () => {
  const said: string[] = []
  const places = { createSearch: async () => ENDED, getSearch: async () => ENDED } as unknown as PlacesClient
  const code = await runSearch({
    places,
    request: { query: 'cafes' },
    bar: { update: () => undefined, end: () => undefined },
    say: (text) => said.push(text),
    deliver: async () => undefined,
    signal: new AbortController().signal,
  })
  assert.equal(code, 0)
  assert.deepEqual(said, [
    'data: © OpenStreetMap contributors, ODbL 1.0 (https://o)',
    'data: Another city, ODbL 1.0 (https://o)',
  ])
})
