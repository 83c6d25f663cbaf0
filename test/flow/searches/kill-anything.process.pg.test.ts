// kill -9 of each process in the middle of a search: after its restart the search ends, nothing lost, nothing twice.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createSearch, placeIds, searchEnd } from '#test/support/places/places-client.ts'
import type { Part } from '#test/support/programs/product-part.ts'
import { createProduct, type Product } from '#test/support/programs/product.ts'
import type { Program } from '#test/support/programs/program.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'

const LIECHTENSTEIN = 'data/osm/nominatim-apidb-liechtenstein.osm.pbf'
const PLACES = 1_040
/** From before the plan to the last page; a search takes some hundred milliseconds. */
const KILL_AFTER_MS = [0, 60, 200, 400]

/** Crawl first: a worker is ready only when it has found it. */
const PARTS: readonly Part[] = ['crawl', 'worker', 'places']

test('kill -9', { skip: skipWithout(LIECHTENSTEIN) }, async (t) => {
  const product = await createProduct(t, { SURVEYOR_OSM_FILE: sharedPath(LIECHTENSTEIN) })
  const running = new Map<Part, Program>()
  for (const part of PARTS) running.set(part, await product.start(part))
  await searchEnd(product.placesUrl, (await createSearch(product.placesUrl, { query: '*' }, 'warm-up')).id)
  for (const part of PARTS)
    await t.test(`of ${part}`, async (t) => killAndSearch(t, { product, running, part }))
})

interface Killing {
  readonly product: Product
  readonly running: Map<Part, Program>
  readonly part: Part
}

async function killAndSearch(t: TestContext, { product, running, part }: Killing): Promise<void> {
  let inTheMiddle = 0
  for (const ms of KILL_AFTER_MS) {
    const { id } = await createSearch(product.placesUrl, { query: '*' }, `kill-${part}-${ms}`)
    await delay(ms)
    const victim = running.get(part)
    assert.ok(victim)
    await product.kill(part, victim)
    if (await isUnfinished(product.databaseUrl, id)) inTheMiddle += 1
    running.set(part, await product.start(part))
    const search = await searchEnd(product.placesUrl, id)
    assert.deepEqual(
      {
        status: search.status,
        complete: search.complete,
        reasons: search.reasons,
        kept: search.counts.kept,
        new: search.counts.new,
      },
      { status: 'succeeded', complete: true, reasons: [], kept: PLACES, new: 0 },
      `killed after ${ms} ms`,
    )
    const ids = await placeIds(product.placesUrl, `sessionId=${search.sessionId}`)
    assert.equal(ids.length, PLACES)
    assert.equal(new Set(ids).size, PLACES)
  }
  assert.equal((await placeIds(product.placesUrl, '')).length, PLACES)
  // Otherwise this test has seen nothing.
  assert.ok(inTheMiddle >= 2, `only ${inTheMiddle} of ${KILL_AFTER_MS.length} kills met a running search`)
  t.diagnostic(`${inTheMiddle} of ${KILL_AFTER_MS.length} kills met a running search`)
}

async function isUnfinished(databaseUrl: string, searchId: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ status: string }>(
      'select status from places.searches where id = $1',
      [searchId.slice('sea_'.length)],
    )
    return rows[0]?.status === 'queued' || rows[0]?.status === 'running'
  } finally {
    await client.end()
  }
}
