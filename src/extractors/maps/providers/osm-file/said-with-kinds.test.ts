// What one word, an hour or a missing letter says beside a kind: who may use it, when it is open, umlauts and prepositions left out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const PLACES = [
  'amenity=toilets name=Ramp wheelchair=yes',
  'amenity=toilets name=Stairs wheelchair=no',
  'amenity=recycling name=Glass_Bank recycling:glass=yes',
  'amenity=recycling name=Clothes_Bank recycling:clothes=yes',
  'amenity=recycling name=Any_Bank',
  'amenity=clinic healthcare=centre name=Health_Centre',
  'amenity=clinic name=Clinic',
  'amenity=post_office name=Post',
  'amenity=parcel_locker name=Locker',
  'amenity=pharmacy name=Day_Pharmacy opening_hours=Mo-Sa&#32;08:00-20:00',
  'amenity=pharmacy name=Night_Pharmacy opening_hours=24/7',
  'amenity=fast_food cuisine=pizza name=By_the_Slice',
  'amenity=cafe cuisine=churro name=Hot_Spirals',
  'amenity=doctors name=Anybodys_Doctor',
  'amenity=doctors name=Family_Doctor healthcare:speciality=general',
  'amenity=doctors name=Children_Doctor healthcare:speciality=paediatrics',
  'shop=bakery name=Early_Bakery opening_hours=Mo-Su&#32;06:00-18:00',
  'shop=bakery name=Late_Bakery opening_hours=Mo-Su&#32;06:00-23:00',
  'shop=bakery name=Night_Bakery opening_hours=Mo-Su&#32;18:00-03:00',
  'shop=bakery name=Silent_Bakery',
  'amenity=restaurant name=Silver cuisine=korean;fine_dining',
  'amenity=restaurant name=Stay cuisine=korean takeaway=no',
  'amenity=restaurant name=Carry cuisine=korean',
  'shop=convenience name=Minh cuisine=nepalese',
  'shop=supermarket name=Sagarmatha cuisine=asian',
  'shop=supermarket name=Any_Market',
  'shop=vehicle_inspection name=Brakes',
  'amenity=vending_machine name=Slice vending=pizza',
  'shop=supermarket name=Woolworths',
]
const OURS: ReadonlySet<string | null> = new Set(
  PLACES.map((text) => (/name=(\S+)/.exec(text)?.[1] ?? '').replaceAll('_', ' ')),
)
const town = useTestTown(nodesOf(PLACES, 900, { lat: 48, lon: 9.9, step: 0.0001 }))
const listed = async (query: string) =>
  namesOf(await town.search({ query, limit: 200 }))
    .filter((name) => OURS.has(name))
    .toSorted()
const each = async (queries: readonly string[], expected: readonly string[]) => {
  for (const query of queries) assert.deepEqual(await listed(query), expected, query)
}

test('a word that says the condition with the kind asks for it', async () => {
  await each(['Behindertentoilette', 'disabled toilet', 'toilettes handicapés', 'engelli tuvaleti'], ['Ramp'])
  await each(['Altglascontainer', 'bottle bank', 'borne à verre', 'glasbak'], ['Any Bank', 'Glass Bank'])
  await each(['Altkleider', 'clothes bank'], ['Clothes Bank'])
})

test('a doctor of everything is no specialist, and a plain doctor may be any', async () => {
  await each(['Hausarzt', 'praktischer Arzt'], ['Anybodys Doctor', 'Family Doctor'])
  await each(
    ['médecin généraliste', 'huisarts', 'aile hekimi', 'médico de cabecera', 'medico di base'],
    ['Anybodys Doctor', 'Family Doctor', 'Health Centre'],
  )
  await each(
    ['doctor', 'Arzt', 'Kinderärzte und Hausärzte'],
    ['Anybodys Doctor', 'Children Doctor', 'Family Doctor'],
  )
})

test('what closes before an hour on every day is not open until then', async () => {
  const late = ['Late Bakery', 'Night Bakery', 'Silent Bakery']
  await each(
    ['bakery open until 10 pm', 'Bäckerei bis 22 Uhr', 'boulangerie jusqu à 22h', 'パン屋 22時まで'],
    late,
  )
  await each(['bakery open until 2 am'], ['Night Bakery', 'Silent Bakery'])
  // An hour of the morning, one that is none, and none at all.
  const all = ['Early Bakery', ...late]
  await each(['bakery', 'bakery until 9', 'bakery open now', 'bakery from 6 am'], all)
})

test('what is cheap is no fine dining, and what is taken away not sold to eat there only', async () => {
  await each(['cheap korean restaurant', 'günstiges koreanisches Restaurant'], ['Carry', 'Stay'])
  await each(['korean takeaway'], ['Carry', 'Silver'])
  await each(['korean restaurant'], ['Carry', 'Silver', 'Stay'])
})

test('beside a supermarket a kitchen says where the goods are from; where none is, any will do', async () => {
  await each(['asian supermarket', 'asiatischer Supermarkt', 'supermarché asiatique'], ['Sagarmatha'])
  await each(['russian supermarket'], ['Any Market', 'Sagarmatha', 'Woolworths'])
})

test('umlauts in two letters, prepositions that are left out, and what people call a brand', async () => {
  await each(['guenstige Baeckerei'], ['Early Bakery', 'Late Bakery', 'Night Bakery', 'Silent Bakery'])
  await each(['distributeur pizza'], ['Slice'])
  await each(['woolies'], ['Woolworths'])
  await each(['contrôle technique', 'vehicle inspection'], ['Brakes'])
})

test('needs of several words, and an hour that is none', async () => {
  await each(['pakketje ophalen', 'recoger paquete', 'Paket abholen'], ['Locker', 'Post'])
  await each(['pharmacy 24', 'аптека 24', 'pharmacy 24h'], ['Night Pharmacy'])
  await each(['pizza al taglio', 'pizza by the slice'], ['By the Slice'])
  await each(['churrería', 'chocolate con churros'], ['Hot Spirals'])
})
