import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database/database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import type { ExportedPlace } from './export-columns.ts'
import { createSessionReader, type ReadSession } from './read-session.ts'

const MODULES = ['jobs', 'keys', 'webhooks', 'places'] as const
const PLACES = 450
/** So many that each holds fewer places than a single one. */
const READERS = 50

test('the more readers there are, the less each holds, and each gets every place once', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const places = Array.from({ length: PLACES }, (_, n) =>
    madePlace(`node/${n + 1}`, { lat: 47, lng: n / 1e4 }),
  )
  const { session } = await storePlaces(db, [places])
  const reader = createSessionReader(db)
  const read = () => reader({ sessionId: session, attribution: [], withProvenance: false })
  assert.deepEqual(await batchSizes(read()), [200, 200, 50])

  const readers = Array.from({ length: READERS }, () => read())
  // Each has its first batch, and nobody asks for the second one.
  const firsts = await Promise.all(readers.map(firstBatch))
  const held = firsts.slice(-10).map((batch) => batch.length)
  assert.ok(
    held.every((size) => size * READERS <= 2_000),
    held.join(),
  )
  for (const [index, reader] of readers.entries()) {
    const ids = (firsts[index] ?? []).map(({ id }) => id)
    for await (const batch of reader) ids.push(...batch.map(({ id }) => id))
    assert.equal(ids.length, PLACES)
    assert.deepEqual(ids, [...new Set(ids)].toSorted())
  }
  // Those that ended do not count any more, nor one that went away.
  const gone = read()
  await gone.next()
  await gone.return(undefined)
  assert.deepEqual(await batchSizes(read()), [200, 200, 50])
})

async function firstBatch(batches: ReturnType<ReadSession>): Promise<readonly ExportedPlace[]> {
  const { value, done } = await batches.next()
  return done === true ? [] : value
}

async function batchSizes(batches: ReturnType<ReadSession>): Promise<number[]> {
  const sizes: number[] = []
  for await (const batch of batches) sizes.push(batch.length)
  return sizes
}
