// The pages of one answer, each asked of another worker.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { ExtractSharedCache } from '#extract/context.ts'
import type { OsmElement } from '#extractors/maps/osm/osm-element.ts'
import { startOverpassServer, type OverpassServerOptions } from '#test/support/maps/overpass-server.ts'
import { replayContext, replayHost } from '#test/support/maps/replay-host.ts'
import { createOverpassProvider } from './overpass-provider.ts'

const PLACES = 1_000
const INPUT: MapsSearchInput = { query: '*', location: { bbox: [9, 9, 11, 11] }, limit: 250 }
const elements = Array.from({ length: PLACES }, (_, i): OsmElement => ({
  type: 'node',
  id: i + 1,
  lat: 10,
  lon: 10 + i / 1e4,
  tags: { amenity: 'cafe', name: `Café ${i}` },
}))

function memoryCache(): ExtractSharedCache & { readonly kept: Map<string, Uint8Array>; puts: number } {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    puts: 0,
    get: async (name) => kept.get(name) ?? null,
    async put(name, { bytes }) {
      this.puts += 1
      kept.set(name, bytes)
    },
    async forget(name) {
      kept.delete(name)
    },
  }
}

async function start(t: TestContext, options: OverpassServerOptions) {
  const server = await startOverpassServer(t, { elements, ...options })
  const cache = memoryCache()
  const host = replayHost(t, { overpassUrl: server.url }, { sharedCache: cache })
  const workers = [1, 2, 3, 4].map(() => createOverpassProvider(host))
  /** Page by page, of one worker after the other. */
  const search = async (): Promise<MapsSearchOutput[]> => {
    const pages: MapsSearchOutput[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const worker = workers[pages.length % workers.length]
      assert.ok(worker)
      const input = cursor === undefined ? INPUT : { ...INPUT, cursor }
      const { data } = await worker.search(input, replayContext(host))
      pages.push(data)
      cursor = data.nextCursor
    }
    return pages
  }
  return { server, cache, search }
}

test('four pages of four workers are one query, and every place is there once', async (t) => {
  const { server, cache, search } = await start(t, {})
  const pages = await search()
  const ids = pages.flatMap(({ places }) => places.map(({ source }) => source.id))
  assert.deepEqual([pages.length, ids.length, new Set(ids).size], [4, PLACES, PLACES])
  assert.equal(pages.at(-1)?.exhausted, true)
  assert.equal(server.queries.length, 1)
  assert.equal(cache.puts, 1)
  assert.equal(cache.kept.size, 0, 'after the last page nobody needs it')
})

test('the pages of an answer that was cut are pages of that answer, and none is complete', async (t) => {
  const { server, search } = await start(t, { maxElements: 600 })
  const pages = await search()
  assert.equal(server.queries.length, 1)
  assert.equal(pages.flatMap(({ places }) => places).length, 600)
  assert.ok(pages.every(({ exhausted, partialReason }) => !exhausted && partialReason !== null))
})

test('an answer that is no longer kept is asked for again', async (t) => {
  const { server, cache, search } = await start(t, {})
  cache.get = async () => null
  const pages = await search()
  assert.equal(pages.flatMap(({ places }) => places).length, PLACES)
  assert.equal(server.queries.length, 4)
})
