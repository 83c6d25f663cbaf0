// Errands, words that name neighbouring kinds together, and those that leave a sort of a kind out; tags of other times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'amenity=childcare name=Nido_Arcobaleno',
  'amenity=kindergarten name=Scuola_dell’Infanzia_Sole',
  'amenity=kindergarten name=Little_Steps',
  'shop=laundry name=Suds self_service=yes',
  'shop=laundry name=White_Linen',
  'shop=dry_cleaning name=Crease',
  'amenity=clinic name=Corner_Walk-in_Clinic',
  'amenity=clinic name=Heart_Clinic healthcare:speciality=cardiology',
  'amenity=doctors name=Dr_Open',
  'shop=barber name=Old_Razor',
  'shop=hairdresser name=Curl',
  'amenity=cafe name=Bean',
  'amenity=cafe name=Bean_and_Bun cuisine=coffee_shop;sandwich',
  'amenity=cafe name=Curry_Corner cuisine=indian',
  'amenity=cafe name=Grill_Room cuisine=steak_house',
  'amenity=coffee_shop name=Third_Wave',
  'amenity=fast_food cuisine=coffee_shop name=Quick_Cup',
  'amenity=police name=Stazione_Carabinieri_Porto',
  'amenity=police name=Polizia_Locale',
  'office=government name=Agenzia_Terre',
  'office=government name=Registro_Civil_Norte',
  'office=government name=Motor_Vehicle_Administration',
  'amenity=police name=Comisaría_de_Policía_Nacional',
  'amenity=townhall name=Municipio',
  'amenity=recycling recycling_type=centre name=Yard',
  'amenity=recycling recycling_type=container name=Glass_Bin recycling:glass=yes',
  'shop=stationery name=Pencil',
  'shop=copyshop name=Toner',
  'amenity=parking name=Parking_Hospital',
  'amenity=parking',
  'amenity=hospital name=San_Roque',
  'amenity=parking name=Station_Deck',
  'railway=station name=Porto',
  'leisure=park name=Green',
  'amenity=toilets name=Step_Free wheelchair=designated',
  'amenity=toilets name=Stairs',
  'amenity=library name=Ramp wheelchair=yes',
  'office=taxi name=Remisería_Sur',
]
const OURS: ReadonlySet<string | null> = new Set(
  PLACES.map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
const town = useTestTown(nodesOf(PLACES, 950, { lat: 48.2, lon: 9.1, step: 0.0001 }))
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 }))
    .filter((name) => OURS.has(name))
    .toSorted()
const each = async (queries: readonly string[], expected: readonly string[]) => {
  for (const query of queries) assert.deepEqual(await listed(query), expected.toSorted(), query)
}

test('who looks for a daycare means a kindergarten as well, and for babies none that its name says is for older children', async () => {
  const all = ['Little Steps', 'Nido Arcobaleno', 'Scuola dell’Infanzia Sole']
  await each(['daycare', 'garderie', 'guardería', 'Kita', 'kinderopvang', 'barnomsorg', '托儿所'], all)
  await each(['asilo nido', 'crèche', 'Kinderkrippe', 'sala cuna'], ['Little Steps', 'Nido Arcobaleno'])
  await each(['scuola materna', 'kindergarten'], ['Little Steps', 'Scuola dell’Infanzia Sole'])
})

test('a word for laundry of any sort finds who cleans dry, and one for what others do none where one does it oneself', async () => {
  await each(
    ['lavandaria', 'lavandería', 'lavanderia', 'Wäscherei', 'pralnia'],
    ['Crease', 'Suds', 'White Linen'],
  )
  await each(['クリーニング', 'laundry service', 'Bügelservice'], ['Crease', 'White Linen'])
  await each(['laundromat', 'lavandería autoservicio'], ['Suds'])
  await each(['dry cleaning', 'pressing', 'tintorería', 'chemische Reinigung'], ['Crease'])
})

test('a doctor without an appointment may be at a clinic or a practice, and no specialist', async () => {
  await each(
    ['walk in clinic', 'walk-in clinics', 'clinique sans rendez-vous'],
    ['Corner Walk-in Clinic', 'Dr Open'],
  )
  await each(['clinic'], ['Corner Walk-in Clinic', 'Heart Clinic'])
})

test('kinds are found by the tags of other times, and coffee not where a kitchen is served', async () => {
  await each(['barber', 'peluquería', 'Friseur'], ['Curl', 'Old Razor'])
  await each(['coffee shop', 'coffee', 'кофейня'], ['Bean', 'Bean and Bun', 'Quick Cup', 'Third Wave'])
  await each(['cafe'], ['Bean', 'Bean and Bun', 'Curry Corner', 'Grill Room', 'Quick Cup', 'Third Wave'])
})

test('a force of the police is found by the names of its stations, and any police where none says so', async () => {
  await each(['carabinieri', 'carabineri'], ['Stazione Carabinieri Porto'])
  await each(['polizia locale'], ['Polizia Locale'])
  const all = ['Comisaría de Policía Nacional', 'Polizia Locale', 'Stazione Carabinieri Porto']
  await each(['police', 'guardia civil', 'sheriff'], all)
})

test('papers are where their offices are', async () => {
  await each(['renovar dni', 'sacar el DNI'], ['Comisaría de Policía Nacional', 'Registro Civil Norte'])
  await each(['registro civil', 'birth certificate'], ['Registro Civil Norte'])
  await each(['Personalausweis', 'carte d’identité'], ['Municipio', 'Registro Civil Norte'])
  await each(['DMV', 'renew driver’s license'], ['Motor Vehicle Administration'])
})

test('errands: what is copied, and what is thrown away', async () => {
  await each(['sacar fotocopias', 'tirar fotocópias', 'fotocopie'], ['Pencil', 'Toner'])
  await each(['copy shop', 'Copyshop'], ['Toner'])
  await each(['donde tirar aceite usado', 'Altöl entsorgen', 'déchetterie', 'Sperrmüll'], ['Yard'])
})

test('words of an errand that objects of JavaScript have are names', async () => {
  for (const query of ['constructor', 'renew constructor', '__proto__ daycare', 'toString police'])
    assert.deepEqual((await listed(query)).includes('constructor'), false)
})

test('a car park that is called after the hospital is not the only one there, and Parken is no park', async () => {
  const at = async (query: string) =>
    (await town.search({ query, limit: 200 })).places.map(({ name }) => name)
  const there = await at('parking hospital')
  assert.ok(there.includes('Parking Hospital') && there.includes(null), JSON.stringify(there))
  const beside = await listed('parken bahnhof')
  assert.ok(beside.includes('Station Deck') && !beside.includes('Green') && !beside.includes('Porto'))
})

test('toilets for wheelchairs have a word of their own, and are no place with a ramp', async () => {
  await each(['handikapptoalett', 'rolstoeltoilet', 'baño adaptado', 'accessible toilet'], ['Step Free'])
  assert.ok((await listed('rolstoelvriendelijk')).includes('Ramp'))
})
