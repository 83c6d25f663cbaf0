// The table of categories and the reading of queries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoriesByPhrase, categoryById, categoryLabel } from '#kit/categories/category-table.ts'
import data from '#kit/categories/data/categories.json' with { type: 'json' }
import { readCategories, understandQuery } from './understand-query.ts'

test('every row of the table has an id of its own, a label in each language and tags that it stands for', () => {
  const rows: readonly { id: string; labels: string[]; match?: string[][] }[] = [
    ...data.categories,
    ...data.cuisines,
  ]
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  assert.ok(rows.length > 250)
  for (const { id, labels, match } of rows) {
    assert.equal(labels.length, data.languages.length, id)
    assert.ok(
      labels.every((label) => label.trim() !== ''),
      id,
    )
    for (const tag of match?.flat() ?? [id]) {
      assert.match(
        tag,
        /^(?:amenity|shop|tourism|leisure|craft|office|healthcare|cuisine|religion)\/[a-z0-9_*-]+$/,
        id,
      )
    }
  }
})

test('the words of everyday queries are known', () => {
  const known: readonly (readonly [phrase: string, id: string])[] = [
    ['cafes', 'amenity/cafe'],
    ['coffee', 'amenity/cafe'],
    ['restaurants', 'amenity/restaurant'],
    ['bakeries', 'shop/bakery'],
    ['hotels', 'tourism/hotel'],
    ['pharmacies', 'amenity/pharmacy'],
    ['apotheke', 'amenity/pharmacy'],
    ['supermarkets', 'shop/supermarket'],
    ['gas stations', 'amenity/fuel'],
    ['tankstelle', 'amenity/fuel'],
    ['boulangeries', 'shop/bakery'],
    ['peluquerias', 'shop/hairdresser'],
    ['farmacie', 'amenity/pharmacy'],
    ['dentists', 'amenity/dentist'],
    ['lawyers', 'office/lawyer'],
    ['electricians', 'craft/electrician'],
    ['gyms', 'leisure/fitness_centre'],
    ['レストラン', 'amenity/restaurant'],
  ]
  for (const [phrase, id] of known) {
    assert.ok(
      categoriesByPhrase(phrase).some((category) => category.id === id),
      phrase,
    )
  }
  for (const phrase of ['xyz', 'glas', 'constructor', ''])
    assert.deepEqual(categoriesByPhrase(phrase), [], phrase)
})

test('labels come in the language, else in English, else out of the value', () => {
  assert.equal(categoryLabel('shop/bakery', 'de-CH'), 'Bäckerei')
  assert.equal(categoryLabel('shop/bakery', 'pt'), 'Bakery')
  assert.equal(categoryLabel('healthcare/pharmacy', 'fr'), 'Pharmacie')
  assert.equal(categoryLabel('shop/boat_storage', null), 'Boat storage')
  assert.equal(categoryLabel('office/yes', null), 'Office')
})

test('an id names a category even where the table has no row for it', () => {
  assert.deepEqual(categoryById('shop=boat_storage'), {
    id: 'shop/boat_storage',
    match: [['shop/boat_storage']],
    unnamed: false,
    narrows: false,
  })
  assert.equal(categoryById('group/food')?.match.length, 8)
  assert.equal(categoryById('group/nothing'), null)
  assert.equal(categoryById('highway/bus_stop'), null)
  assert.equal(categoryById('cafe'), null)
})

test('the longest phrase wins, what is left over stays in order', () => {
  const { categories, rest } = readCategories(['old', 'coffee', 'shop', 'town'])
  assert.deepEqual([categories.map(({ id }) => id), rest], [['amenity/cafe'], ['old', 'town']])
})

test('queries are taken apart into kinds, words and an area', () => {
  const areas = new Set(['monaco', 'monte carlo', 'post'])
  const read = (query: string) => {
    const { kind, categories, terms, nameTerms, area } = understandQuery(query, (text) => areas.has(text))
    return [
      kind,
      categories.map(({ id }) => id),
      terms,
      nameTerms,
      area?.text ?? null,
      area?.isCertain ?? null,
    ]
  }
  assert.deepEqual(read(' * '), ['all', [], [], null, null, null])
  assert.deepEqual(read('cafes'), ['category', ['amenity/cafe'], [], null, null, null])
  assert.deepEqual(read('Cafés in Monaco'), ['category', ['amenity/cafe'], [], null, 'monaco', true])
  assert.deepEqual(read('cafes monaco'), [
    'category',
    ['amenity/cafe'],
    [],
    ['cafes', 'monaco'],
    'monaco',
    false,
  ])
  assert.deepEqual(read('cafes in nowhere'), ['category', ['amenity/cafe'], [], null, 'nowhere', true])
  assert.deepEqual(read('restaurants à Monte-Carlo'), [
    'category',
    ['amenity/restaurant'],
    [],
    null,
    'monte carlo',
    true,
  ])
  assert.deepEqual(read('spar in monaco'), ['text', [], ['spar'], ['spar', 'in', 'monaco'], 'monaco', true])
  assert.deepEqual(read('made in italy'), ['text', [], ['made', 'in', 'italy'], null, null, null])
  assert.deepEqual(read('café de paris'), [
    'text',
    ['amenity/cafe'],
    ['paris'],
    ['cafe', 'de', 'paris'],
    null,
    null,
  ])
  assert.deepEqual(read('cafe post'), [
    'category',
    ['amenity/cafe', 'amenity/post_office'],
    [],
    null,
    null,
    null,
  ])
  assert.deepEqual(read('monaco'), ['text', [], ['monaco'], null, null, null])
  assert.deepEqual(read('!!!'), ['text', [], [], null, null, null])
})
