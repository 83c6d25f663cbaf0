// Kinds that the map has under other tags, and words that say something of who asks and nothing of a place.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'shop=coffee_beans name=Roast',
  'leisure=trampoline name=Bounce',
  'office=government government=employment_agency name=Work_Centre',
  'shop=motorcycle name=Two_Wheels',
  'shop=pet name=Fur_and_Feather pet_grooming=yes',
  'amenity=fast_food cuisine=koshary name=Abu_Ali',
  'amenity=fast_food cuisine=koshari name=Tahrir',
  'shop=beverages cuisine=juice name=Cane',
  'amenity=dentist name=Dr_Molar',
  'amenity=dentist name=Dr_Brace healthcare:speciality=orthodontics',
  'amenity=clinic name=Polyclinic',
  'amenity=clinic name=Clinic_Two healthcare:speciality=paediatrics',
  'amenity=veterinary name=Dr_Paw',
  'amenity=veterinary name=The_Cat_Clinic',
  'amenity=ferry_terminal name=Quay',
  'amenity=nightclub name=Perla',
  'amenity=childcare name=Nest',
  'tourism=hotel stars=5 name=Palace',
  'tourism=hotel stars=3 name=Inn_of_Three',
  'amenity=restaurant payment:bitcoin=yes name=Coin_Kitchen',
  'amenity=restaurant cuisine=churro name=Fried',
  'amenity=toilets wheelchair=yes name=Step_Free',
  'amenity=toilets name=Stairs',
  'amenity=vending_machine vending=parking_tickets name=Meter',
  'amenity=parking name=Deck',
  'amenity=atm operator=Nordland_Bank',
  'amenity=bank name=Nordland_Bank',
  'amenity=fuel fuel:e85=yes name=Pump_One',
  'amenity=fuel fuel:e85=no name=Pump_Two',
  'amenity=pub sport=darts name=Oche',
]
const OURS: ReadonlySet<string | null> = new Set(
  PLACES.map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
const town = useTestTown(nodesOf(PLACES, 970, { lat: 48.2, lon: 9.1, step: 0.0001 }))
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 })).filter((name) => OURS.has(name) || name === null)
const each = async (queries: readonly string[], expected: readonly string[]) => {
  for (const query of queries) assert.deepEqual((await listed(query)).toSorted(), expected.toSorted(), query)
}

test('where no place has the tag of a kind, those count that have its word elsewhere or with more words or fewer', async () => {
  await each(['coffee beans shop', 'Kaffeebohnen'], ['Roast'])
  await each(['trampoline park', 'trampoline'], ['Bounce'])
  await each(['Arbeitsamt', 'employment agency'], ['Work Centre'])
  await each(['réparation scooter', 'motorcycle repair'], ['Two Wheels'])
  await each(['pet grooming', 'banho e tosa'], ['Fur and Feather'])
  await each(['darts'], ['Oche'])
})

test('a kitchen may be spelled with another letter, and have its tag on a shop', async () => {
  await each(['كشري'], ['Abu Ali', 'Tahrir'])
  await each(['juice'], ['Cane'])
  await each(['churros con chocolate'], ['Fried'])
})

test('of doctors those that say a speciality, and those that say to be for children', async () => {
  await each(['Kieferorthopäde', 'orthodontist'], ['Dr Brace'])
  await each(['детская поликлиника', 'clinic for kids'], ['Clinic Two'])
  await each(['pet hospital', 'evcil hayvan hastanesi'], ['Dr Paw', 'The Cat Clinic'])
})

test('where to, for whom and from what age is on no map', async () => {
  await each(['ferry to greece', 'Fähre nach Kreta', 'traghetto per la Sardegna'], ['Quay'])
  await each(['vet for my cat'], ['Dr Paw', 'The Cat Clinic'])
  await each(['nightclub 21+', 'nightclub over 18'], ['Perla'])
  await each(['Kinderkrippe unter 3', 'childcare for 2 year olds'], ['Nest'])
})

test('a condition counts beside words without a meaning, in other digits and numbers, and before what it stands at', async () => {
  await each(['bitcoin accepted here', 'shops that take bitcoin'], ['Coin Kitchen'])
  await each(['فندق خمس نجوم', 'فندق ٥ نجوم'], ['Palace'])
  await each(['rolstoel wc', '車椅子 トイレ'], ['Step Free'])
  await each(['horodateur parking'], ['Meter'])
  await each(['e85'], ['Pump One'])
})

test('a cash machine in a wall is found by its bank, and not by the name of the bank alone', async () => {
  assert.equal((await town.search({ query: 'nordland cash machine' })).places.length, 2)
  await each(['Nordland Bank'], ['Nordland Bank'])
})
