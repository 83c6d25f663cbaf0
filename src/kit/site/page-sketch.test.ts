import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEAR_DUPLICATE, pageBands, pageSimilarity, readPageSketch, writePageSketch } from './page-sketch.ts'

const words = (seed: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${seed}${n}`).join(' ')

function sketchOf(plain: string, links: string) {
  const stored = writePageSketch(plain, `${plain} ${links}`)
  const sketch = stored === null ? null : readPageSketch(stored)
  assert.ok(sketch !== null)
  return sketch
}

test('pages are alike when both their text and their links are', () => {
  const page = sketchOf(words('text', 300), words('link', 100))
  const edited = sketchOf(`${words('text', 300)} printed on Monday`, words('link', 100))
  assert.ok(pageSimilarity(page, edited) >= NEAR_DUPLICATE)
  assert.ok(pageBands(page).some((band) => pageBands(edited).includes(band)))
  // A short article under a menu of many words, and a list that says the same around other entries.
  const article = sketchOf(words('other', 60), words('link', 1_000))
  const second = sketchOf(words('third', 60), words('link', 1_000))
  assert.ok(pageSimilarity(article, second) < 0.2)
  const list = sketchOf(words('text', 100), words('entry', 300))
  assert.ok(pageSimilarity(list, sketchOf(words('text', 100), words('item', 300))) < 0.6)
})

test('a page with little text has no sketch, and what is no sketch is not read', () => {
  assert.equal(writePageSketch('A few words.', words('link', 500)), null)
  for (const stored of ['', '.', 'AAAA.AAAA']) assert.equal(readPageSketch(stored), null)
})
