// Names in front of a word that says where, and names that hold such a word.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf, nodesOf, useTestTown } from '#test/support/maps/open-test-town.ts'

const town = useTestTown(
  nodesOf([
    'amenity=bar name=Bar_in_der_Au',
    'amenity=cafe name=Café_near_the_Park',
    'amenity=cafe name=Bar_Central',
  ]),
)

async function read(query: string) {
  const { places, understood } = await town.search({ query })
  return { found: namesOf({ places }), names: understood?.names, where: understood?.location?.text ?? null }
}

test('a name in front of a word for nearness is looked for at the place behind it, in many languages', async () => {
  const cases: [query: string, where: string][] = [
    ['Bella near Ristorante Roma', 'ristorante roma'],
    ['bella close to ristorante roma', 'ristorante roma'],
    ['Bella at Ristorante Roma', 'ristorante roma'],
    ['Bella neben dem Ristorante Roma', 'dem ristorante roma'],
    ['Bella bei Ristorante Roma', 'ristorante roma'],
    ['Bella près de Ristorante Roma', 'ristorante roma'],
    ['Bella vicino a Ristorante Roma', 'ristorante roma'],
    ['Bella cerca del Ristorante Roma', 'ristorante roma'],
    ['Ristorante Romaの近くのBella', 'ristorante roma'],
  ]
  for (const [query, where] of cases) {
    assert.deepEqual(
      await read(query),
      { found: ['Pizzeria Bella'], names: ['bella'], where: where.replace(/^dem /, '') },
      query,
    )
  }
})

test('a name that is nowhere is none at a place either', async () => {
  const { found, where } = await read('Zzyzx near Ristorante Roma')
  assert.deepEqual([found, where], [[], null])
})

test('a name that holds such a word is found, whether or not the words behind it name something', async () => {
  assert.deepEqual(await read('Bar in der Au'), {
    found: ['Bar in der Au'],
    names: ['bar in der au'],
    where: null,
  })
  assert.deepEqual((await read('Café near the Park')).found.includes('Café near the Park'), true)
  // Another bar is no place of that name.
  assert.deepEqual((await read('bar in der au')).found, ['Bar in der Au'])
})

test('a kind in front of the word stays a kind', async () => {
  const { found, where } = await read('restaurants near Krone')
  assert.deepEqual([where, found.every((name) => /Bella|Roma/.test(name ?? ''))], ['krone', true])
})
