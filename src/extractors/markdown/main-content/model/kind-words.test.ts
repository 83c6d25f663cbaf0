import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeKindWords, KIND_WORD_FEATURES } from './kind-words.ts'
import { LINE_MODEL } from './line-model.gen.ts'
import { bytesOf } from './forest.ts'
import { shippedModel } from './line-model.ts'
import { PAGE_KINDS } from './page-kinds.ts'

const KINDS = PAGE_KINDS.length

test('the words of a page count against chance, and those that say most by themselves', () => {
  const lexicon = new Map(
    Array.from({ length: 9 }, (_, word) => [word, PAGE_KINDS.map((_, kind) => word - kind)]),
  )
  const look = (hash: number) => lexicon.get(hash)
  const row = [...describeKindWords([0, 8, 3, 1, 2, 7, 99], look)]
  assert.equal(row.length, KIND_WORD_FEATURES.length)
  const rounded = (value: number | undefined) => Number(value?.toFixed(4))
  assert.equal(rounded(row[0]), rounded(21 / Math.sqrt(6)))
  assert.equal(rounded(row[1]), rounded((21 - 6) / Math.sqrt(6)))
  assert.deepEqual([row[KINDS], rounded(row[KINDS + 1])], [Math.fround(21 / 5), rounded(16 / 5)])
  assert.deepEqual([...describeKindWords([4], look)].slice(KINDS, KINDS + 2), [4, 3])
  assert.deepEqual(
    [...describeKindWords([99], look)],
    KIND_WORD_FEATURES.map(() => 0),
  )
})

test('the shipped lexicon has a value of each kind for each of its words, and none for others', () => {
  const { kindWords } = shippedModel()
  const hashes = new Int32Array(bytesOf(LINE_MODEL.kindWords.hashes))
  const sixteenths = new Int8Array(bytesOf(LINE_MODEL.kindWords.sixteenths))
  assert.equal(sixteenths.length, hashes.length * KINDS)
  for (const [at, hash] of hashes.entries())
    assert.equal((kindWords(hash)?.[KINDS - 1] ?? 0) * 16, sixteenths[at * KINDS + KINDS - 1])
  const known = new Set(hashes)
  for (let hash = 0; hash < 1_000; hash += 1) if (!known.has(hash)) assert.equal(kindWords(hash), undefined)
})
