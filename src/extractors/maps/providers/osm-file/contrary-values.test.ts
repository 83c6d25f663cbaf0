// What tags say against what was asked for: such places are left out, and those that say nothing stay.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useAddedPlaces } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'leisure=playground name=Swings',
  'leisure=playground name=School_Swings access=private',
  'leisure=playground name=Club_Swings access=customers',
  'amenity=toilets name=Staff_Toilet access=no',
  'amenity=toilets name=Square_Toilet',
  'amenity=parking name=Residents_Parking access=residents',
  'amenity=parking name=Market_Parking access=yes',
  'natural=beach name=Club_Beach access=private',
  'leisure=pitch name=School_Court sport=tennis access=private',
  'leisure=pitch name=Park_Court sport=tennis',
  'tourism=hotel name=Dry swimming_pool=no stars=2',
  'tourism=hotel name=Plain stars=3',
  'tourism=hotel name=Palace stars=5',
  'tourism=hotel name=Nameless',
  'amenity=pharmacy name=Weekday_Pharmacy opening_hours=Mo-Sa&#32;09:00-18:00',
  'amenity=pharmacy name=Daily_Pharmacy opening_hours=Mo-Su&#32;09:00-18:00',
  'amenity=pharmacy name=Silent_Pharmacy',
  'amenity=pharmacy name=Odd_Pharmacy opening_hours=by&#32;appointment',
  'shop=supermarket name=Day_Market opening_hours=Mo-Su&#32;07:00-22:00',
  'shop=supermarket name=Silent_Market',
  'amenity=fuel name=Night_Fuel opening_hours=Mo-Su&#32;00:00-24:00',
  'amenity=fuel name=Day_Fuel opening_hours=Mo-Su&#32;06:00-22:00',
  'amenity=cafe name=Indoor_Cafe outdoor_seating=no',
  'amenity=cafe name=Corner_Cafe',
  'amenity=pub name=Garden_Pub beer_garden=yes',
  'amenity=pub name=Corner_Pub',
  'amenity=fast_food name=Fetch cuisine=burger delivery=no',
  'amenity=fast_food name=Bring cuisine=burger',
  'shop=hairdresser name=Ladies female=yes male=no',
  'shop=hairdresser name=Anybody unisex=yes',
  'shop=hairdresser name=Razor male=yes',
]
const town = useAddedPlaces(PLACES)
const { listed } = town

test('what only a few people may use is left out of the kinds that people look for to use', async () => {
  for (const query of ['playground', 'plac zabaw'])
    assert.deepEqual(await listed(query), ['Club Swings', 'Swings'], query)
  for (const query of ['toilets', 'toalety', 'トイレ'])
    assert.deepEqual(await listed(query), ['Square Toilet'], query)
  for (const query of ['parking', 'estacionamento', '駐車場'])
    assert.deepEqual(await listed(query), ['Market Parking'], query)
  assert.deepEqual(await listed('tennis court'), ['Park Court'])
})

test('a beach, a name and an id are found also where only a few people may use the place', async () => {
  assert.deepEqual(await listed('beach'), ['Club Beach'])
  assert.deepEqual(await listed('residents parking'), ['Residents Parking'])
  assert.deepEqual(await listed('leisure/playground'), ['Club Swings', 'School Swings', 'Swings'])
})

test('of a condition that no place meets, what says the contrary is left out, and the words are ignored', async () => {
  for (const query of [
    'hotel con alberca',
    'hotel with swimming pool',
    'Hotel mit Hallenbad',
    'hôtel avec piscine',
  ]) {
    const { understood } = await town.search({ query })
    assert.deepEqual(await listed(query), ['Nameless', 'Palace', 'Plain'], query)
    assert.deepEqual(understood?.qualifiers, [], query)
    assert.deepEqual(
      understood?.ignored.map(({ reason }) => reason),
      ['not_recorded'],
      query,
    )
  }
  assert.deepEqual(await listed('cafe mit Terrasse'), ['Corner Cafe'])
  assert.deepEqual(await listed('burger a domicilio'), ['Bring'])
})

test('a kind behind a word for having is the condition that says it', async () => {
  for (const query of ['pub with beer garden', 'Kneipe mit Biergarten'])
    assert.deepEqual(await listed(query), ['Garden Pub'], query)
})

test('cheap lodging has fewer than four stars, or does not say how many', async () => {
  for (const query of [
    'cheap hotel',
    'hotel barato',
    'günstiges Hotel',
    'guenstiges Hotel',
    'tani hotel',
    '安いホテル',
    'дешевый отель',
  ])
    assert.deepEqual(await listed(query), ['Dry', 'Nameless', 'Plain'], query)
  for (const query of ['hotel', 'best hotel', 'luxury hotel'])
    assert.equal((await listed(query)).length, 4, query)
  assert.equal((await listed('cheap cafe')).length, 2)
})

test('on a day of the week places are closed that are known to be', async () => {
  for (const query of [
    'pharmacy open sunday',
    'pharmacies open on sundays',
    'apteka czynna w niedzielę',
    'Apotheke sonntags geöffnet',
    'pharmacie ouverte le dimanche',
    'farmacia abierto los domingos',
    'farmácia domingo',
    '日曜日 薬局',
    '周日营业 药店',
    'аптека в воскресенье',
  ])
    assert.deepEqual(await listed(query), ['Daily Pharmacy', 'Odd Pharmacy', 'Silent Pharmacy'], query)
  assert.equal((await listed('pharmacy open saturday')).length, 4)
  for (const query of ['pharmacy open now', 'pharmacy tonight', 'pharmacy open late'])
    assert.equal((await listed(query)).length, 4, query)
})

test('what is open around the clock says so in any form of hours; where none does, shorter hours exclude', async () => {
  for (const query of [
    '24h fuel',
    'stacja benzynowa całodobowa',
    'gasolinera 24 horas',
    '24時間 ガソリンスタンド',
  ])
    assert.deepEqual(await listed(query), ['Night Fuel'], query)
  for (const query of ['24h pharmacy', 'apteka całodobowa', 'farmacia 24 horas'])
    assert.deepEqual(await listed(query), ['Odd Pharmacy', 'Silent Pharmacy'], query)
})

test('a barber is no hairdresser for women alone', async () => {
  for (const query of ['barbers', 'barber shop', 'barbería', '床屋'])
    assert.deepEqual(await listed(query), ['Anybody', 'Razor'], query)
  assert.equal((await listed('hairdresser')).length, 3)
})
