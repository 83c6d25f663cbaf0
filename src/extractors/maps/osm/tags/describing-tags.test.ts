// Names, addresses, categories, attributes, status, links, photos and aliases out of tags.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressFromTags } from './address-from-tags.ts'
import { aliasesFromTags, attributesFromTags, statusFromTags } from './place-from-tags.ts'
import { categoriesFromTags } from './categories-from-tags.ts'
import { linksFromTags, photosFromTags } from './links-from-tags.ts'
import { nameInLanguage, namesFromTags, searchableNames } from './names-from-tags.ts'
import { osmIdOfKey, osmKey, parseOsmId, parseOsmUrl } from '#extractors/maps/osm/osm-id.ts'

const NODE = { type: 'node', id: 7 } as const

test('names are kept by language, and other kinds of names by their kind', () => {
  const tags = {
    name: 'Genf',
    'name:fr': 'Genève',
    'name:zh-Hans': '日内瓦',
    'name:left': 'no language',
    'name:etymology': 'no language',
    'name:en': ' ',
    alt_name: 'Genf am See;Genava',
    old_name: 'Genua',
    official_name: 'République de Genève',
    short_name: 'GE',
    int_name: 'Geneva',
  }
  assert.deepEqual(namesFromTags(tags), {
    fr: 'Genève',
    'zh-Hans': '日内瓦',
    alt: 'Genf am See;Genava',
    old: 'Genua',
    official: 'République de Genève',
    short: 'GE',
    int: 'Geneva',
  })
  assert.equal(nameInLanguage(tags, 'fr-CH'), 'Genève')
  assert.equal(nameInLanguage(tags, 'it'), 'Genf')
  assert.equal(nameInLanguage(tags, null), 'Genf')
  assert.equal(nameInLanguage({ 'name:fr': 'Genève' }, null), null)
  assert.deepEqual(searchableNames({ name: 'A;B', 'name:left': 'C', 'official_name:de': 'D' }), [
    'A',
    'B',
    'D',
  ])
})

test('markup in a name is text, control characters are not', () => {
  assert.equal(nameInLanguage({ name: '<b>Caf\u0000é</b>\n"x"' }, null), '<b>Caf é</b> "x"')
})

test('an address is written as its country writes it', () => {
  const formatted = (tags: Record<string, string>, country: string | null) =>
    addressFromTags(tags, country, 'en').address.formatted
  const parts = {
    'addr:street': 'Städtle',
    'addr:housenumber': '49',
    'addr:postcode': '9490',
    'addr:city': 'Vaduz',
  }
  assert.equal(formatted(parts, 'LI'), 'Städtle 49, 9490 Vaduz, Liechtenstein')
  assert.equal(formatted(parts, 'FR'), '49 Städtle, 9490 Vaduz, France')
  assert.equal(formatted({ ...parts, 'addr:state': 'AL' }, 'US'), '49 Städtle, Vaduz, AL 9490, United States')
  assert.equal(formatted({ 'addr:housenumber': '49' }, 'LI'), null)
  assert.equal(formatted({ 'addr:city': 'Vaduz' }, null), 'Vaduz')
  assert.equal(formatted({ 'addr:full': 'as it is', ...parts }, 'LI'), 'as it is')
})

test('the country comes from the tag, else from the point; city and region are never guessed', () => {
  const tagged = addressFromTags({ 'addr:country': 'mc' }, 'FR', 'de')
  assert.deepEqual([tagged.address.countryCode, tagged.address.country], ['MC', 'Monaco'])
  assert.ok(tagged.tagged.has('countryCode') && !tagged.tagged.has('country'))
  const derived = addressFromTags({ 'addr:country': 'Monaco' }, 'FR', 'de')
  assert.deepEqual([derived.address.countryCode, derived.address.country], ['FR', 'Frankreich'])
  assert.ok(!derived.tagged.has('countryCode'))
  assert.equal(addressFromTags({ 'addr:country': 'XX' }, null, null).address.countryCode, null)
  assert.deepEqual([derived.address.city, derived.address.region, derived.address.street], [null, null, null])
  assert.equal(addressFromTags({ 'contact:street': 'Rue A' }, 'FR', null).address.street, 'Rue A')
  assert.equal(addressFromTags({}, 'FR', 'no locale!').address.country, 'France')
})

test('every value behind a place key is a category', () => {
  assert.deepEqual(categoriesFromTags({ shop: 'bakery;pastry', amenity: 'cafe', office: 'no', craft: ' ' }), [
    'amenity/cafe',
    'shop/bakery',
    'shop/pastry',
  ])
})

test('yes and no are booleans, counts are numbers, the rest is text', () => {
  const tags = {
    wheelchair: 'limited',
    takeaway: 'yes',
    delivery: 'no',
    stars: '4',
    rooms: '4-6',
    'payment:cash': 'yes',
    cuisine: 'pizza;pasta',
    building: 'yes',
    level: '0',
  }
  assert.deepEqual(attributesFromTags(tags), {
    wheelchair: 'limited',
    takeaway: true,
    delivery: false,
    stars: 4,
    rooms: '4-6',
    'payment:cash': true,
    cuisine: 'pizza;pasta',
    level: '0',
  })
})

