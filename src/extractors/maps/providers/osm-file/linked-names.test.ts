// Names in front of a word that says where, and names that hold such a word.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { namesOf, openTestTown, type TestTown } from '#test/support/maps/open-test-town.ts'

const TOWN = fileURLToPath(new URL('fixtures/town.osm', import.meta.url))
const MORE = [
  ['amenity', 'bar', 'Bar in der Au'],
  ['amenity', 'cafe', 'Café near the Park'],
  ['amenity', 'cafe', 'Bar Central'],
]
  .map(
    ([key, value, name], i) =>
      `<node id="${900 + i}" lat="47.0${40 + i}" lon="9.5${50 + i}"><tag k="${key}" v="${value}"/><tag k="name" v="${name}"/></node>`,
  )
  .join('\n')

let folder: string
let town: TestTown
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linked-names-'))
  const osmFile = join(folder, 'town.osm')
  const text = await readFile(TOWN, 'utf8')
  const at = text.indexOf('<way ')
  await writeFile(osmFile, `${text.slice(0, at)}${MORE}\n${text.slice(at)}`)
  town = await openTestTown({ osmFile })
})
after(async () => {
  await town[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

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
