// Kitchens by their dishes and regions, kinds that only names say, what places offer besides, and shops for the goods of a country.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodesOf, openTownWith, useAddedPlaces } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'amenity=restaurant name=Jade cuisine=chinese',
  'amenity=restaurant name=Basket cuisine=dim_sum',
  'amenity=fast_food name=Wok cuisine=sichuan',
  'amenity=fast_food name=Tacos_El_Chino cuisine=mexican',
  'amenity=restaurant name=Casa_China',
  'amenity=restaurant name=Hacienda cuisine=mexican',
  'amenity=fast_food name=Lupita cuisine=tacos',
  'amenity=fast_food name=Taquería_Sol',
  'amenity=restaurant name=Fogo cuisine=steak_house',
  'amenity=restaurant name=Praia cuisine=brazilian',
  'amenity=fast_food name=Palmas cuisine=acai',
  'amenity=ice_cream name=Gelo',
  'amenity=ice_cream name=Fluff cuisine=snowball',
  'tourism=hotel name=Pousada_Sol',
  'tourism=guest_house name=Brisa',
  'tourism=guest_house name=Cliff guest_house=bed_and_breakfast',
  'amenity=doctors name=Przychodnia_Medyk',
  'amenity=clinic name=Zdrowie',
  'amenity=dentist name=Dental_Przychodnia',
  'shop=car_repair name=Vulcanizadora_Rojas',
  'shop=tyres name=Gomas',
  'shop=car_repair name=Serwis service:vehicle:tyres=yes',
  'shop=car_repair name=Mecanico service:vehicle:tyres=no',
  'shop=newsagent name=Corner_News post_office=post_partner',
  'amenity=post_office name=Central_Post',
  'shop=kiosk name=Kiosk post_office=no',
  'shop=shoe_repair name=Cobbler service:key_cutting=yes',
  'leisure=sports_centre name=Ymca sport=swimming;fitness',
  'leisure=sports_centre name=Splash sport=swimming',
  'leisure=fitness_centre name=Iron',
  'shop=nails name=Tips',
  'amenity=surf_school name=Aloha',
  'shop=deli name=Baltyk origin=poland',
  'shop=convenience name=Polski_Smak',
  'shop=convenience name=Abc',
  'shop=doityourself name=The_Home_Depot brand:wikidata=Q864407',
  'amenity=cafe name=Depot_Coffee',
  'amenity=recycling name=Yard recycling_type=centre',
  'amenity=recycling name=Bank recycling_type=container',
  'shop=water name=Agua_Viva',
  'office=government name=Border government=immigration',
  'office=government name=Taxes government=tax',
  'office=courier name=Mule',
]
const { listed } = useAddedPlaces(PLACES)

test('a kitchen is that of its regions, in restaurants and as fast food; a name says it where no tag says another', async () => {
  for (const query of ['chinese restaurant', 'restauracja chińska', 'restaurante chino', 'comida china'])
    assert.deepEqual(await listed(query), ['Basket', 'Casa China', 'Jade', 'Wok'], query)
})

test('a dish is that of who serves it, and of its kitchen where none says so', async (t) => {
  for (const query of ['taqueria', 'taquerías', 'tacos'])
    assert.deepEqual(await listed(query), ['Lupita', 'Tacos El Chino', 'Taquería Sol'], query)
  assert.deepEqual(await listed('churrascaria'), ['Fogo'])
  for (const query of ['açaí', 'acai']) assert.deepEqual(await listed(query), ['Palmas'], query)
  const other = await openTownWith(nodesOf(['amenity=restaurant name=Hacienda cuisine=mexican']))
  t.after(async () => other[Symbol.asyncDispose]())
  assert.deepEqual(await other.found('taqueria'), ['Hacienda'])
})

test('ice that is shaved is sold by who says so', async () => {
  for (const query of ['snowball stand', 'sno cones', 'raspados'])
    assert.deepEqual(await listed(query), ['Fluff'], query)
})

test('a name says the kind where the tags say a neighbouring one, and no other', async () => {
  assert.deepEqual(
    (await listed('pousada')).filter((name) => name !== 'Cliff'),
    ['Brisa', 'Pousada Sol'],
  )
  assert.deepEqual(await listed('przychodnia'), ['Przychodnia Medyk', 'Zdrowie'])
  assert.deepEqual(await listed('vulcanizadora'), ['Gomas', 'Serwis', 'Vulcanizadora Rojas'])
})

test('what a place offers beside its kind makes it one of those who do', async () => {
  for (const query of ['wymiana opon', 'tyre shop', 'Reifenwechsel'])
    assert.deepEqual(await listed(query), ['Gomas', 'Serwis'], query)
  assert.deepEqual(await listed('post office'), ['Central Post', 'Corner News'])
  assert.deepEqual(await listed('key cutting'), ['Cobbler'])
})

test('kinds have the ways in which their places are tagged', async () => {
  for (const query of ['gym', 'academia', 'siłownia'])
    assert.deepEqual(await listed(query), ['Iron', 'Ymca'], query)
  assert.deepEqual(await listed('nail salon'), ['Tips'])
  assert.deepEqual(await listed('surf lessons'), ['Aloha'])
  for (const query of ['b&b', 'bed and breakfast'])
    assert.deepEqual(await listed(query), ['Brisa', 'Cliff'], query)
})

test('any shop beside the word for a kitchen sells the goods of that country', async () => {
  for (const query of ['polski sklep', 'polnischer Laden', 'polish shop'])
    assert.ok((await listed(query)).includes('Baltyk'), query)
  assert.deepEqual(await listed('polski sklep'), ['Baltyk', 'Polski Smak'])
})

test('a brand of several words needs no article', async () => {
  assert.deepEqual(await listed('home depot'), ['The Home Depot'])
})

test('errands are those who do them', async () => {
  for (const query of ['the tip', 'household waste site'])
    assert.deepEqual(await listed(query), ['Yard'], query)
  for (const query of ['garrafon de agua', 'water refill'])
    assert.deepEqual(await listed(query), ['Agua Viva'], query)
  for (const query of ['visa extension', 'продление визы'])
    assert.deepEqual(await listed(query), ['Border'], query)
  for (const query of ['mandar un paquete', 'wysłać paczkę'])
    assert.deepEqual(await listed(query), ['Central Post', 'Corner News', 'Mule'], query)
})
