// Conditions that few mappers write: which places count that say nothing of them, and that the answer says so.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { namesOf, openTestTown } from '#test/support/maps/open-test-town.ts'

const TOWN = fileURLToPath(new URL('fixtures/town.osm', import.meta.url))

/** The test town, which has a museum without a sort, with more of them: their names, and the `museum` of each. */
async function townWith(t: TestContext, museums: readonly (readonly [name: string, sort: string | null])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'seldom-recorded-'))
  t.after(async () => rm(folder, { recursive: true }))
  const text = await readFile(TOWN, 'utf8')
  const nodes = museums.map(
    ([name, sort], i) =>
      `<node id="${900 + i}" lat="47.0${40 + i}" lon="9.5${50 + i}"><tag k="tourism" v="museum"/><tag k="name" v="${name}"/>${sort === null ? '' : `<tag k="museum" v="${sort}"/>`}</node>`,
  )
  const osmFile = join(folder, 'town.osm')
  await writeFile(osmFile, text.replace('<way ', `${nodes.join('\n')}\n<way `))
  const town = await openTestTown({ osmFile })
  t.after(async () => town[Symbol.asyncDispose]())
  return async (query: string) => {
    const { places, warnings } = await town.search({ query })
    return { found: namesOf({ places }).toSorted(), isTold: warnings.includes('condition_seldom_recorded') }
  }
}

test('where few places say what sort they are, those that say nothing count, and the answer says so', async (t) => {
  const search = await townWith(t, [
    ['Hafenhaus', 'maritime'],
    ['Altes Depot', null],
    ['Kleines Depot', null],
    ['Bildersaal', 'art'],
  ])
  assert.deepEqual(await search('maritime museum'), {
    found: ['Altes Depot', 'Hafenhaus', 'Kleines Depot', 'Museum am Hof'],
    isTold: true,
  })
  assert.deepEqual((await search('museums')).isTold, false)
})

test('where most say it, those that say nothing do not count', async (t) => {
  const search = await townWith(t, [
    ['Hafenhaus', 'maritime'],
    ['Altes Depot', null],
    ['Bildersaal', 'art'],
  ])
  assert.deepEqual(await search('maritime museum'), { found: ['Hafenhaus'], isTold: false })
})

test('where no place says it but one is called so, that one is meant', async (t) => {
  const search = await townWith(t, [
    ['Maritime Museum', null],
    ['Altes Depot', null],
    ['Kleines Depot', null],
  ])
  assert.deepEqual(await search('maritime museum'), { found: ['Maritime Museum'], isTold: false })
})
