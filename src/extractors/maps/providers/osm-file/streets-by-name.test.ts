// A query that is nothing but the name of a street, in full, without the word for its sort, or half typed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

/** Some 3 km apart. */
const STREETS: readonly (readonly [name: string, more?: string])[] = [
  ['Rue des Lilas', '<tag k="name:de" v="Fliederstraße"/>'],
  ['Rua 3 de Maio'],
  ['Lindenstraße'],
  ['Windmill Road'],
  ['улица Гоголя'],
  ['Via Rossini'],
  ['Kestrelgasse'],
  ['Bergweg'],
  ['toString'],
  ['Rue Gustave Mirabel'],
  ['North Foundry Street'],
  ['Second Avenue'],
  ['North 3rd Street'],
]
const PLACES = [
  'amenity=cafe name=Café_Flieder addr:street=Lindenstraße addr:housenumber=4',
  'amenity=cafe name=Bistro_Rossini',
  'shop=books name=Kestrel',
  'shop=books name=Bergwegbücher',
  'shop=toys name=Toys addr:street=Bergweg',
  'shop=tea name=Tea_House addr:street=Rue&#32;Gustave&#32;Mirabel',
  'tourism=hotel name=Seven_Winds addr:street=Windmill&#32;Road',
  'man_made=windmill name=Old_Windmill',
]
const ways = STREETS.map(([name, more = ''], i) => {
  const [lat, lng] = [48 + i * 0.03, 10]
  const corners = [0, 1, 2].map(
    (at) => `<node id="${6000 + i * 10 + at}" lat="${lat}" lon="${lng + at * 0.001}"/>`,
  )
  const refs = [0, 1, 2].map((at) => `<nd ref="${6000 + i * 10 + at}"/>`)
  const tags = `<tag k="highway" v="residential"/><tag k="name" v="${name}"/>${more}`
  return { corners: corners.join(''), way: `<way id="${700 + i}">${refs.join('')}${tags}</way>` }
})
const town = useTestTown(
  [
    nodesOf(PLACES, 900, { lat: 48.4, lon: 10.2, step: 0.0001 }),
    ...ways.map(({ corners }) => corners),
    ...ways.map(({ way }) => way),
  ].join('\n'),
)
const found = (query: string) => town.found(query)

test('the last word of a street that is called after somebody finds the street, and not what stands on it', async () => {
  assert.deepEqual(await found('mirabel'), ['Rue Gustave Mirabel'])
})

test('the whole name of a street finds the street, however its words are shortened or joined', async () => {
  for (const query of [
    'rue des lilas',
    'r. des Lilas',
    'Rue Lilas',
    'r lilas',
    'Fliederstr.',
    'fliederstraße',
  ])
    assert.deepEqual(await found(query), ['Rue des Lilas'], query)
  assert.deepEqual(await found('rua 3 maio'), ['Rua 3 de Maio'])
  // It reads as windmills with a word that no name has.
  assert.deepEqual(await found('windmill rd'), ['Windmill Road'])
  assert.deepEqual(await found('toString'), ['toString'])
  assert.deepEqual(await found('__proto__'), [])
})

test('people leave out which part of a street they mean, and write the number of a street in either way', async () => {
  for (const query of ['foundry street', 'Foundry St', 'n foundry st'])
    assert.deepEqual(await found(query), ['North Foundry Street'], query)
  for (const query of ['2nd avenue', '2nd ave', 'second avenue'])
    assert.deepEqual(await found(query), ['Second Avenue'], query)
  for (const query of ['third street', '3rd st', 'North Third Street'])
    assert.deepEqual(await found(query), ['North 3rd Street'], query)
  // Without a word for a sort of street it may be anything.
  assert.deepEqual(await found('third'), [])
  assert.deepEqual(await found('bergweg east'), [])
  const { area } = await town.search({ query: '*', location: 'Third St' })
  assert.equal(area?.name, 'North 3rd Street')
})

test('without the word for its sort it is found beside what is called so, and not what stands on it', async () => {
  assert.deepEqual(await found('rossini'), ['Bistro Rossini', 'Via Rossini'])
  assert.deepEqual(await found('гоголя'), ['улица Гоголя'])
  // A shop has this as its whole name.
  assert.deepEqual(await found('kestrel'), ['Kestrel'])
})

test('the beginning of a name is the street where no place has it in its name', async () => {
  assert.deepEqual(await found('lindenstr'), ['Lindenstraße'])
  assert.deepEqual(await found('улица гог'), ['улица Гоголя'])
  assert.deepEqual(await found('гогол'), ['улица Гоголя'])
  assert.deepEqual(await found('bergwe'), ['Bergwegbücher', 'Toys'])
  // Four letters begin too many names.
  assert.deepEqual(await found('lind'), ['Café Flieder'])
})

test('what is asked for at a street, in it or by its number is no street', async () => {
  assert.deepEqual(await found('hotel windmill road'), ['Seven Winds'])
  assert.deepEqual(await found('Lindenstraße 4'), ['Café Flieder'])
  assert.deepEqual(await found('windmill'), ['Old Windmill'])
  assert.equal((await found('*')).includes('Bergweg'), false)
})

test('a street is a place with its name, its names and what it is, and has its page', async () => {
  const { places, understood } = await town.search({ query: 'rue des lilas', language: 'de' })
  const [street] = places
  assert.equal(street?.name, 'Fliederstraße')
  assert.deepEqual(street?.source, { provider: 'osm-file', scheme: 'osm', id: 'way/700' })
  assert.deepEqual(street.raw, {
    type: 'way',
    id: 700,
    center: { lat: 48, lon: 10.001 },
    tags: { highway: 'residential', name: 'Rue des Lilas', 'name:de': 'Fliederstraße' },
  })
  assert.deepEqual(street.categories, [])
  assert.deepEqual(understood?.names, ['rue des lilas'])
  assert.equal((await town.extract({ id: 'osm:way/700' })).name, 'Rue des Lilas')
  const shops = await town.search({ query: 'rue des lilas', categories: ['group/shop'] })
  assert.deepEqual(namesOf(shops), [])
})
