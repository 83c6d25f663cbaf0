// Queries that read as kinds and are the whole name of a place, lists of areas, and things that have a kind and no name of their own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const MORE = [
  'amenity=cafe name=Harbour_Café',
  'leisure=marina name=Westhafen',
  'amenity=bar name=Irish_Pub',
  'amenity=pub theme=irish name=Molly’s',
  'amenity=pub name=Zum_Löwen',
  'tourism=museum name=Musée_naval',
  'tourism=museum museum=maritime name=Seehaus',
  'tourism=museum name=Altes_Depot',
  'shop=collector name=Münzen_Maier',
  'tourism=museum name=Musée_des_Timbres',
  'amenity=cafe name=Le_kiosque',
  'shop=kiosk name=Büdchen',
  'shop=convenience name=Eckladen',
  'shop=gift name=Corner_Store',
  'amenity=place_of_worship religion=christian building=cathedral name=St._Florin',
  'amenity=place_of_worship religion=christian building=church name=Chapelle_du_Lac',
  'amenity=dentist name=Dr._Zahn',
  'highway=elevator name=Harbour_Café',
  'highway=elevator',
]
const town = useTestTown(nodesOf(MORE))

const listed = async (query: string) => namesOf(await town.search({ query, limit: 100 }))

test('kinds of two sorts, and a kind of which a part was not read, are a name where a place has it', async () => {
  assert.deepEqual(await listed('Harbour Café'), ['Harbour Café'])
  assert.deepEqual(await listed('musée des timbres'), ['Musée des Timbres'])
})

test('of a kind with more said of it and a place called so both count, the name first', async () => {
  assert.deepEqual(await listed('irish pub'), ['Irish Pub', 'Molly’s'])
  assert.deepEqual(await listed('musée naval'), ['Musée naval', 'Seehaus'])
  assert.deepEqual(await listed('le kiosque'), ['Le kiosque', 'Büdchen'])
})

test('the plain name of a kind stays that kind', async () => {
  assert.deepEqual(await listed('corner store'), ['Eckladen'])
})

test('a word for a sort of churches asks for that sort, by its building or its name', async () => {
  assert.deepEqual(await town.found('cathédrale'), ['St. Florin'])
  assert.deepEqual(await town.found('Kathedralen in Oberau'), ['St. Florin'])
  assert.deepEqual(await town.found('chapelles'), ['Chapelle du Lac'])
})

test('a list of areas is all of them', async () => {
  const both = [...(await town.found('Hotels in Oberau')), ...(await town.found('Hotels in Unterau'))]
  assert.deepEqual(both.toSorted(), ['Hotel Oberau', 'Krone'])
  for (const query of [
    'Hotels in Oberau oder Unterau',
    'hotels Oberau and Unterau',
    'hôtels à Oberau et Unterau',
  ])
    assert.deepEqual(await town.found(query), both.toSorted(), query)
  const { area } = await town.resolve({ location: 'Oberau & Unterau' })
  assert.deepEqual([area.name, area.geometry?.type], ['Oberau, Unterau', 'MultiPolygon'])
  assert.deepEqual(await town.found('hotels', { location: 'Oberau und Unterau' }), both.toSorted())
  const alone = [...(await town.found('Oberau')), ...(await town.found('Unterau'))]
  assert.deepEqual(await town.found('Oberau oder Unterau'), [...new Set(alone)].toSorted())
})

test('what stands behind something is near it, and is no kind by itself', async () => {
  assert.deepEqual(
    (await town.search({ query: 'café derrière la Krone' })).understood?.location?.text,
    'la krone',
  )
  assert.deepEqual(await listed('hinter dem Mond'), [])
})

test('elevators are found by their kind, and never by where they lead', async () => {
  assert.deepEqual(await listed('ascenseur public'), ['Harbour Café', null])
  const { area } = await town.resolve({ location: 'Harbour Café' })
  assert.equal(area.source, 'osm:node/900')
})
