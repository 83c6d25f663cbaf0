// What an extract gives to draw: by kind and zoom, in the box, most important first, and without needless corners.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openTestTown, type TestTown } from '#test/support/maps/open-test-town.ts'

type Tags = Readonly<Record<string, string>>
type Point = readonly [lng: number, lat: number]

const tagsXml = (tags: Tags): string =>
  Object.entries(tags)
    .map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    .join('')

/** An extract of these ways; the ways of `lake` outline a relation. */
async function townOf(
  t: TestContext,
  ways: readonly (readonly [Tags, readonly Point[]])[],
  lake: readonly (readonly Point[])[] = [],
): Promise<TestTown> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-basemap-'))
  t.after(async () => rm(folder, { recursive: true }))
  const nodes: string[] = []
  const node = ([lng, lat]: Point): number =>
    nodes.push(`<node id="${nodes.length + 1}" lat="${lat}" lon="${lng}"/>`)
  const wayXml = (id: number, tags: Tags, points: readonly Point[]): string => {
    const refs = points.map(node)
    const [first] = points
    const last = points.at(-1)
    // A ring ends with the node that it began with.
    if (first !== undefined && first[0] === last?.[0] && first[1] === last[1])
      refs.splice(-1, 1, refs[0] ?? 0)
    return `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tagsXml(tags)}</way>`
  }
  const outlines = lake.map((points, i) => wayXml(900 + i, {}, points))
  const others = ways.map(([tags, points], i) => wayXml(100 + i, tags, points))
  const members = lake.map((_, i) => `<member type="way" ref="${900 + i}" role="outer"/>`).join('')
  const relation = `<relation id="1">${members}${tagsXml({ type: 'multipolygon', natural: 'water', name: 'Lake' })}</relation>`
  const path = join(folder, 'roads.osm')
  await writeFile(
    path,
    `<osm version="0.6">${nodes.join('')}${others.join('')}${outlines.join('')}${lake.length > 0 ? relation : ''}</osm>`,
  )
  const town = await openTestTown({ osmFile: path })
  t.after(async () => town[Symbol.asyncDispose]())
  return town
}

const BOX: [number, number, number, number] = [9, 47, 9.1, 47.1]
const line = (...points: readonly Point[]): readonly Point[] => points
const square = (lng: number, lat: number, side: number): readonly Point[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
]

test('roads, rails and rivers come with their kind and name, from the zoom on at which they matter', async (t) => {
  const across = line([9.01, 47.01], [9.05, 47.02])
  const town = await townOf(t, [
    [{ highway: 'motorway', ref: 'A13' }, across],
    [{ highway: 'secondary', name: 'Main Road' }, across],
    [{ highway: 'residential' }, across],
    [{ highway: 'footway' }, across],
    [{ highway: 'footway', name: 'Mill Path' }, across],
    [{ highway: 'proposed', name: 'Not Yet Road' }, across],
    [{ highway: 'pedestrian', name: 'Square', area: 'yes' }, square(9.02, 47.02, 0.001)],
    [{ railway: 'rail' }, across],
    [{ railway: 'rail', service: 'siding' }, across],
    [{ waterway: 'river', name: 'Rhine' }, across],
    [{ waterway: 'stream' }, across],
    [{ waterway: 'stream', name: 'Brook', tunnel: 'culvert' }, across],
    [{ natural: 'coastline' }, across],
    [{ building: 'yes', name: 'House' }, square(9.03, 47.03, 0.0001)],
  ])
  const at = async (zoom: number): Promise<string[]> => {
    const { features } = await town.basemap({ bbox: BOX, zoom })
    return features.map(({ properties: { kind, name } }) => `${kind} ${name}`)
  }
  assert.deepEqual(await at(7), [])
  assert.deepEqual((await at(9)).toSorted(), ['coast null', 'motorway null', 'river Rhine'])
  assert.deepEqual((await at(16)).toSorted(), [
    'coast null',
    'motorway null',
    'path Mill Path',
    'rail null',
    'river Rhine',
    'road Main Road',
    'street null',
  ])
  assert.deepEqual(await at(16).then(([first]) => first), 'motorway null')
})

