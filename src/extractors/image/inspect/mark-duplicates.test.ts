import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markDuplicates } from './mark-duplicates.ts'
import type { InspectedImage } from './inspect-image.ts'

/** An image as far as comparing goes. */
function image(
  sha256: string,
  [width, height]: readonly [number, number],
  dhash: string,
  { hex = '#808080', flat = false } = {},
): InspectedImage {
  return {
    facts: { sha256, width, height } as InspectedImage['facts'],
    looks: { dhash, flat, palette: [{ hex, share: 1 }] },
    output: null,
  }
}

const HASH = 'ffff0000ffff0000'

test('the copy with the most pixels stands for all, wherever it is', () => {
  const images = [
    image('a', [100, 50], HASH),
    image('b', [400, 200], HASH),
    null,
    image('c', [200, 100], 'ffff0000ffff03ff'),
  ]
  assert.deepEqual(markDuplicates(images), [1, null, null, 1])
})

test('far hashes, other shapes and other colors are other pictures', () => {
  const first = image('a', [400, 200], HASH)
  for (const other of [
    image('b', [100, 50], 'ffff0000ffff07ff'),
    image('b', [100, 60], HASH),
    image('b', [100, 50], HASH, { hex: '#80ff80' }),
    image('b', [100, 50], HASH, { flat: true }),
    { ...image('b', [100, 50], HASH), looks: null },
  ])
    assert.deepEqual(markDuplicates([first, other]), [null, null])
})

test('equal bytes are copies whatever is in them', () => {
  const even = image('a', [9, 9], '0000000000000000', { flat: true })
  assert.deepEqual(markDuplicates([even, even, even]), [null, 0, 0])
  assert.deepEqual(
    markDuplicates([
      { ...even, looks: null },
      { ...even, looks: null },
    ]),
    [null, 0],
  )
})
