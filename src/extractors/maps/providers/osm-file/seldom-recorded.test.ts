// Conditions that few mappers write: which places count that say nothing of them, and that the answer says so.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { namesOf, nodesOf, openTownWith } from '#test/support/maps/open-test-town.ts'

/** The test town, which has a museum without a sort, with more of them: their names, and the `museum` of each. */
async function townWith(t: TestContext, museums: readonly (readonly [name: string, sort: string | null])[]) {
  const nodes = museums.map(
    ([name, sort]) =>
      `tourism=museum name=${name.replaceAll(' ', '_')}${sort === null ? '' : ` museum=${sort}`}`,
  )
  const town = await openTownWith(nodesOf(nodes))
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
