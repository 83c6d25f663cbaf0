// Which keys and how much nesting a target may use, on the whole way from a request to its stored result.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapsSearchOutput } from '#contract/places/maps.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import maps from '#extractors/maps/index.ts'
import swagger from '#extractors/swagger/index.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { startOverpassServer } from '#test/support/maps/overpass-server.ts'

type Answer<Data> = Omit<ExtractionAnswer, 'data'> & { readonly data: Data } & Problem

const warned = ({ warnings }: { readonly warnings: ExtractionAnswer['warnings'] }) =>
  warnings.filter(({ code }) => code === 'forbidden_key' || code === 'too_deep').map(({ code }) => code)

test('an API description with the key __proto__ and deep nesting is an answer with warnings', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: [swagger] })
  await startCrawlWorker(t, crawl, [swagger])
  const deep = `${'{"type":"object","properties":{"a":'.repeat(70)}{}${'}}'.repeat(70)}`
  const text = `{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{"/a":{"get":{"operationId":"a",
    "__proto__":{"x":1},"responses":{"200":{"description":"A"}}}}},
    "components":{"schemas":{"__proto__":{"type":"string"},"Deep":${deep}}}}`
  const { origin } = await startServer(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  const { status, json } = await crawl.call<Answer<{ specs: { operations: unknown[] }[] }>>(
    'POST',
    '/api/v1/swagger/extract',
    { body: { url: `${origin}/openapi.json`, output: 'both' } },
  )
  assert.equal(status, 200, JSON.stringify(json))
  assert.equal(json.data.specs[0]?.operations.length, 1)
  assert.deepEqual(warned(json), ['forbidden_key', 'too_deep'])
  assert.doesNotMatch(JSON.stringify(json.data), /"__proto__"/)
})

test('a place with the tag __proto__, or with tags that are no text, costs its own tags and no neighbour', async (t) => {
  const server = await startOverpassServer(t, {
    respond: () => ({
      status: 200,
      contentType: 'application/json',
      body: `{"osm3s":{"timestamp_osm_base":"2026-01-01T00:00:00Z"},"elements":[
        {"type":"node","id":1,"lat":1,"lon":1,"tags":{"amenity":"cafe","name":"Good"}},
        {"type":"node","id":2,"lat":1,"lon":1,"tags":{"amenity":"cafe","name":"Hostile","__proto__":"x"}},
        {"type":"node","id":3,"lat":1,"lon":1,"tags":{"amenity":"cafe","name":"Odd","phone":{"a":[1]},"opening_hours":7}},
        {"type":"node","id":4,"lat":95,"lon":1,"tags":{"amenity":"cafe","name":"Off the globe","opening_hours":"24/7"}}]}`,
    }),
  })
  const crawl = await startTestCrawl(t, { extractors: [maps] })
  await startCrawlWorker(t, crawl, [maps], { settings: { overpassUrl: server.url } })
  const { status, json } = await crawl.call<Answer<MapsSearchOutput>>('POST', '/api/v1/maps/search', {
    body: { query: 'cafe', location: { lat: 1, lng: 1, radiusM: 500 }, provider: 'overpass' },
  })
  assert.equal(status, 200, JSON.stringify(json))
  const names = json.data.places.map(({ name }) => name)
  assert.deepEqual(names.toSorted(), ['Good', 'Hostile', 'Odd'])
  assert.deepEqual(warned(json), ['forbidden_key'])
  const odd = json.data.places.find(({ name }) => name === 'Odd')
  assert.deepEqual([odd?.phones, odd?.openingHours], [[], null])
})