test('the status of a place is unknown unless a tag says it', () => {
  const status = (tags: Record<string, string>) => statusFromTags(tags, '2021-04-21T00:00:00Z').status
  assert.deepEqual(statusFromTags({ amenity: 'cafe' }, '2021'), { status: 'unknown', tagged: false })
  assert.deepEqual(statusFromTags({ operational_status: 'open' }, '2021'), {
    status: 'operational',
    tagged: true,
  })
  assert.equal(status({ operational_status: 'needs_maintenance' }), 'unknown')
  for (const key of ['disused:amenity', 'abandoned:shop', 'was:office', 'demolished:tourism']) {
    assert.equal(status({ [key]: 'cafe' }), 'permanently_closed', key)
    // Another place stands there now.
    assert.equal(status({ [key]: 'cafe', shop: 'books' }), 'unknown', key)
    assert.deepEqual(categoriesFromTags({ [key]: 'cafe' }), [`${key.split(':')[1]}/cafe`])
    assert.deepEqual(categoriesFromTags({ [key]: 'cafe', shop: 'books' }), ['shop/books'])
  }
  assert.equal(status({ disused: 'yes' }), 'permanently_closed')
  assert.equal(status({ abandoned: 'yes' }), 'permanently_closed')
  assert.equal(status({ shop: 'vacant' }), 'permanently_closed')
  assert.equal(status({ operational_status: 'temporarily_closed' }), 'temporarily_closed')
  assert.equal(status({ opening_hours: 'off' }), 'temporarily_closed')
  assert.equal(status({ end_date: '2020' }), 'permanently_closed')
  assert.equal(status({ end_date: '2021-04-20' }), 'permanently_closed')
  assert.equal(status({ end_date: '2021' }), 'unknown')
  assert.equal(status({ end_date: '2030-01-01' }), 'unknown')
  assert.equal(status({ end_date: 'C19' }), 'unknown')
})

test('links lead to the pages about the place', () => {
  assert.deepEqual(
    linksFromTags(NODE, {
      wikipedia: 'fr:Café de Paris',
      wikidata: 'Q42;Q43',
      wikimedia_commons: 'Category:A b',
      'website:menu': 'a.example/menu',
    }),
    {
      osm: 'https://www.openstreetmap.org/node/7',
      wikipedia: 'https://fr.wikipedia.org/wiki/Caf%C3%A9_de_Paris',
      wikidata: 'https://www.wikidata.org/wiki/Q42',
      wikimediaCommons: 'https://commons.wikimedia.org/wiki/Category:A_b',
      menu: 'http://a.example/menu',
    },
  )
  assert.deepEqual(linksFromTags(NODE, { wikipedia: 'https://evil.example/', wikidata: 'Douglas' }), {
    osm: 'https://www.openstreetmap.org/node/7',
  })
  assert.deepEqual(
    photosFromTags({ image: 'https://a.example/1.jpg;File:x.jpg', wikimedia_commons: 'File:A b.jpg' }),
    [
      { url: 'https://a.example/1.jpg', credit: null },
      { url: 'https://commons.wikimedia.org/wiki/Special:FilePath/A_b.jpg', credit: 'Wikimedia Commons' },
    ],
  )
})

test('ids of registers are aliases, a plain ref is not', () => {
  assert.deepEqual(aliasesFromTags(NODE, { wikidata: 'Q42', ref: '12', 'ref:FR:SIRET': '1;2', gers: 'g' }), [
    { scheme: 'osm', value: 'node/7' },
    { scheme: 'wikidata', value: 'Q42' },
    { scheme: 'gers', value: 'g' },
    { scheme: 'ref:FR:SIRET', value: '1' },
    { scheme: 'ref:FR:SIRET', value: '2' },
  ])
})

test('ids are read in their spellings and survive as one number', () => {
  assert.deepEqual(parseOsmId('osm:way/12'), { type: 'way', id: 12 })
  assert.deepEqual(parseOsmId('relation/9'), { type: 'relation', id: 9 })
  for (const text of ['osm:way/', 'way/12a', 'way 12', 'osm:area/1', '12', `node/${'9'.repeat(20)}`]) {
    assert.equal(parseOsmId(text), null, text)
  }
  assert.deepEqual(parseOsmUrl('https://www.openstreetmap.org/node/12#map=19/1/2'), { type: 'node', id: 12 })
  assert.equal(parseOsmUrl('https://www.openstreetmap.org.evil.example/node/12'), null)
  assert.equal(parseOsmUrl('https://www.openstreetmap.org/user/12'), null)
  for (const id of [
    { type: 'node', id: 12_345_678_901 },
    { type: 'way', id: 1 },
    { type: 'relation', id: -5 },
  ] as const) {
    assert.deepEqual(osmIdOfKey(osmKey(id)), id)
  }
})
