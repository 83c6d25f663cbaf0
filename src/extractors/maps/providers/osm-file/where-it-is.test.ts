// The part of a query that says where: names in a case, words for kinds of landmarks, shores, the middle of a town.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, namesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

type Point = readonly [lat: number, lon: number]
let ids = 5_000
const id = () => (ids += 1)

/** Each thing has a corner of its own, 3 km from the next, with one café 100 m from it. */
const AT = {
  staré: [48, 10],
  vinohrady: [48, 10.05],
  castle: [48, 10.1],
  harbour: [48, 10.15],
  eastBeach: [48.03, 10],
  westBeach: [48.03, 10.05],
  river: [48.03, 10.1],
  coast: [48.03, 10.16],
  station: [48.06, 10],
  square: [48.06, 10.05],
  quarter: [48.06, 10.1],
  nowhere: [48.09, 10.15],
  park: [48.12, 10],
  avenue: [48.12, 10.05],
  street: [48.12, 10.1],
} as const satisfies Readonly<Record<string, Point>>

const tagsOf = (text: string) =>
  text
    .split(' ')
    .map((tag) => tag.split('='))
    .map(([k = '', v = '']) => `<tag k="${k}" v="${v.replaceAll('_', ' ')}"/>`)
    .join('')
const nodeAt = ([lat, lon]: Point, tags: string) =>
  `<node id="${id()}" lat="${lat}" lon="${lon}">${tagsOf(tags)}</node>`

const corners: string[] = []
/** A way through points that are given by their distance from one, in degrees. */
function wayAt([lat, lon]: Point, steps: readonly Point[], tags: string, isClosed: boolean): string {
  const refs = steps.map(([north, east]) => {
    const ref = id()
    corners.push(`<node id="${ref}" lat="${lat + north}" lon="${lon + east}"/>`)
    return `<nd ref="${ref}"/>`
  })
  return `<way id="${id()}">${[...refs, ...(isClosed ? refs.slice(0, 1) : [])].join('')}${tagsOf(tags)}</way>`
}
const box = (half: number): Point[] => [
  [-half, -half],
  [-half, half],
  [half, half],
  [half, -half],
]

const ALONG: readonly Point[] = [
  [0, -0.001],
  [0, 0.001],
]

const WAYS = [
  wayAt(AT.staré, box(0.004), 'place=suburb name=Staré_Město', true),
  wayAt(AT.vinohrady, box(0.004), 'place=suburb name=Vinohrady', true),
  wayAt(AT.castle, box(0.001), 'historic=castle name=Hrad_Zvon', true),
  wayAt(AT.harbour, box(0.001), 'landuse=harbour name=Brun_Basin', true),
  wayAt(AT.eastBeach, box(0.001), 'natural=beach wikidata=Q1 name=East_Sands', true),
  wayAt(AT.westBeach, box(0.001), 'natural=beach', true),
  wayAt(AT.square, box(0.0005), 'place=square name=Stone_Place', true),
  // It bends around a café that is 1.4 km from it.
  wayAt(
    AT.river,
    [
      [0, 0],
      [0, 0.04],
      [-0.02, 0.04],
      [-0.02, 0],
    ],
    'waterway=river name=Lisse',
    false,
  ),
  wayAt(AT.park, box(0.001), 'leisure=park name=Парк_Победы', true),
  wayAt(AT.avenue, ALONG, 'highway=primary name=Невский_проспект', false),
  wayAt(AT.street, ALONG, 'highway=residential name=улица_Ленина', false),
  wayAt(
    AT.coast,
    [
      [0, 0],
      [0.01, 0],
    ],
    'natural=coastline',
    false,
  ),
]
const near = ([lat, lon]: Point): Point => [lat + 0.0005, lon + 0.0005]
const NODES = [
  ...corners,
  nodeAt(AT.station, 'railway=station name=Zvon'),
  nodeAt(AT.quarter, 'place=quarter name=Horka'),
  // With a neighbour its cell says where it ends, on this side.
  nodeAt([48.045, 10.1], 'place=quarter name=Dolina'),
  nodeAt([48.069, 10.1], 'amenity=cafe name=Beyond_Horka'),
  nodeAt([48.02, 10.12], 'amenity=cafe name=In_the_bend'),
  nodeAt(AT.nowhere, 'shop=laundry name=nowhere'),
  nodeAt(near(AT.avenue), 'shop=supermarket brand=Пятёрочка name=Пятёрочка_1'),
  nodeAt(near(AT.street), 'shop=supermarket brand=Пятёрочка name=Пятёрочка_2'),
  ...Object.entries(AT).map(([name, point]) => nodeAt(near(point), `amenity=cafe name=Café_${name}`)),
]