test('water and parks are outlines, shown as soon as they are large enough', async (t) => {
  const half = (west: number, east: number): readonly Point[] => [
    [9.05, 47.05],
    [west, 47.06],
    [east, 47.07],
    [9.05, 47.08],
  ]
  const town = await townOf(
    t,
    [
      [{ leisure: 'park', name: 'Garden' }, square(9.02, 47.02, 0.002)],
      [{ natural: 'water', water: 'pond' }, square(9.03, 47.03, 0.002)],
      [{ natural: 'water', water: 'pond', name: 'Duck Pond' }, square(9.04, 47.03, 0.0005)],
    ],
    [half(9.04, 9.04), half(9.06, 9.06)],
  )
  const names = async (zoom: number): Promise<(string | null)[]> =>
    (await town.basemap({ bbox: BOX, zoom })).features.map(({ properties }) => properties.name)
  assert.deepEqual(await names(8), ['Lake'])
  assert.deepEqual(await names(14), ['Lake', 'Garden', 'Duck Pond'])
  const { features } = await town.basemap({ bbox: BOX, zoom: 14 })
  assert.deepEqual(
    features.map(({ properties, geometry }) => [properties.kind, geometry.type]),
    [
      ['water', 'Polygon'],
      ['green', 'Polygon'],
      ['water', 'Polygon'],
    ],
  )
})

test('only what lies in the box comes, also across the antimeridian, with the attribution of the extract', async (t) => {
  const road = (lng: number, name: string) =>
    [{ highway: 'primary', name }, line([lng, 0], [lng + 0.01, 0.01])] as const
  const town = await townOf(t, [road(179.9, 'East'), road(-179.95, 'West'), road(0, 'Far')])
  const { features, complete, attribution, provider } = await town.basemap({
    bbox: [179, -1, -179, 1],
    zoom: 12,
  })
  assert.deepEqual(features.map(({ properties }) => properties.name).toSorted(), ['East', 'West'])
  assert.deepEqual([complete, provider], [true, 'osm-file'])
  assert.equal(attribution[0]?.license, 'ODbL 1.0')
})

test('more than an answer holds is said, and the least important are left out', async (t) => {
  const streets = Array.from(
    { length: 5_001 },
    (_, i) => [{ highway: 'residential' }, line([9 + i * 1e-5, 47.01], [9 + i * 1e-5, 47.02])] as const,
  )
  const town = await townOf(t, [
    ...streets,
    [{ highway: 'primary', name: 'Through' }, line([9, 47], [9.1, 47.1])],
  ])
  const { features, complete } = await town.basemap({ bbox: BOX, zoom: 15 })
  assert.deepEqual([features.length, complete, features[0]?.properties.name], [5_000, false, 'Through'])
})

test('corners that nobody would see at this zoom are left out, and the ends stay', async (t) => {
  const points = Array.from({ length: 400 }, (_, i): Point => [9 + i * 2e-4, 47 + (i % 2) * 1e-4])
  const town = await townOf(t, [[{ highway: 'primary' }, points]])
  const cornersAt = async (zoom: number): Promise<number> => {
    const [feature] = (await town.basemap({ bbox: BOX, zoom })).features
    assert.equal(feature?.geometry.type, 'LineString')
    assert.deepEqual(feature.geometry.coordinates[0], [9, 47])
    assert.deepEqual(feature.geometry.coordinates.at(-1), [9.0798, 47.0001])
    return feature.geometry.coordinates.length
  }
  assert.equal(await cornersAt(17), 400)
  const far = await cornersAt(9)
  assert.ok(far < 150, `${far} corners`)
})

test('without an extract there is nothing to draw, and that is no error', async (t) => {
  const town = await openTestTown({ overpassUrl: 'http://overpass.test/' })
  t.after(async () => town[Symbol.asyncDispose]())
  const { provider, features } = await town.basemap({ bbox: BOX, zoom: 14 })
  assert.deepEqual([provider, features], [null, []])
})
