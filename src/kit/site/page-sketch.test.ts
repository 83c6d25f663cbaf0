import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  mayBeCopies,
  NEAR_DUPLICATE,
  pageBands,
  pageSimilarity,
  readPageSketch,
  writePageSketch,
} from './page-sketch.ts'

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

test('a page with little text is compared with what it may be a copy of, and with no others', () => {
  const short = (links: string, title: string | null = 'Tools') => ({
    title,
    sketch: writePageSketch('A few words.', `A few words. ${links}`),
  })
  const page = short(words('link', 60))
  const sketch = readPageSketch(page.sketch ?? '')
  assert.ok(sketch !== null)
  assert.deepEqual([pageBands(sketch), pageSimilarity(sketch, sketch)], [[], 0])
  assert.ok(mayBeCopies(page, short(`${words('link', 60)} back`)))
  assert.ok(!mayBeCopies(page, short(words('link', 60), 'Toys')))
  assert.ok(!mayBeCopies(short(words('link', 60), null), short(words('link', 60), null)))
  assert.ok(!mayBeCopies(page, short(words('item', 60))))
  assert.ok(!mayBeCopies(page, { title: 'Tools', sketch: null }))
  assert.equal(writePageSketch('A few words.', words('link', 19)), null)
  for (const stored of ['', '.', 'AAAA.AAAA']) assert.equal(readPageSketch(stored), null)
})

test('what is printed around a copy may differ, and what it says may not', () => {
  const page = (plain: string, links: string) => ({
    title: null,
    sketch: writePageSketch(plain, `${plain} ${links}`),
  })
  const good = page(words('text', 150), words('link', 20))
  assert.ok(mayBeCopies(good, page(`${words('text', 150)} back to all`, words('link', 8))))
  assert.ok(!mayBeCopies(good, page(words('other', 150), words('link', 20))))
  // Two goods with the same terms of delivery.
  const terms = words('terms', 100)
  const [one, two] = [
    page(`${words('cup', 50)} ${terms}`, 'back'),
    page(`${words('pot', 50)} ${terms}`, 'back'),
  ]
  assert.ok(!mayBeCopies(one, two))
  // A short page is no copy of a long one.
  assert.ok(!mayBeCopies(good, page('', words('link', 60))))
})
