// What a house has as a part of itself, machines by what they sell, names in another language or case, and who is known by a network.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'tourism=hotel name=Adler swimming_pool=yes',
  'tourism=hotel name=Bristol stars=3',
  'tourism=hotel name=Grand stars=5',
  'tourism=hostel name=Bunkhaus',
  'tourism=guest_house name=Villa_Rosa',
  'leisure=swimming_pool name=Welle',
  'leisure=spa name=Quelle',
  'amenity=parking name=Tiefhof',
  'amenity=restaurant name=Linde kids_area=yes',
  'amenity=restaurant name=Ulme',
  'leisure=playground name=Wiese',
  'amenity=vending_machine name=Melkbox vending=milk',
  'amenity=vending_machine name=Eggbox vending=eggs;honey',
  'amenity=vending_machine name=Snackbox vending=sweets',
  'amenity=vending_machine name=Beutelbox vending=excrement_bags',
  'amenity=waste_basket name=Kippeimer vending=excrement_bags',
  'amenity=cafe name=Kökény_Cukrászda',
  'amenity=cafe name=Plain_Cup',
  'shop=pastry name=Torte',
  'amenity=doctors name=Pédiatrie_Docteur_Wey',
  'amenity=doctors name=Docteur_Roux',
  'amenity=clinic name=Bloom healthcare:speciality=paediatrics',
  'amenity=restaurant name=U_Zlatého_lvíčka',
  'amenity=fast_food name=Green_Wrap diet:vegan=yes',
  'amenity=restaurant name=Green_Plate diet:vegan=yes',
  'amenity=fast_food name=Wurst_Hans',
  'shop=shoe_repair name=Sohle service=key_cutting',
  'amenity=bicycle_repair_station name=Stand',
  'shop=bicycle name=Kette service:bicycle:pump=yes',
  'shop=bicycle name=Speiche',
  'amenity=restaurant name=Mitnahme takeaway=yes cuisine=pizza',
  'amenity=restaurant name=Sitzpizza takeaway=no cuisine=pizza',
  'amenity=bicycle_rental name=Radlux_Mitte network=Radlux',
  'amenity=bicycle_rental name=Hafenplatz network=Radlux',
  'highway=bus_stop name=Nord network=Radlux',
  'amenity=atm operator=Sonderbank',
]
const OURS: ReadonlySet<string | null> = new Set(
  PLACES.map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
const SPOTS = [
  'leisure=stadium name=Rolex_Forum',
  'amenity=parking name=Parking_Rolex_Forum',
  'amenity=parking',
]
const FAR = ['amenity=parking', 'amenity=bicycle_rental network=Radlux']
const town = useTestTown(
  [
    nodesOf(PLACES, 950, { lat: 48.2, lon: 9.1, step: 0.0001 }),
    nodesOf(SPOTS, 1050, { lat: 48.6, lon: 9.6, step: 0.0002 }),
    nodesOf(FAR, 1060, { lat: 48.9, lon: 9.9, step: 0.0002 }),
  ].join('\n'),
)
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 }))
    .filter((name) => OURS.has(name))
    .toSorted()
const each = async (queries: readonly string[], expected: readonly string[]) => {
  for (const query of queries) assert.deepEqual(await listed(query), expected.toSorted(), query)
}

test('a pool or a playground beside a bed or a restaurant is a part of it, and beside anything else a place', async () => {
  await each(['hotel pool', 'pool hotel', 'hotel piscine', 'szálloda medencével'], ['Adler'])
  await each(['restaurant Spielplatz', 'restaurant aire de jeux'], ['Linde'])
  await each(['spa hotel', 'hotel wellness'], ['Adler', 'Bristol', 'Grand'])
  const all = await listed('hotel and pool')
  for (const name of ['Adler', 'Bristol', 'Welle']) assert.ok(all.includes(name), name)
  assert.ok((await listed('parking hotel')).includes('Tiefhof'))
})

test('a machine is asked for by what it sells, and those that sell something else are none', async () => {
  await each(
    [
      'milk vending machine',
      'Milchautomat',
      'distributeur de lait',
      'distributore latte',
      'tejautomata',
      'mlekomat',
    ],
    ['Melkbox'],
  )
  await each(['Eierautomat', 'egg vending machine', 'distributeur d’œufs', 'automat z miodem'], ['Eggbox'])
  await each(['Hundesäckli', 'Hondstuten', 'sac à crottes', 'dog poop bags'], ['Beutelbox', 'Kippeimer'])
  await each(['Blumenautomat'], [])
})

test('what is baked is also found in the names of cafés, and a doctor by his sign in another language', async () => {
  await each(['cukrászda', 'cukraszda'], ['Kökény Cukrászda', 'Torte'])
  await each(['Konditorei'], ['Torte'])
  await each(['Kinderarzt', 'pediatrician', 'Kannerdokter'], ['Bloom', 'Pédiatrie Docteur Wey'])
})

test('a name is found by its word as it stands by itself, and by what nothing else has', async () => {
  await each(['lvíček', 'lvicek'], ['U Zlatého lvíčka'])
  await each(['lviště'], [])
})

test('a kitchen without meat, keys and pumps are where the tags say so, whatever else it is', async () => {
  await each(['resto vegan', 'vegan restaurant'], ['Green Plate', 'Green Wrap'])
  await each(['kulcsmásolás', 'double de clés', 'Schlüssel nachmachen'], ['Sohle'])
  await each(['bicikli pumpa', 'Fahrradpumpe', 'pompe à vélo', 'pumpa na kolo'], ['Kette', 'Stand'])
  await each(['pizza à l’emporter', 'pizza s sebou', 'pizza elvitelre'], ['Mitnahme'])
})

test('bicycles to hire are known by their network, with a name or without; a stop and a cash machine are not', async () => {
  await each(['radlux'], ['Hafenplatz', 'Radlux Mitte'])
  const { places } = await town.search({ query: 'radlux', limit: 200 })
  assert.equal(places.length, 3)
  assert.deepEqual((await town.search({ query: 'sonderbank', limit: 200 })).places, [])
})

test('a car park beside the name of an arena is the one of that name and those there, also where a brand is in the name', async () => {
  const { places } = await town.search({ query: 'parking rolex forum', limit: 200 })
  assert.deepEqual(places.map(({ name }) => name ?? '-').toSorted(), ['-', 'Parking Rolex Forum'])
})
