import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { readSketch, sketchBands, sketchSimilarity, textSketch, writeSketch } from './text-sketch.ts'

const random = seededRandom('text-sketch')
const word = (): string => Math.floor(random() * 2 ** 40).toString(36)
const wordsOf = (count: number): string[] => Array.from({ length: count }, word)

function sketchOf(words: readonly string[] | string) {
  const sketch = textSketch(typeof words === 'string' ? words : words.join(' '))
  assert.ok(sketch !== null)
  return sketch
}

/** The share of shingles that two texts have in common, counted. */
function shareOf(one: readonly string[], two: readonly string[]): number {
  const shingles = (words: readonly string[]) =>
    new Set(words.slice(2).map((last, at) => `${words[at]} ${words[at + 1]} ${last}`))
  const [a, b] = [shingles(one), shingles(two)]
  const both = [...a].filter((shingle) => b.has(shingle)).length
  return both / (a.size + b.size - both)
}

test('the similarity of two sketches is about the share that the texts have in common', () => {
  for (const kept of [0, 0.3, 0.6, 0.8, 0.95, 1]) {
    const errors = Array.from({ length: 20 }, () => {
      const one = wordsOf(400)
      const two = [...one.slice(0, 400 * kept), ...wordsOf(400 - 400 * kept)]
      return sketchSimilarity(sketchOf(one), sketchOf(two)) - shareOf(one, two)
    })
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    assert.ok(Math.abs(mean) < 0.05, `${kept}: ${mean}`)
    for (const error of errors) assert.ok(Math.abs(error) < 0.25, `${kept}: ${error}`)
  }
})

test('case, punctuation and blanks tell no texts apart; short texts have no sketch', () => {
  const words = wordsOf(80)
  const other = words.map((one) => `“${one.toUpperCase()}”,\n`).join(' ')
  assert.equal(sketchSimilarity(sketchOf(words), sketchOf(other)), 1)
  assert.equal(textSketch(wordsOf(49).join(' ')), null)
  assert.equal(textSketch(''), null)
  // Scripts without blanks: a character is a word.
  const text = (from: number) => String.fromCodePoint(...Array.from({ length: 60 }, (_, n) => from + n))
  assert.equal(sketchSimilarity(sketchOf(text(0x4e00)), sketchOf(`${text(0x4e00)}。`)), 1)
  assert.ok(sketchSimilarity(sketchOf(text(0x4e00)), sketchOf(text(0x5e00))) < 0.1)
})

test('similar texts share a band, and other ones do not', () => {
  const shares = (one: readonly string[], two: readonly string[]): boolean => {
    const bands = new Set(sketchBands(sketchOf(one)))
    return sketchBands(sketchOf(two)).some((band) => bands.has(band))
  }
  const texts = Array.from({ length: 50 }, () => wordsOf(300))
  assert.ok(texts.every((words) => shares(words, [...words, ...wordsOf(15)])))
  assert.ok(texts.every((words, at) => texts.slice(0, at).every((other) => !shares(words, other))))
  for (const band of sketchBands(sketchOf(wordsOf(60)))) assert.equal(band, band | 0)
})

test('a sketch is read as it was written, and nothing else is', () => {
  const sketch = sketchOf(wordsOf(100))
  assert.deepEqual(readSketch(writeSketch(sketch)), sketch)
  assert.equal(writeSketch(sketch).length, 160)
  for (const text of ['', 'AAAA', `${writeSketch(sketch)}AAAA`]) assert.equal(readSketch(text), null)
})
