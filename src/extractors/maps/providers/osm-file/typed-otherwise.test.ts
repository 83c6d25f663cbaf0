// What is typed on other keys, with signs of the same sound or with initials; and how India, Korea and China ask for places.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

/** Some 10 m from each other. */
const AT_THE_STATION = [
  'railway=station name=은하역',
  'shop=convenience name=별별마켓',
  'shop=convenience name=달빛상회_은하역점',
  'amenity=pharmacy name=하늘약국',
  'shop=hairdresser name=고운미용실',
  'shop=pet_grooming name=뭉치_애견미용실',
  'amenity=ice_cream name=얼음나라 brand=배스킨라빈스 brand:wikidata=Q584601',
]
/** 20 km away from there. */
const FAR_AWAY = [
  'shop=convenience name=먼동네마켓',
  'amenity=townhall name=금빛구청',
  'amenity=townhall name=달빛동사무소',
  'amenity=fast_food name=肯德基 brand:wikidata=Q524757 brand=肯德基',
  'amenity=restaurant name=東門早餐',
  'place=suburb name=ಹಸಿರುನಗರ',
  'leisure=park name=ಹಸಿರು_ವನ',
  'amenity=hospital name=Q._R._Memorial_Hospital',
  'amenity=restaurant name=Lotus_Leaf cuisine=biryani',
  'amenity=restaurant name=Curry_Corner cuisine=indian',
  'amenity=restaurant name=Green_Plate cuisine=indian diet:jain=yes',
  'tourism=hostel name=Asha_Residency female=yes',
  'tourism=hostel name=Veer_Residency male=yes',
  'shop=chemist name=泰和药店',
  'shop=greengrocer name=绿园水果超市',
  'shop=convenience name=绿园超市',
  'amenity=kindergarten name=小星幼儿园',
  'amenity=restaurant name=Sea_View diet:halal=yes',
  'amenity=fast_food name=Grill_Point diet:halal=yes',
  'amenity=fast_food name=Green_Bowl diet:vegan=yes',
  'amenity=fast_food name=Burger_Point',
  'amenity=cafe name=ركن_النخيل',
  'amenity=library name=مكتبة_النخيل',
  'shop=alcohol name=Bottle_Corner',
  'amenity=pub name=Old_Bottle',
]
const AREA =
  '<relation id="990"><member type="way" ref="991" role="outer"/><tag k="type" v="boundary"/><tag k="boundary" v="administrative"/><tag k="admin_level" v="8"/><tag k="name" v="금빛구"/></relation>'
const CORNERS = [
  [48.19, 9.89],
  [48.19, 9.92],
  [48.22, 9.92],
  [48.22, 9.89],
] as const
const BOUNDARY = [
  ...CORNERS.map(([lat, lon], at) => `<node id="${980 + at}" lat="${lat}" lon="${lon}"/>`),
  `<way id="991">${[0, 1, 2, 3, 0].map((at) => `<nd ref="${980 + at}"/>`).join('')}</way>`,
  AREA,
].join('\n')
const town = useTestTown(
  [
    nodesOf(AT_THE_STATION, 900, { lat: 48, lon: 9.9, step: 0.0001 }),
    nodesOf(FAR_AWAY, 950, { lat: 48.2, lon: 9.9, step: 0.0001 }),
    BOUNDARY,
  ].join('\n'),
)
const listed = async (query: string) => namesOf(await town.search({ query, limit: 200 })).toSorted()

test('what the keys of another alphabet make is read where it says something', async () => {
  for (const query of ['dirrnr', 'Dirrnr', 'fgntrf', 'صيدلية', '약국']) {
    assert.ok((await listed(query)).includes('하늘약국'), query)
  }
  const { understood } = await town.search({ query: 'dirrnr' })
  assert.deepEqual(understood?.corrections, [{ from: 'dirrnr', to: '약국' }])
  for (const query of ['dirr', 'rkskek', 'zzzzzz', 'dkfk', '[];,.']) {
    assert.deepEqual(await listed(query), [], query)
  }
})

