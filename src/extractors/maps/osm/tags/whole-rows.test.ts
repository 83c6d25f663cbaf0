// Rows as whole as the map makes them: regions, one spelling, addresses of other countries, phone words, invisible characters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressFromTags } from './address-from-tags.ts'
import { phonesFromTags } from './contacts-from-tags.ts'
import { formatAddress, type AddressParts } from './format-address.ts'
import { placeFromTags } from './place-from-tags.ts'
import { visibleTags } from './tag-values.ts'

const MONACO = { city: 'Monaco', district: 'Monte-Carlo', region: null }

test('what no tag says comes from the boundaries around, and a tag has the last word', () => {
  const derived = addressFromTags({ 'addr:street': 'Rue A' }, 'MC', null, MONACO)
  assert.deepEqual([derived.address.city, derived.address.district], ['Monaco', 'Monte-Carlo'])
  assert.ok(!derived.tagged.has('city') && !derived.tagged.has('district'))
  assert.equal(derived.address.formatted, 'Rue A, Monaco, Monaco')
  const tagged = addressFromTags({ 'addr:city': 'Beausoleil' }, 'MC', null, MONACO)
  assert.equal(tagged.address.city, 'Beausoleil')
  assert.equal(addressFromTags({}, 'MC', null, null).address.city, null)
})

test('each name has one spelling, and the raw value stays in the provenance', () => {
  const shouted = addressFromTags({ 'addr:city': 'MONACO' }, 'MC', null, MONACO)
  assert.equal(shouted.address.city, 'Monaco')
  assert.deepEqual([...shouted.raw], [['city', 'MONACO']])
  const coded = addressFromTags({ 'addr:state': 'BC' }, 'CA', null)
  assert.equal(coded.address.region, 'British Columbia')
  assert.equal(coded.raw.get('region'), 'BC')
  const boundary = { city: null, district: null, region: 'Bayern' }
  assert.equal(addressFromTags({ 'addr:state': 'Bavaria' }, 'DE', null, boundary).address.region, 'Bayern')
  assert.equal(addressFromTags({ 'addr:state': 'Somewhere' }, 'CA', null).address.region, 'Somewhere')
  const place = placeFromTags(
    { type: 'node', id: 1, lat: 43.74, lon: 7.42, tags: { amenity: 'cafe', 'addr:city': 'MONACO' } },
    {
      provider: 'osm-file',
      fetchedAt: '2026-01-01T00:00:00.000Z',
      language: null,
      pointCountry: 'MC',
      regions: MONACO,
    },
  )
  assert.deepEqual(place?.provenance['address.city'], {
    provider: 'osm-file',
    tier: 'tag',
    fetchedAt: '2026-01-01T00:00:00.000Z',
    raw: 'MONACO',
  })
  assert.equal(place.provenance['address.district']?.tier, 'derived')
})

test('unit, house name, block and floor are kept', () => {
  const { address } = addressFromTags(
    { 'addr:unit': '4B', 'addr:housename': 'Turm', 'addr:block_number': '7', 'addr:floor': '2' },
    null,
    null,
  )
  assert.deepEqual([address.unit, address.houseName, address.block, address.floor], ['4B', 'Turm', '7', '2'])
})

const NOTHING: AddressParts = {
  street: null,
  houseNumber: null,
  houseName: null,
  unit: null,
  block: null,
  postcode: null,
  district: null,
  city: null,
  region: null,
  country: null,
}

test('a line is in the order of its country', () => {
  const cases: readonly (readonly [code: string, parts: Partial<AddressParts>, line: string])[] = [
    [
      'CA',
      {
        street: 'Georgia Street',
        houseNumber: '100',
        unit: '5',
        postcode: 'V5K 0A1',
        city: 'Vancouver',
        region: 'British Columbia',
      },
      '100 Georgia Street #5, Vancouver, BC V5K 0A1',
    ],
    [
      'AU',
      { street: 'George Street', houseNumber: '100', unit: '5', city: 'Sydney' },
      '5/100 George Street, Sydney',
    ],
    [
      'GB',
      { street: 'Downing Street', houseNumber: '10', postcode: 'SW1A 2AA', city: 'London' },
      '10 Downing Street, London, SW1A 2AA',
    ],
    [
      'DE',
      { street: 'Hauptstraße', houseNumber: '1', houseName: 'Turm', postcode: '10115', city: 'Berlin' },
      'Turm, Hauptstraße 1, 10115 Berlin',
    ],
    [
      'JP',
      {
        region: '東京都',
        city: '千代田区',
        district: '丸の内',
        street: '丸の内1丁目',
        block: '9',
        houseNumber: '1',
        postcode: '100-0005',
      },
      '〒100-0005 東京都千代田区丸の内1丁目9-1',
    ],
    [
      'KR',
      { region: '서울특별시', city: '종로구', street: '세종대로', houseNumber: '175' },
      '서울특별시 종로구 세종대로 175',
    ],
    ['', { street: 'Weg', houseNumber: '1', city: 'Ort' }, 'Weg 1, Ort'],
  ]
  for (const [code, parts, line] of cases) {
    assert.equal(formatAddress({ ...NOTHING, ...parts }, code === '' ? null : code), line, code)
  }
  assert.equal(formatAddress({ ...NOTHING, country: 'Japan' }, 'JP'), null)
})

test('what a stranger writes into a part stays that part', () => {
  const parts = { ...NOTHING, street: '$& {{city}} QxcityxQ', houseNumber: '$1', city: '<b>$`' }
  assert.equal(formatAddress(parts, 'DE'), '$& {{city}} QxcityxQ $1, <b>$`')
})

test('words on the keys of a telephone are dialled', () => {
  const e164 = (phone: string, country: string | null) => phonesFromTags({ phone }, country)[0]?.e164
  assert.equal(e164('1-800-FLOWERS', 'US'), '+18003569377')
  assert.equal(e164('+1 800 GOFEDEX', null), '+18004633339')
  assert.equal(e164('1-800-MATTRESS', 'US'), '+18006288737')
  assert.equal(e164('CALL US', 'US'), null)
  assert.equal(e164('+377 93 15 00 00', 'MC'), '+37793150000')
})

test('invisible characters go, joiners that shape a word stay', () => {
  const tags = visibleTags({
    name: '\u200bCaf\u00adé\u00a0Bar\u200e\ufeff',
    'name:fa': 'می\u200cخواهم',
    note: 'a\u200c b',
  })
  assert.deepEqual(tags, { name: 'Café Bar', 'name:fa': 'می\u200cخواهم', note: 'a b' })
  const plain = { name: 'Café' }
  assert.equal(visibleTags(plain), plain)
})
