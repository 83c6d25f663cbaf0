// What is called so comes before what has the words by chance, and what is described so where nothing else has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useAddedPlaces } from '#test/support/maps/open-test-town.ts'

const { listed } = useAddedPlaces([
  'office=government name=Permit_Vale',
  'leisure=nature_reserve name=Fern_Reserve operator=Vale&#32;Parks&#32;Permit&#32;Service',
  'amenity=parking name=Lot operator=Permit&#32;Vale',
  'aerialway=gondola name=Falkbahn',
  'tourism=hotel name=Hilltop addr:street=Falkbahnweg',
  'shop=rental name=Falkbahn_Verleih',
  'highway=bus_stop name=Falkbahn',
  'tourism=hotel name=Dale addr:street=Otterweg',
  'shop=sports name=Grind description=Skate&#32;tuning&#32;and&#32;hollows',
  'amenity=cafe name=Drum description=Board&#32;games&#32;every&#32;night',
  'shop=kiosk name=Booth description=Opposite&#32;the&#32;old&#32;Chipotle',
  'amenity=fuel shop=convenience name=Forecourt',
  'shop=convenience name=Corner',
  'shop=supermarket name=Big',
  'shop=rental rental=ski;sled name=Slope',
  'shop=sports name=Piste service:ski:rental=yes',
  'shop=sports name=Court',
  'amenity=canteen name=Works',
  'amenity=bar name=Nook',
  'amenity=post_office post_office=post_partner name=Counter',
  'amenity=post_office name=Main_Post',
  'shop=copyshop name=مكتبة_النور',
])

test('where something is called so, words that stand apart in other texts are nothing of it', async () => {
  assert.deepEqual(await listed('permit vale'), ['Lot', 'Permit Vale'])
  assert.deepEqual(await listed('vale permit'), ['Fern Reserve', 'Lot', 'Permit Vale'])
})

test('a landmark called so is found beside places, and no address that only begins so', async () => {
  assert.deepEqual(await listed('falkbahn'), ['Falkbahn', 'Falkbahn Verleih'])
  // Nothing is called so.
  assert.deepEqual(await listed('otter'), ['Dale'])
})

test('what mappers describe counts where no name, kind or address has the words', async () => {
  assert.deepEqual(await listed('skate tuning'), ['Grind'])
  assert.deepEqual(await listed('board game night'), ['Drum'])
  // Every word must be there, and one of them must say something.
  assert.deepEqual(await listed('skate waxing'), [])
  assert.deepEqual(await listed('and'), [])
  assert.deepEqual(await listed('constructor'), [])
  // A brand that is not there finds nothing.
  assert.deepEqual(await listed('chipotle'), [])
})

test('the shop of a filling station is none for groceries, and one for what is open late', async () => {
  assert.deepEqual(await listed('grocery store'), ['Big', 'Corner'])
  assert.deepEqual(await listed('supermarkt'), ['Big'])
  assert.deepEqual(await listed('convenience store'), ['Corner', 'Forecourt'])
})

test('who lends skis says so in three ways', async () => {
  for (const query of ['noleggio sci', 'půjčovna lyží', '스키 대여', 'ski rental'])
    assert.deepEqual(await listed(query), ['Piste', 'Slope'], query)
})

test('words of the everyday for canteens, bars, pick-up points and sharpening', async () => {
  for (const query of ['canteen', 'столовая', 'jídelna', 'Betriebskantine'])
    assert.deepEqual(await listed(query), ['Works'], query)
  for (const query of ['kroeg', 'Kneipe']) assert.deepEqual(await listed(query), ['Nook'], query)
  for (const query of ['пункт выдачи', 'point relais', 'utlämningsställe'])
    assert.deepEqual(await listed(query), ['Counter'], query)
  assert.deepEqual(await listed('заточка коньков'), ['Court', 'Grind', 'Piste'])
})

test('in scripts that write consonants alone a shorter word in a name says the kind', async () => {
  assert.deepEqual(await listed('مكتبه'), ['مكتبة النور'])
})
