// The proposals for real places beside altered copies of them must stay as good as they are (docs/identity.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database/database.ts'
import { alteredPlaces } from '#test/support/places/altered-places.ts'
import { comparePairs, readNamedPlaces, storeBoth } from '#test/support/places/merge-quality.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { knownTimezones } from '#places/identity/known-timezones.ts'
import { findMerges } from './find-merges.ts'

const FILE = 'data/osm/planetiler-monaco-latest.osm.pbf'
/** Enough to tell; the benchmark takes all of them. */
const SIZE = 320
const MIN_PRECISION = 0.96
const MIN_RECALL = 0.94

test('an extract beside itself, altered, is recognised', { skip: skipWithout(FILE) }, async (t) => {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
  const places = (await readNamedPlaces(sharedPath(FILE))).slice(0, SIZE)
  const altered = alteredPlaces(places, 'test', 'overpass')
  await storeBoth(db, places, altered)
  const { signal } = new AbortController()
  const found = await findMerges({ db, timezones: knownTimezones(db) }, { of: 'all' }, { signal })
  assert.equal(found.compared, 2 * places.length)
  const { precision, recall } = await comparePairs(db, altered)
  assert.ok(precision >= MIN_PRECISION, `precision ${precision}`)
  assert.ok(recall >= MIN_RECALL, `recall ${recall}`)
})
