// Kinds beside the word for a landmark, sorts of schools that their names say, and words that only a name has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

/** Far away from the test town; the first half close together, the second 20 km north of it. */
const AT_THE_BEACH = [
  'natural=beach name=Long_Sands',
  'railway=station name=Sands_Halt',
  'amenity=hospital name=Sands_Infirmary',
  'tourism=museum name=Sands_Gallery_Museum fee=yes',
  'tourism=hotel name=Seaview',
  'amenity=restaurant name=The_Crab',
  'amenity=parking name=Dune_Parking',
  'highway=bus_stop name=Dunes',
  'amenity=bicycle_rental name=Wheels',
]
const FAR_FROM_IT = [
  'tourism=hotel name=Hilltop',
  'amenity=restaurant name=The_Goat',
  'amenity=parking name=Hill_Parking',
  'highway=bus_stop name=Hill',
  'amenity=school name=Hill_High_School',
  'amenity=school name=Dale_High_School',
  'amenity=school name=Hill_Middle_School',
  'amenity=school name=Lycée_Hugo',
  'amenity=school name=Primarschule_Tal',
  'amenity=school name=Smith_School',
  'shop=yes name=Harman’s_Coins',
  'amenity=cafe name=Coin_Perdu',
  'shop=variety_store name=Family_Dollar',
  'amenity=bank name=BNP_Paribas brand:wikidata=Q499707',
  'amenity=bank name=Hill_Bank',
  'amenity=atm name=BNP_24',
  'historic=castle ruins=yes name=Old_Tower',
  'historic=castle name=New_Palace',
]

const town = useTestTown(
  [
    nodesOf(AT_THE_BEACH, 900, { lat: 48, lon: 9.9, step: 0.0001 }),
    nodesOf(FAR_FROM_IT, 950, { lat: 48.2, lon: 9.9, step: 0.0001 }),
  ].join('\n'),
)

const OURS: ReadonlySet<string | null> = new Set(
  [...AT_THE_BEACH, ...FAR_FROM_IT].map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
/** What of the places above is found. */
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 }))
    .filter((name) => OURS.has(name))
    .toSorted()

test('a kind right beside the word for a landmark is looked for there, in either order', async () => {
  for (const query of ['hotel beach', 'beach hotel', 'hôtel plage', 'Hotel Strand', 'cheap hotel beach'])
    assert.deepEqual(await listed(query), ['Seaview'], query)
  for (const query of ['restaurant gare', 'Restaurant Bahnhof', 'ristorante spiaggia'])
    assert.deepEqual(await listed(query), ['The Crab'], query)
})

test('places to park and stops are looked for at more landmarks than other kinds', async () => {
  for (const query of ['parking hôpital', 'hospital parking', 'parking Krankenhaus'])
    assert.deepEqual(await listed(query), ['Dune Parking'], query)
  assert.deepEqual(await listed('bus stop hospital'), ['Dunes'])
  assert.deepEqual(await listed('restaurant hôpital'), ['The Crab'])
})

test('what is listed, and a word that only ends the name of a kind, is no landmark', async () => {
  for (const query of ['hotel and beach', 'hotel, beach'])
    assert.deepEqual(await listed(query), ['Hilltop', 'Long Sands', 'Seaview'], query)
  assert.deepEqual(await listed('hotel with beach'), ['Hilltop', 'Seaview'])
  assert.deepEqual(await listed('bike rental station'), ['Wheels'])
  assert.deepEqual(await listed('beach'), ['Long Sands'])
})

test('schools are of the sort that their names say, in any language', async () => {
  for (const query of ['high schools', 'high school', 'Gymnasium', 'lycées', 'licei'])
    assert.deepEqual(await listed(query), ['Dale High School', 'Hill High School', 'Lycée Hugo'], query)
  for (const query of ['middle schools', 'Realschule'])
    assert.deepEqual(await listed(query), ['Hill Middle School'], query)
  for (const query of ['elementary school', 'escuelas primarias', 'Grundschulen'])
    assert.deepEqual(await listed(query), ['Primarschule Tal'], query)
  assert.equal((await listed('schools')).length, 6)
})

test('where no name says the sort that is meant, a place of another sort is none either', async () => {
  assert.deepEqual(await listed('collège'), ['Hill Middle School'])
  assert.deepEqual(await listed('ruins'), ['Old Tower'])
})

test('what no place is by its tags may be in the name of a shop, and of nothing else', async () => {
  for (const query of ['coin shop', 'coin store'])
    assert.deepEqual(await listed(query), ['Harman’s Coins'], query)
  assert.deepEqual(await listed('stamp shop'), [])
})

test('an ordinary word beside a kind is no brand, unless a place is called so', async () => {
  assert.deepEqual(await listed('family restaurant'), ['The Crab', 'The Goat'])
})

test('a bank has machines, whether the map says so or not', async () => {
  assert.deepEqual(await listed('cajero bnp'), ['BNP 24', 'BNP Paribas'])
})

test('that a place is free is a condition where mappers say it, and else left out', async () => {
  assert.deepEqual(await listed('museos gratis'), ['Sands Gallery Museum'])
  assert.deepEqual(await listed('parking gratis'), [])
})
