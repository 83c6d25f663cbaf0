// A search over the whole product on a replayed Overpass that runs out of time, answers 504, and is in use while we die. The lab
// `searches-kills` kills by the dozen.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { boxClauses } from '#extractors/maps/providers/overpass/query/area-clauses.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import { createSearch, placeIds, searchEnd } from '#test/support/places/places-client.ts'
import type { Part } from '#test/support/programs/product-part.ts'
import { createProduct, type Product } from '#test/support/programs/product.ts'
import type { Program } from '#test/support/programs/program.ts'
import { startNominatim } from '#test/support/maps/nominatim-server.ts'
import { startOverpassServer, type OverpassServer } from '#test/support/maps/overpass-server.ts'
import { CITY_AREA, generatedCity, sequence } from '#test/support/maps/generated-city.ts'

const CITY = generatedCity()
/** Crawl first: a worker is ready only when it has found it. */
const PARTS: readonly Part[] = ['crawl', 'worker', 'places']
/** The default of places: the requests that a dying worker may have made without submitting the results. */
const CELLS_AT_ONCE = 8

interface Started {
  readonly product: Product
  readonly overpass: OverpassServer
  readonly running: Map<Part, Program>
}

async function start(t: TestContext): Promise<Started> {
  const overpass = await startOverpassServer(t, { elements: CITY })
  const nominatim = await startNominatim(t, { city: CITY_AREA })
  const product = await createProduct(t, {
    SURVEYOR_MAP_PROVIDER: 'overpass',
    SURVEYOR_OVERPASS_URL: overpass.url,
    SURVEYOR_NOMINATIM_URL: nominatim.origin,
  })
  const running = new Map<Part, Program>()
  for (const part of PARTS) running.set(part, await product.start(part))
  return { product, overpass, running }
}

test('the whole product on an Overpass server', async (t) => {
  const started = await start(t)
  await t.test(
    'kill -9 of each process: nothing is lost, nothing is there twice, and no finished cell is asked for again',
    async (t) => killEach(t, started),
  )
  await t.test(
    'a server that runs out of time above 60 places: split until everything fits, complete',
    async () => splitUntilAllFits(started),
  )
})

async function killEach(t: TestContext, { product, overpass, running }: Started): Promise<void> {
  overpass.set({ maxElements: 12, queryMs: 300, rateLimit: 0 })
  const { placesUrl } = product
  const { id } = await createSearch(placesUrl, { query: '*', location: 'City' }, 'killed')
  const random = sequence(7)
  let inTheMiddle = 0
  /** The clause of each finished cell, and how many queries had come when it was seen to be finished. */
  const finished = new Map<string, number>()
  for (const part of PARTS) {
    // However slowly a part starts: it goes on before it is hit again.
    await anotherQuery(overpass, async () => isRunning(placesUrl, id))
    await delay(Math.round(random() * 500))
    // However slow the machine is: the last part is hit when a cell has finished.
    while (part === PARTS.at(-1) && (await finishedCells(product.databaseUrl, id)).length === 0)
      await delay(50)
    const victim = running.get(part)
    assert.ok(victim)
    await product.kill(part, victim)
    for (const clause of await finishedCells(product.databaseUrl, id)) {
      if (!finished.has(clause)) finished.set(clause, overpass.queries.length)
    }
    running.set(part, await product.start(part))
    if (await isRunning(placesUrl, id)) inTheMiddle += 1
  }
  const search = await searchEnd(placesUrl, id)
  assert.deepEqual([search.status, search.complete, search.reasons], ['succeeded', true, []])
  assert.deepEqual([search.counts.kept, search.counts.new], [CITY.length, CITY.length])
  for (const which of [`sessionId=${search.sessionId}`, '']) {
    const ids = await placeIds(placesUrl, which)
    assert.deepEqual([ids.length, new Set(ids).size], [CITY.length, CITY.length])
  }
  for (const [clause, before] of finished) {
    const later = overpass.queries.slice(before).filter((query) => query.includes(clause))
    assert.deepEqual(later, [], 'a cell that was finished was asked for again')
  }
  const again = overpass.queries.length - new Set(overpass.queries).size
  t.diagnostic(
    `${inTheMiddle} kills in the middle, ${finished.size} cells finished at one, ${overpass.queries.length} queries, ${again} of them again`,
  )
  assert.ok(again <= CELLS_AT_ONCE, `${again} queries were asked again`)
  // Otherwise this test has seen nothing.
  assert.equal(inTheMiddle, PARTS.length)
  assert.ok(finished.size > 0)
}

async function splitUntilAllFits({ product, overpass }: Started): Promise<void> {
  overpass.set({ maxElements: 60, queryMs: 0 })
  const asked = overpass.queries.length
  const { placesUrl } = product

  const { id } = await createSearch(placesUrl, { query: '*', location: 'City' }, 'split')
  const search = await searchEnd(placesUrl, id)
  assert.deepEqual(
    [search.status, search.complete, search.reasons, search.provider, search.area?.source],
    ['succeeded', true, [], 'overpass', 'osm:relation/4711'],
  )
  assert.equal(search.counts.kept, CITY.length)
  assert.ok(search.counts.cellsSplit > 0)
  assert.equal(search.attribution[0]?.license, 'ODbL 1.0')
  assert.equal((await placeIds(placesUrl, `sessionId=${search.sessionId}`)).length, CITY.length)
  const queries = overpass.queries.slice(asked)
  assert.ok(queries.length > 0)
  assert.equal(new Set(queries).size, queries.length, 'a query was asked twice')

  const short = await createSearch(
    placesUrl,
    { query: 'restaurants', location: 'City', budget: { maxRequests: 3 } },
    'short',
  )
  const cut = await searchEnd(placesUrl, short.id)
  assert.deepEqual([cut.status, cut.complete], ['partially_succeeded', false])
  assert.deepEqual(
    cut.reasons.map(({ code }) => code),
    ['budget_requests'],
  )

  const unknown = await createSearch(placesUrl, { query: '*', location: 'Nowhere' }, 'unknown')
  const failed = await searchEnd(placesUrl, unknown.id)
  assert.deepEqual([failed.status, failed.complete, failed.error?.code], ['failed', false, 'unknown_area'])
}

async function isRunning(placesUrl: string, id: string): Promise<boolean> {
  const { status } = (await (await fetch(`${placesUrl}/api/search/${id}`)).json()) as { status: string }
  return status === 'queued' || status === 'running'
}

/** Resolves when the server was asked once more, or the search has ended. */
async function anotherQuery(overpass: OverpassServer, goesOn: () => Promise<boolean>): Promise<void> {
  const before = overpass.queries.length
  while (overpass.queries.length === before && (await goesOn())) await delay(50)
}

/** The cells whose answer is stored, as they stand in a query. */
async function finishedCells(databaseUrl: string, searchId: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ bbox: Bbox }>(
      "select bbox from places.cells where search_id = $1 and state <> 'open'",
      [searchId.slice('sea_'.length)],
    )
    return rows.flatMap(({ bbox }) => boxClauses(bbox))
  } finally {
    await client.end()
  }
}
