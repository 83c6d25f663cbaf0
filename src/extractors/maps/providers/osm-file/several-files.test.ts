// Extracts that meet: one index of them, each place once, areas across their border whole.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { makePbf, type PbfData } from '#test/support/maps/make-pbf.ts'
import { failureOf, namesOf, openTestTown, type TestTown } from '#test/support/maps/open-test-town.ts'

const corner = (id: number, lat: number, lng: number) => ({ id, lat, lng })
const cafe = (id: number, lng: number, name: string) => ({
  id,
  lat: 10.5,
  lng,
  tags: { amenity: 'cafe', name },
})
/** The town reaches from 10 to 12; each extract holds the nodes of its own half and both know the rest by its id. */
const TOWN: Pick<PbfData, 'relations'> = {
  relations: [
    {
      id: 1,
      members: [
        ['way', 1, 'outer'],
        ['way', 2, 'outer'],
      ],
      tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Midtown' },
    },
  ],
}
const HALL = { id: 3, refs: [11, 12, 13, 14, 11], tags: { amenity: 'townhall', name: 'Long Hall' } }
const WEST: PbfData = {
  ...TOWN,
  nodes: [
    corner(1, 10, 11),
    corner(2, 10, 10),
    corner(3, 11, 10),
    corner(4, 11, 11),
    corner(11, 10.5, 10.999),
    corner(12, 10.51, 10.999),
    cafe(21, 10.5, 'West Café'),
    cafe(23, 11, 'Border Café'),
  ],
  ways: [{ id: 1, refs: [1, 2, 3, 4] }, HALL],
}
const EAST: PbfData = {
  ...TOWN,
  nodes: [
    corner(1, 10, 11),
    corner(4, 11, 11),
    corner(5, 11, 12),
    corner(6, 10, 12),
    corner(13, 10.51, 11.001),
    corner(14, 10.5, 11.001),
    cafe(22, 11.5, 'East Café'),
    cafe(23, 11, 'Café on the Border'),
  ],
  ways: [{ id: 2, refs: [4, 5, 6, 1] }, HALL],
}
const OLDER = new Date('2026-05-01T00:00:00Z')
const NEWER = new Date('2026-06-01T00:00:00Z')

async function opened(t: TestContext, setting: (folder: string) => string): Promise<TestTown> {
  const folder = await mkdtemp(join(tmpdir(), 'several-'))
  await mkdir(join(folder, 'maps'))
  const west = makePbf(WEST, { bbox: [10, 10, 11, 11], snapshotAt: OLDER })
  await writeFile(join(folder, 'maps', 'west.osm.pbf'), west)
  const east = makePbf(EAST, { bbox: [11, 10, 12, 11], snapshotAt: NEWER })
  await writeFile(join(folder, 'maps', 'east.osm.pbf'), east)
  await writeFile(join(folder, 'maps', 'README.txt'), 'not a map')
  const town = await openTestTown({ osmFile: setting(folder) })
  t.after(async () => {
    await town[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return town
}

const BOTH = (folder: string) =>
  ['west', 'east'].map((name) => join(folder, 'maps', `${name}.osm.pbf`)).join(',')

test('what two files hold is one place, as the newer data has it; an area across the border is whole', async (t) => {
  for (const setting of [BOTH, (folder: string) => join(folder, 'maps')]) {
    const { search } = await opened(t, setting)
    const all = await search({ query: '*', location: 'Midtown', limit: 500 })
    assert.deepEqual(namesOf(all).toSorted(), ['Café on the Border', 'East Café', 'Long Hall', 'West Café'])
    assert.deepEqual([all.partialReason, all.unplaced, all.warnings], [null, 0, []])
    const hall = all.places.find(({ name }) => name === 'Long Hall')
    assert.equal(hall?.provenance['location']?.tier, 'derived', 'its corners lie in both files')
    const daysOf = Object.fromEntries(
      all.places.map((place) => [place.name, place.provenance['location']?.fetchedAt]),
    )
    assert.equal(daysOf['East Café'], NEWER.toISOString())
    assert.equal(daysOf['West Café'], OLDER.toISOString())
    assert.equal(daysOf['Café on the Border'], OLDER.toISOString(), 'both files cover it: the older day')
    const box = { bbox: [10.2, 10.2, 11.8, 10.8] as [number, number, number, number] }
    assert.equal((await search({ query: 'cafes', location: box })).partialReason, null)
  }
})

test('an answer names the files that it comes from, and what none of them covers', async (t) => {
  const { search } = await opened(t, BOTH)
  const filesIn = async (bbox: [number, number, number, number]) => {
    const { attribution } = await search({ query: '*', location: { bbox } })
    return attribution.map(({ file, snapshotAt }) => [file, snapshotAt])
  }
  const [east, west] = [
    ['east.osm.pbf', NEWER.toISOString()],
    ['west.osm.pbf', OLDER.toISOString()],
  ]
  assert.deepEqual(await filesIn([10.2, 10.2, 10.8, 10.8]), [west])
  assert.deepEqual(await filesIn([10.2, 10.2, 11.8, 10.8]), [east, west])
  const beyond = await search({ query: '*', location: { bbox: [11.5, 10.5, 12.5, 10.8] } })
  assert.match(beyond.partialReason ?? '', /reaches beyond the extracts, which cover 11\.0000.* and 10\.0000/)
})

test('one half alone says that it is no whole', async (t) => {
  const { search } = await opened(t, (folder) => join(folder, 'maps', 'west.osm.pbf'))
  const { places, attribution } = await search({ query: '*', limit: 500 })
  assert.equal(places.find(({ name }) => name === 'Long Hall')?.provenance['location']?.tier, 'approximate')
  assert.deepEqual(Object.keys(attribution[0] ?? {}), ['provider', 'text', 'license', 'url'])
})

test('a file that is missing beside others is named', async (t) => {
  const { search } = await opened(t, (folder) => `${BOTH(folder)},${join(folder, 'gone.osm.pbf')}`)
  const { code, message } = await failureOf(search({ query: '*' }))
  assert.equal(code, 'source_unavailable')
  assert.match(message, /"gone\.osm\.pbf".* does not exist/)
})
