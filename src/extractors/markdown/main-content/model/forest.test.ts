import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import { PAGE_FEATURES } from '#extractors/markdown/main-content/lines/page-features.ts'
import { bytesOf, probabilityOf } from './forest.ts'
import { KIND_WORD_FEATURES } from './kind-words.ts'
import { LINE_MODEL } from './line-model.gen.ts'
import { shippedModel } from './line-model.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { WORD_FEATURES } from './word-features.ts'

test('a row goes left where it is at most the limit, and the leaves add up', () => {
  const forest = {
    start: 0,
    nodes: Int32Array.of((1 << 16) | 1, -1, -1, -1),
    limits: Float32Array.of(0.5, -2, 3, 1),
    roots: Uint32Array.of(0, 3),
  }
  const probability = (sum: number) => 1 / (1 + Math.exp(-sum))
  assert.equal(probabilityOf(forest, Float32Array.of(9, 0.5)), probability(-1))
  assert.equal(probabilityOf(forest, Float32Array.of(0, 0.6)), probability(4))
})

test('the shipped trees ask only for columns that there are, and every way through them ends', () => {
  const { line, kinds } = shippedModel()
  const widths = [
    LINE_FEATURES.length + PAGE_FEATURES.length + WORD_FEATURES.length + PAGE_KINDS.length,
    ...PAGE_KINDS.map(() => PAGE_FEATURES.length + KIND_WORD_FEATURES.length),
  ]
  assert.equal(kinds.length, PAGE_KINDS.length)
  for (const [at, { nodes, limits, roots }] of [line, ...kinds].entries()) {
    assert.ok(nodes.length === limits.length && roots[0] === 0)
    for (const [tree, root] of roots.entries()) {
      const end = roots[tree + 1] ?? nodes.length
      for (let node = root; node < end; node += 1) {
        const packed = nodes[node] as number
        assert.ok(packed >> 16 < (widths[at] as number) && Number.isFinite(limits[node]))
        if (packed < 0) continue
        const left = root + (packed & 0xffff)
        assert.ok(left > node && left + 1 < end, 'children come after their parent, within the tree')
      }
    }
  }
})

test('a lexicon gives the value of each of its words, and none for other words', () => {
  const { names, said, headed } = LINE_MODEL
  const model = shippedModel()
  for (const [stored, lexicon] of [
    [names, model.names],
    [said, model.said],
    [headed, model.headed],
  ] as const) {
    const hashes = new Int32Array(bytesOf(stored.hashes))
    const values = new Float32Array(bytesOf(stored.values))
    assert.ok(hashes.length > 50 && hashes.length === values.length)
    hashes.forEach((hash, at) => {
      assert.equal(lexicon.get(hash), values[at])
      if (!hashes.includes(hash + 1)) assert.equal(lexicon.get(hash + 1), undefined)
    })
  }
})