const town = useTestTown([...NODES, ...WAYS].join('\n'))
const found = async (query: string) =>
  namesOf(await town.search({ query, limit: 100 }))
    .map((name) => name?.replace('Café ', '') ?? '')
    // The valley of those fixtures has one too.
    .filter((name) => name !== 'Müller')
    .toSorted()

async function finds(name: string, queries: readonly string[]): Promise<void> {
  for (const query of queries) assert.deepEqual(await found(query), [name], query)
}

test('the name of an area may stand in the case that its language asks for', async () => {
  await finds('staré', ['kavárny na starém městě', 'kavarna ve starem meste'])
  await finds('vinohrady', ['kavárna na vinohradech', 'kavárna vinohrady'])
  const { understood } = await town.search({ query: 'kavárna na vinohradech' })
  assert.deepEqual(understood?.corrections, [{ from: 'vinohradech', to: 'vinohrady' }])
})

test('so may the word for a landmark, in front of or behind a word for nearness', async () => {
  await finds('castle', [
    'kavárna u hradu',
    'kawiarnia przy zamku',
    'кафе біля замку',
    'kahvila linnan lähellä',
  ])
  await finds('castle', ['kávézó a vár közelében', 'kale yakınında kafe', 'kavinė prie pilies'])
  await finds('station', [
    'kawiarnia kolo dworca',
    'kavárna poblíž nádraží',
    'кафе рядом с вокзалом',
    'kafé nära stationen',
  ])
  await finds('station', ['kahvila rautatieasemalla', 'istasyon yakını kafe', 'kávézó az állomás mellett'])
})

test('so may the name of a place with a name of several words, and a street is called without the word for its sort', async () => {
  await finds('park', ['кафе у парка победы', 'кафе в парке победы', 'кафе рядом с парком победы'])
  await finds('avenue', ['кафе на невском', 'кафе на невском проспекте', 'кафе рядом с невским'])
  await finds('street', ['кафе на ленина', 'кафе ленина', 'кафе на улице ленина'])
})

test('a brand stands beside a street as a kind does where nothing has all the words', async () => {
  await finds('Пятёрочка 2', ['пятерочка ленина', 'пятерочка на ленина'])
  await finds('Пятёрочка 1', ['пятёрочка невский проспект', 'пятерочка на невском'])
  assert.deepEqual(await found('пятерочка на марата'), [])
})

test('what is no form of a name stays unknown', async () => {
  for (const query of [
    'kavárna u vinice',
    'cafe near stargate',
    'kawiarnia w zvonicy',
    'кафе у парадной',
    'кафе на победителей',
  ])
    assert.equal((await failureOf(town.search({ query }))).code, 'unknown_area', query)
})

test('harbours, squares and rivers are found by the word for them, from their edge', async () => {
  await finds('harbour', [
    'cafe near the harbour',
    'café am hafen',
    'kafé vid hamnen',
    'cafe beim Brun Basin',
  ])
  await finds('square', ['cafe near the main square', 'kawiarnia przy rynku', 'café sur la place'])
  await finds('river', ['cafe by the river', 'кафе у реки', 'café an der Lisse', 'bar e caffè sul fiume'])
  for (const query of ['café au bord de la mer', 'cafe near the sea', 'кафе у моря', '海沿いのカフェ'])
    assert.deepEqual(await found(query), ['coast', 'eastBeach', 'westBeach'], query)
})

test('any beach will do, with a name or without, whatever an encyclopedia has', async () => {
  for (const query of ['cafe near the beach', 'café am strand', 'kawiarnia przy plaży'])
    assert.deepEqual(await found(query), ['eastBeach', 'westBeach'], query)
})

test('a quarter called as the middle of a town is that quarter, and without one these words say nothing', async () => {
  await finds('staré', ['kavárny ve starém městě'])
  const { area } = await town.search({ query: 'restaurants in old town' })
  assert.equal(area?.kind, 'extract')
})

test('a quarter that is only a point reaches no farther than one usually does', async () => {
  assert.deepEqual(await found('cafe Horka'), ['quarter'])
})

test('`por` and `на` in front of a measure or a manner say no place', async () => {
  for (const query of ['lavandería por kilo', 'кафе на вынос', 'en yakın kafe'])
    assert.ok((await found(query)).includes('nowhere'), query)
})
