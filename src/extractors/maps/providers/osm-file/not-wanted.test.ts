// What a query does not want, names that nothing has, towns that are called as places are praised, and whose turn it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, useAddedPlaces } from '#test/support/maps/open-test-town.ts'

const town = useAddedPlaces([
  'amenity=restaurant name=Alpha cuisine=pizza',
  'amenity=restaurant name=Beta cuisine=chinese',
  'amenity=restaurant name=Gamma_Pizza',
  'amenity=restaurant name=Delta',
  'amenity=restaurant name=Epsilon diet:vegan=yes',
  'tourism=hotel name=Zeta swimming_pool=yes',
  'tourism=hotel name=Eta',
  'shop=bakery name=Theta',
  'shop=bakery name=Why_Not_Bread',
  'shop=florist name=Iota',
])

/** What of a query was left out, and the codes of the warnings. */
async function aside(query: string) {
  const { understood, warnings } = await town.search({ query })
  return { ignored: understood?.ignored.map(({ text }) => text), warnings }
}

test('a kitchen that is not wanted is left out, in any language and by its name as well', async () => {
  for (const query of [
    'restaurants -pizza',
    'restaurants not pizza',
    'restaurants but not pizza',
    'non pizza restaurants',
    'not pizza restaurants',
    'Restaurants ohne Pizza',
    'restaurants sans pizza',
    'ristoranti senza pizza',
    'restaurantes sin pizza',
    'restaurantes sem pizza',
    'restaurants except pizza',
    'restaurants without any pizza',
    'resturants not pizza',
  ])
    assert.deepEqual(await town.listed(query), ['Beta', 'Delta', 'Epsilon'], query)
  assert.deepEqual(await town.listed('restaurants -pizza -chinese'), ['Delta', 'Epsilon'])
  assert.deepEqual(await town.listed('restaurants not pizza or chinese'), ['Delta', 'Epsilon'])
  assert.deepEqual(await town.listed('restaurants not vegan -pizza'), ['Beta', 'Delta'])
  const { understood } = await town.search({ query: 'restaurants -pizza' })
  assert.deepEqual(
    understood?.qualifiers.map(({ id }) => id),
    ['not/cuisine/pizza'],
  )
})

test('a kind that is not wanted is left out, and a part of a place where the map says that it has it', async () => {
  assert.deepEqual(await town.listed('shops except bakeries'), ['Iota'])
  assert.deepEqual(await town.listed('hotels without pool'), ['Eta'])
})

test('what cannot be left out is named, and never asked for', async () => {
  for (const [query, found, ignored] of [
    ['hotels ohne Restaurant', ['Eta', 'Zeta'], 'ohne restaurant'],
    ['hotels not in Oberau', ['Eta', 'Zeta'], 'not in oberau'],
    ['hotels -unheard', ['Eta', 'Zeta'], '-unheard'],
  ] as const) {
    assert.deepEqual(await town.listed(query), found, query)
    assert.deepEqual(await aside(query), { ignored: [ignored], warnings: ['query_words_ignored'] }, query)
  }
})

test('a name that has such a word is a name', async () => {
  assert.deepEqual(await town.listed('Why Not Bread'), ['Why Not Bread'])
})

test('behind a kind and a word for where stands a town, though the word praises elsewhere', async () => {
  for (const query of [
    'restaurants in Nice',
    'restaurants à Nice',
    'restaurants near Best',
    'Hotels in Gut',
    'hotels in nice with wifi',
    'hotels in nice open now',
  ])
    assert.equal((await failureOf(town.search({ query }))).code, 'unknown_area', query)
  for (const query of [
    'nice hotels',
    'hotels nice',
    'hoteles a buen precio',
    'hotels at best price',
    'hotels on a budget',
  ])
    assert.deepEqual(await town.listed(query), ['Eta', 'Zeta'], query)
})

test('a kind beside a name that nothing has finds nothing and says so, with the kind alone as a suggestion', async () => {
  // `Libary` alone would be a mistyped library.
  for (const query of ['hotel Zürich', 'Hotel Berlin', 'hotel Nice', 'hotel Libary']) {
    const { places, warnings, understood } = await town.search({ query })
    assert.deepEqual([places, warnings], [[], ['name_not_found']], query)
    assert.ok(
      understood?.suggestions.some((other) => other.query === 'hotel'),
      query,
    )
  }
  assert.deepEqual((await town.search({ query: 'hotel Eta' })).warnings, [])
})
