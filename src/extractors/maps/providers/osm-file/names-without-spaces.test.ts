// Names, areas and kinds in scripts that put no spaces between words, and what is mistyped in them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

/** Some 10 m from each other. */
const AT_THE_STATION = [
  'railway=station name=青波',
  'place=quarter name=緑川町',
  'amenity=hospital name=青波市立病院',
  'amenity=restaurant name=麺屋_一番 cuisine=ramen',
  'amenity=restaurant name=らーめん花 cuisine=noodle',
  'amenity=cafe name=喫茶ミモザ',
  'amenity=pub name=酒処よし',
  'amenity=bar name=角打ち cuisine=izakaya',
  'shop=convenience name=セブンイレブン_青波店',
  'shop=supermarket name=マックスバリュ青波',
  'amenity=parking',
  'leisure=garden name=東京都庭園',
  'amenity=doctors name=佐野眼科医院',
  'amenity=place_of_worship religion=shinto name=青波八幡宮',
  'amenity=parking name=青波八幡宮参拝者駐車場',
  'shop=stationery name=青波駅前文具',
]
/** 20 km away from there. */
const FAR_AWAY = [
  'place=neighbourhood name=松原一丁目',
  'place=neighbourhood name=松原二丁目',
  'amenity=cafe name=茶房まつ',
  'amenity=marketplace name=ตลาดโต้รุ่งริมคลอง',
  'amenity=marketplace name=ตลาดเช้า',
  'amenity=restaurant name=ส้มตำป้าพร',
  'amenity=restaurant name=ข้าวต้มดึก opening_hours=24/7',
  'amenity=restaurant name=ครัวเที่ยง opening_hours=10:00-20:00',
  'amenity=hospital name=โรงพยาบาลริมคลอง',
  'shop=convenience name=เซเว่น_อีเลฟเว่น brand:wikidata=Q259340',
  'amenity=veterinary name=บ้านรักสัตว์',
  'amenity=cafe name=바다커피',
  'amenity=restaurant name=할매돼지국밥',
  'shop=chemist name=康是美藥妝',
  'amenity=marketplace name=東門夜市',
  'amenity=restaurant name=臺灣小館 cuisine=taiwanese',
]
const town = useTestTown(
  [
    nodesOf(AT_THE_STATION, 900, { lat: 48, lon: 9.9, step: 0.0001 }),
    nodesOf(FAR_AWAY, 950, { lat: 48.2, lon: 9.9, step: 0.0001 }),
  ].join('\n'),
)
const listed = async (query: string) => namesOf(await town.search({ query, limit: 200 })).toSorted()

test('a name is found by what stands anywhere in it between two words, with other spaces, kana or characters', async () => {
  for (const [query, ...names] of [
    ['市立病院', '青波市立病院'],
    ['麺屋一番', '麺屋 一番'],
    ['らーめん 花', 'らーめん花'],
    ['ラーメン花', 'らーめん花'],
    ['돼지국밥', '할매돼지국밥'],
    ['국밥', '할매돼지국밥'],
    ['台湾小馆', '臺灣小館'],
    ['セブン', 'セブンイレブン 青波店', 'เซเว่น อีเลฟเว่น'],
  ] as const)
    assert.deepEqual(await listed(query), names.toSorted(), query)
})

test('a piece of a word is no name', async () => {
  for (const query of ['京都', 'マック', '波市', '泊']) assert.deepEqual(await listed(query), [], query)
})

test('what looks alike, an unfinished input and marks that lack are read as they were meant', async () => {
  const shops = ['เซเว่น อีเลฟเว่น', 'セブンイレブン 青波店']
  assert.deepEqual(await listed('コンビ二'), shops)
  assert.deepEqual(await listed('편의ㅈ'), shops)
  assert.deepEqual(await listed('びょういn'), ['โรงพยาบาลริมคลอง', '青波市立病院'])
  assert.deepEqual(await listed('โตรุงริมคลอง'), ['ตลาดโต้รุ่งริมคลอง'])
  const { understood } = await town.search({ query: 'コンビ二' })
  assert.deepEqual(understood?.corrections, [{ from: 'コンビ二', to: 'コンビニ' }])
})

test('a quarter, a station, its exit or the end of the name of a landmark may stand in front of a kind', async () => {
  for (const [query, name] of [
    ['青波駅 カフェ', '喫茶ミモザ'],
    ['青波駅南口喫茶店', '喫茶ミモザ'],
    ['青波站3號出口 咖啡廳', '喫茶ミモザ'],
    ['緑川 喫茶店', '喫茶ミモザ'],
    ['松原 カフェ', '茶房まつ'],
    ['松原カフェ', '茶房まつ'],
  ] as const) {
    const found = await listed(query)
    assert.ok(found.includes(name), `${query}: ${found.join()}`)
    assert.equal(found.includes('喫茶ミモザ') && found.includes('茶房まつ'), false, query)
  }
  assert.deepEqual(await listed('青波駅'), ['青波'])
  assert.equal((await town.search({ query: '八幡宮 駐車場' })).places.length, 2)
  assert.deepEqual(await listed('セブン 青波駅'), ['セブンイレブン 青波店'])
  assert.deepEqual(await listed('เซเว่นหน้าโรงพยาบาลริมคลอง'), ['เซเว่น อีเลฟเว่น'])
})

test('kinds, conditions and trades are known in these languages', async () => {
  for (const [query, ...names] of [
    ['居酒屋', '角打ち', '酒処よし'],
    // Elsewhere a pub is none.
    ['izakaya', '角打ち'],
    ['ラーメン屋', 'らーめん花', '東京ラーメン', '麺屋 一番'],
    ['夜市', 'ตลาดโต้รุ่งริมคลอง', '東門夜市'],
    ['眼科', '佐野眼科医院'],
    ['药妆店', '康是美藥妝'],
    ['ร้านอาหาร24ชม', 'ข้าวต้มดึก'],
    ['ร้านส้มตำ', 'ส้มตำป้าพร'],
    ['โรงพยาบาลสัตว์', 'บ้านรักสัตว์'],
  ] as const)
    assert.deepEqual(await listed(query), names.toSorted(), query)
})
