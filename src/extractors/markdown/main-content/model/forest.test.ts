import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import { PAGE_FEATURES } from '#extractors/markdown/main-content/lines/page-features.ts'
import { probabilityOf } from './forest.ts'
import { shippedModel } from './line-model.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { WORD_FEATURES } from './word-features.ts'

test('a row goes left where it is at most the limit, and the leaves add up', () => {
  const forest = {
    start: 0,
    columns: Int16Array.of(1, -1, -1, -1),
    limits: Float32Array.of(0.5, -2, 3, 1),
    lefts: Uint16Array.of(1, 0, 0, 0),
    roots: Uint32Array.of(0, 3),
  }
  const probability = (sum: number) => 1 / (1 + Math.exp(-sum))
  assert.equal(probabilityOf(forest, Float32Array.of(9, 0.5)), probability(-1))
  assert.equal(probabilityOf(forest, Float32Array.of(0, 0.6)), probability(4))
})

test('the shipped trees ask only for columns that there are, and every way through them ends', () => {
  const { line, kinds, names, said, headed } = shippedModel()
  const widths = [
    LINE_FEATURES.length + PAGE_FEATURES.length + WORD_FEATURES.length + PAGE_KINDS.length,
    ...PAGE_KINDS.map(() => PAGE_FEATURES.length),
  ]
  assert.equal(kinds.length, PAGE_KINDS.length)
  for (const [at, { columns, limits, lefts, roots }] of [line, ...kinds].entries()) {
    assert.ok(columns.length === limits.length && columns.length === lefts.length && roots[0] === 0)
    for (const [tree, root] of roots.entries()) {
      const end = roots[tree + 1] ?? columns.length
      for (let node = root; node < end; node += 1) {
        const column = columns[node] as number
        assert.ok(column < (widths[at] as number) && Number.isFinite(limits[node]))
        if (column < 0) continue
        const left = root + (lefts[node] as number)
        assert.ok(left > node && left + 1 < end, 'children come after their parent, within the tree')
      }
    }
  }
  for (const lexicon of [names, said, headed]) {
    assert.ok(lexicon.size > 50)
    for (const value of lexicon.values()) assert.ok(Number.isFinite(value))
  }
})
