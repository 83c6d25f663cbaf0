// Names in another language than the map has, kinds beside one of many, brands beside kinds, and churches that say no denomination.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'
import { areCognates } from './matches/translated-names.ts'

/** Far away from the test town, the second part 20 km north of the first. */
const IN_THE_SOUTH = [
  'leisure=marina name=Port_Hercule',
  'leisure=garden name=Jardin_Exotique',
  'amenity=parking name=Parking_du_Jardin_Exotique',
  'leisure=park name=Jardin_Japonais',
  'amenity=place_of_worship religion=christian name=Chapelle_Sainte-Dévote denomination=catholic',
  'amenity=place_of_worship religion=christian name=Église_Saint-Charles',
  'leisure=stadium name=Stade_Louis_II',
  'amenity=parking_entrance name=Stade_Louis_II',
  'tourism=hotel name=Seeblick',
  'amenity=casino name=Grand_Casino',
  'shop=supermarket name=Casino brand=Casino',
  'shop=supermarket name=Utile',
  'amenity=marketplace name=Halles',
  'amenity=cafe name=Tassli',
  'shop=newsagent name=Presse_Tabaccheria',
  'amenity=pub name=Tabaccheria_Bar',
]
const IN_THE_NORTH = [
  'tourism=hotel name=Bergblick',
  'amenity=cafe name=Chännli',
  'amenity=fuel fuel:diesel=yes name=Tank_Nord',
  'amenity=fuel name=Tank_West',
]
/** So many that none of them is the one that is meant. */
const MUSEUMS = Array.from({ length: 12 }, (_, at) => `tourism=museum name=Sammlung_${at}`)

const town = useTestTown(
  [
    nodesOf(IN_THE_SOUTH, 900, { lat: 48, lon: 9.9, step: 0.0001 }),
    nodesOf(IN_THE_NORTH, 950, { lat: 48.2, lon: 9.9, step: 0.0001 }),
    nodesOf(MUSEUMS, 1000, { lat: 48, lon: 9.903, step: 0.0001 }),
  ].join('\n'),
)

const OURS: ReadonlySet<string | null> = new Set(
  [...IN_THE_SOUTH, ...IN_THE_NORTH].map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
/** What of the places above is found. */
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 }))
    .filter((name) => OURS.has(name))
    .toSorted()

describe('names in another language', () => {
  test('a landmark is found', async () => {
    for (const query of ['puerto Hércules', 'porto Ercole', 'Hercules harbour'])
      assert.deepEqual(await listed(query), ['Port Hercule'], query)
    for (const query of ['jardín exótico', 'exotic garden', 'giardino esotico'])
      assert.deepEqual(await listed(query), ['Jardin Exotique'], query)
    for (const query of ['giardino giapponese', 'japanese garden'])
      assert.deepEqual(await listed(query), ['Jardin Japonais'], query)
    for (const query of ['iglesia de Santa Devota', 'Santa Devota', 'chiesa Santa Devota'])
      assert.deepEqual(await listed(query), ['Chapelle Sainte-Dévote'], query)
    assert.deepEqual(await listed('chiesa di San Carlo'), ['Église Saint-Charles'])
    assert.deepEqual(await listed('estadio Luis II'), ['Stade Louis II'])
  })

  test('a kind is looked for beside it', async () => {
    for (const query of [
      'hotel cerca del puerto Hércules',
      'hotel puerto Hércules',
      'hotel near the exotic garden',
    ])
      assert.deepEqual(await listed(query), ['Seeblick'], query)
  })

  test('a name that is not there stays empty', async () => {
    for (const query of [
      'puerto Neptuno',
      'iglesia de San Mateo',
      'castillo Hércules',
      'Hotel Hercules',
      'San Hércules',
    ])
      assert.deepEqual(await listed(query), [], query)
  })

  test('words of one stem are told from others', () => {
    for (const [one, other] of [
      ['exotico', 'exotique'],
      ['hercules', 'hercule'],
      ['ercole', 'hercule'],
      ['oceanografico', 'oceanographique'],
      ['devota', 'devote'],
    ] as const)
      assert.ok(areCognates(one, other), `${one} ${other}`)
    for (const [one, other] of [
      ['marina', 'moreno'],
      ['prado', 'prato'],
      ['central', 'centauro'],
      ['victoria', 'vitrine'],
      ['', ''],
    ] as const)
      assert.ok(!areCognates(one, other), `${one} ${other}`)
  })
})

test('beside a kind of which there are many, all of them are meant', async () => {
  for (const query of ['hotel near a museum', 'Hotel beim Museum', 'hotel museum'])
    assert.deepEqual(await listed(query), ['Seeblick'], query)
  const { area, warnings } = await town.search({ query: 'café near a museum', limit: 20 })
  assert.equal(area?.name, 'museum')
  assert.ok(area?.geometry?.type === 'MultiPolygon')
  assert.ok(warnings.includes('area_is_around'))
})

test('a kind right beside a market or a casino is looked for there, and a brand of that name comes first', async () => {
  assert.deepEqual(await listed('hotel casino'), ['Seeblick'])
  assert.deepEqual(await listed('café marché'), ['Tassli'])
  for (const query of ['supermarché casino', 'casino supermarché'])
    assert.deepEqual(await listed(query), ['Casino'], query)
  assert.deepEqual(await listed('supermarché et casino'), ['Casino', 'Grand Casino', 'Utile'])
})

test('what no shop is by its tag may be in the name of a shop, in any language', async () => {
  assert.deepEqual(await listed('bureau de tabac'), ['Presse Tabaccheria'])
})

test('two words for one kind around the Dutch `of` are either', async () => {
  const names = await listed('benzine of diesel')
  assert.ok(names.includes('Tank Nord') && names.includes('Tank West'), names.join())
})

test('churches that do not say a denomination are counted, and not in the answer', async () => {
  const found = await town.search({ query: 'catholic church', limit: 200 })
  assert.ok(namesOf(found).includes('Chapelle Sainte-Dévote'))
  assert.ok(!namesOf(found).includes('Église Saint-Charles'))
  assert.ok(found.warnings.includes('denomination_not_recorded'))
  assert.ok(
    !(await town.search({ query: 'churches', limit: 200 })).warnings.includes('denomination_not_recorded'),
  )
})
