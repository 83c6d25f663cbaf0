// The proposals for real places beside altered copies of them must stay as good as they are (docs/identity.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/support/database/database.ts'
import { alteredPlaces } from '#test/support/places/altered-places.ts'
import { comparePairs, pagesOf, readNamedPlaces, storeBoth } from '#test/support/places/merge-quality.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { proposedPairs, readTwoMaps, TOWNS } from '#test/support/places/two-maps/read-two-maps.ts'
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

/** Precision and recall, as docs/identity.md has them; a town is one place more or less. */
const TWO_MAPS: Readonly<Record<(typeof TOWNS)[number], readonly [precision: number, recall: number]>> = {
  brazil: [0.84, 0.57],
  france: [0.94, 0.73],
  germany: [0.92, 0.74],
  japan: [0.95, 0.78],
  poland: [0.97, 0.85],
  turkey: [0.94, 0.83],
  uk: [0.97, 0.83],
  usa: [0.94, 0.9],
}

for (const town of TOWNS) {
  test(`two maps of one town, made up in ${town}`, async (t) => {
    const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'places'])
    const { osm, overture, same, may } = await readTwoMaps(town)
    for (const places of [osm, overture]) await storePlaces(db, pagesOf(places))
    await findMerges({ db, timezones: knownTimezones(db) }, { of: 'all' }, { signal: t.signal })
    const proposed = await proposedPairs(db)
    const right = proposed.filter((pair) => same.has(pair))
    const wrong = proposed.filter((pair) => !same.has(pair) && !may.has(pair))
    const [precision, recall] = [right.length / (right.length + wrong.length), right.length / same.size]
    const [minPrecision, minRecall] = TWO_MAPS[town]
    assert.ok(precision >= minPrecision, `precision ${precision}: ${wrong.join(', ')}`)
    assert.ok(recall >= minRecall, `recall ${recall}`)
    t.diagnostic(`${town}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  })
}