test('a sign of the same sound stands for the one that is meant', async () => {
  assert.ok((await listed('편으점')).includes('별별마켓'))
  assert.deepEqual(await listed('베스킨라빈스'), ['얼음나라'])
  assert.deepEqual(await listed('얼음나라'), ['얼음나라'])
  assert.deepEqual(await listed('肯得基'), ['肯德基'])
  for (const query of ['垦德基', '肯大基地', '배수킨라반스', '편파점']) {
    assert.deepEqual(await listed(query), [], query)
  }
})

test('initials are found with and without full stops', async () => {
  for (const query of ['qr memorial', 'q r memorial', 'q.r. memorial hospital']) {
    assert.deepEqual(await listed(query), ['Q. R. Memorial Hospital'], query)
  }
  assert.deepEqual(await listed('qx memorial'), [])
  // Names with words that begin with these letters are other names.
  assert.deepEqual(await listed('mh memorial'), [])
})

test('a sign for a kind may be another of the same sound, and no other', async () => {
  assert.deepEqual(await listed('幼儿圆'), ['小星幼儿园'])
  for (const query of ['幼儿店', '幼儿班级'])
    assert.equal((await listed(query)).includes('小星幼儿园'), false, query)
})

test('a short word at the end of a name says what it is, but for what says another kind in front of it', async () => {
  const chemists = await listed('药店')
  assert.ok(chemists.includes('泰和药店'), chemists.join())
  const markets = await listed('超市')
  assert.ok(markets.includes('绿园超市') && !markets.includes('绿园水果超市'), markets.join())
})

test('who keeps a law of food or serves a diet is also called fast food', async () => {
  assert.deepEqual(await listed('vegan restaurant'), ['Green Bowl'])
  assert.deepEqual(await listed('halal restaurant'), ['Grill Point', 'Sea View'])
})

test('Arabic is found with other letters, in its everyday words', async () => {
  assert.ok((await listed('قهوه')).includes('ركن النخيل'))
  for (const query of ['مكتبه', 'مكتبة النخيل', 'مكتبه النخيل']) {
    assert.ok((await listed(query)).includes('مكتبة النخيل'), query)
  }
})

test('who wants to buy a drink looks for a shop', async () => {
  for (const query of ['buy beer', 'купить пиво', 'acheter du vin']) {
    assert.deepEqual(await listed(query), ['Bottle Corner'], query)
  }
})

test('a station in front of a kind is where, also where a place of the kind is called after it', async () => {
  assert.deepEqual(await listed('은하역 편의점'), ['달빛상회 은하역점', '별별마켓'])
})

test('a longer word for another kind in a name is no word for the kind that it ends with', async () => {
  assert.deepEqual(
    await listed('미용실'),
    (await listed('미용실')).filter((name) => name?.includes('애견') === false),
  )
  assert.ok((await listed('미용실')).includes('고운미용실'))
  assert.deepEqual(await listed('애견미용실'), ['뭉치 애견미용실'])
})

test('the whole name of an institution is that one, and no other one in the area that it is called after', async () => {
  assert.deepEqual(await listed('금빛구청'), ['금빛구청'])
  assert.deepEqual(await listed('금빛구 구청'), ['금빛구청', '달빛동사무소'])
})

test('all hours stand in one word with the kind, and a dish of two signs in a name', async () => {
  assert.ok((await listed('24시편의점')).includes('별별마켓'))
  assert.ok((await listed('早餐')).includes('東門早餐'))
})

test('India asks in its English and in its scripts', async () => {
  for (const [query, ...names] of [
    ['ಹಸಿರುನಗರದಲ್ಲಿ ಪಾರ್ಕ್', 'ಹಸಿರು ವನ'],
    ['medical shop', '하늘약국'],
    ['ಆಸ್ಪತ್ರೆ', 'Q. R. Memorial Hospital'],
    ['biryani', 'Lotus Leaf'],
    ['jain food', 'Green Plate'],
    ['ladies pg', 'Asha Residency'],
  ] as const) {
    const found = await listed(query)
    for (const name of names) assert.ok(found.includes(name), `${query}: ${found.join()}`)
  }
  assert.equal((await listed('biryani')).includes('Curry Corner'), false)
  assert.equal((await listed('ladies pg')).includes('Veer Residency'), false)
})
