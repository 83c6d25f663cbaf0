// The command line of a search, and the request that it becomes.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseCommandLine, UsageError } from '#bin/cli/command-line.ts'
import { outputOf } from './output-formats.ts'
import { SEARCH_OPTIONS } from './search-options.ts'
import { searchRequest } from './search-request.ts'

const request = async (...args: string[]) =>
  searchRequest(parseCommandLine(args, { options: SEARCH_OPTIONS, takesWords: true }))

test('each option becomes a field of the search', async () => {
  const cases: [args: string[], request: object][] = [
    [['cafes'], { query: 'cafes' }],
    [['cafes', '--in', 'Monaco'], { query: 'cafes', location: 'Monaco' }],
    [['--category', 'shop/bakery, cafe'], { query: '*', categories: ['shop/bakery', 'cafe'] }],
    [['x', '--near', '43.74,-7.42'], { query: 'x', location: { lat: 43.74, lng: -7.42, radiusM: 1_000 } }],
    [
      ['x', '--near=-43.74,7', '--radius', '2.5km'],
      { query: 'x', location: { lat: -43.74, lng: 7, radiusM: 2_500 } },
    ],
    [['x', '--near', '1,2', '--radius', '800 m'], { query: 'x', location: { lat: 1, lng: 2, radiusM: 800 } }],
    [['x', '--bbox=-7.5, 43,7,44'], { query: 'x', location: { bbox: [-7.5, 43, 7, 44] } }],
    [['x', '--limit', '20', '--language', 'de'], { query: 'x', limit: 20, language: 'de' }],
    [['x', '--providers', 'osm-file, overture'], { query: 'x', providers: ['osm-file', 'overture'] }],
    [['x', '--contacts'], { query: 'x', include: ['contacts'] }],
  ]
  for (const [args, expected] of cases) assert.deepEqual(await request(...args), expected, args.join(' '))
})

test('a command line that makes no search says what is wrong', async () => {
  const cases: [args: string[], message: RegExp][] = [
    [[], /search needs a query/],
    [[' '], /search needs a query/],
    [['cafes', 'Monaco'], /one word too many/],
    [['x', '--in', 'Monaco', '--bbox', '1,2,3,4'], /--in and --bbox both say where/],
    [['x', '--radius', '5'], /--radius needs --near/],
    [['x', '--near', '43.74'], /--near takes LAT,LNG/],
    [['x', '--near', '43.74,north'], /--near takes LAT,LNG/],
    [['x', '--near', '95,7'], /--near takes a place on earth/],
    [['x', '--near', '1,2', '--radius', '501km'], /--radius at most 500km/],
    [['x', '--bbox', '1,2,3'], /--bbox takes W,S,E,N/],
    [['x', '--bbox', '8,44,7,43'], /--bbox takes degrees, south below north/],
    [['x', '--bbox', '7,91,8,92'], /--bbox takes degrees/],
    [['x', '--near', '1,2', '--radius', '2 miles'], /--radius takes metres or kilometres/],
    [['x', '--near', '1,2', '--radius', '0'], /--radius takes metres or kilometres/],
    [['x', '--providers', 'osm-file,bing'], /--providers takes some of .*not "bing"/],
    [
      ['x', '--providers', 'osm-file,overture', '--map-provider', 'overture'],
      /--map-provider names one map and --providers several/,
    ],
    [['x', '--limit', '0'], /--limit takes a whole number/],
    [['x', '--limit', '1e3'], /--limit takes a whole number/],
  ]
  for (const [args, message] of cases) {
    await assert.rejects(
      request(...args),
      (error) => error instanceof UsageError && message.test(error.message),
    )
  }
})

const RING = [
  [7, 43],
  [8, 43],
  [8, 44],
  [7, 43],
]
const OTHER = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 1],
]
const POLYGON = { type: 'Polygon', coordinates: [RING] }

test('the polygons of a file are the area, however they are wrapped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-area-'))
  t.after(async () => rm(folder, { recursive: true }))
  const file = join(folder, 'area.geojson')
  const area = async (content: unknown) => {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return (await request('x', '--area', file)).location
  }
  const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry })
  const both = { type: 'MultiPolygon', coordinates: [[RING], [OTHER]] }
  assert.deepEqual(await area(POLYGON), POLYGON)
  assert.deepEqual(await area({ ...POLYGON, bbox: [7, 43, 8, 44] }), POLYGON)
  assert.deepEqual(await area(`\uFEFF${JSON.stringify(feature(POLYGON))}`), POLYGON)
  assert.deepEqual(await area(both), both)
  const other = { type: 'Polygon', coordinates: [OTHER] }
  assert.deepEqual(
    await area({ type: 'FeatureCollection', features: [feature(POLYGON), feature(other)] }),
    both,
  )
  assert.deepEqual(await area(feature({ type: 'GeometryCollection', geometries: [POLYGON, other] })), both)
  const wrong: [content: unknown, message: RegExp][] = [
    ['{', /is not JSON/],
    [{ type: 'FeatureCollection', features: [] }, /has no polygon/],
    [{ type: 'FeatureCollection' }, /FeatureCollection without content/],
    [feature({ type: 'Point', coordinates: [1, 2] }), /no polygon: "Point"/],
    [feature(null), /no polygon: an object without a type/],
    [
      {
        ...POLYGON,
        coordinates: [
          [
            [7, 43],
            [7, 43],
          ],
        ],
      },
      /a Polygon with other coordinates than rings of at least four/,
    ],
    [[1, 2], /no polygon/],
  ]
  for (const [content, message] of wrong) {
    await assert.rejects(area(content), (error) => error instanceof UsageError && message.test(error.message))
  }
})

test('a format is what is typed, or what the name of the file says', () => {
  const wanted = (format: string | null, file: string | null, isTTY = false) =>
    outputOf({ format, file, columns: null, language: null }, { isTTY }).format
  assert.equal(wanted(null, null), 'table')
  assert.equal(wanted(null, 'places.XLSX'), 'xlsx')
  assert.equal(wanted(null, 'a/b.parquet'), 'parquet')
  assert.equal(wanted('csv', 'places.txt'), 'csv')
  assert.equal(wanted('xlsx', null), 'xlsx')
  assert.throws(() => wanted('xlsx', null, true), /A terminal cannot show xlsx/)
  assert.throws(() => wanted(null, 'places.docx'), /says no format/)
  assert.throws(() => wanted('xml', null), /--format takes/)
})
