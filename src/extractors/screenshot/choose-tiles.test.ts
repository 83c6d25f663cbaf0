import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTiles } from './choose-tiles.ts'
import { MAX_PIXELS, MAX_SIDE_PX } from './options.ts'

test('one region is one tile, on whole pixels', () => {
  const { tiles, isCut } = chooseTiles({ x: 1.5, y: 2.2, width: 10, height: 10 }, 1, MAX_SIDE_PX)
  assert.deepEqual([tiles, isCut], [[{ x: 1, y: 2, width: 11, height: 11 }], false])
})

test('a high region is cut into tiles that touch, whose height is in pixels of the picture', () => {
  const { tiles } = chooseTiles({ x: 0, y: 0, width: 100, height: 1_000 }, 2, 800)
  assert.deepEqual(
    tiles.map(({ y, height }) => [y, height]),
    [
      [0, 400],
      [400, 400],
      [800, 200],
    ],
  )
})

test('no page is larger than the bounds', () => {
  for (const [width, height, scale] of [
    [1e9, 1e9, 1],
    [1, 1e9, 3],
    [20_000, 10, 2],
    [1, 1, 1],
  ] as const) {
    const { tiles, region, isCut } = chooseTiles({ x: 0, y: 0, width, height }, scale, MAX_SIDE_PX)
    assert.equal(isCut, region.width < width || region.height < height)
    assert.ok(region.width * region.height * scale * scale <= MAX_PIXELS)
    for (const tile of tiles) assert.ok(Math.max(tile.width, tile.height) * scale <= MAX_SIDE_PX)
    assert.equal(
      tiles.reduce((sum, tile) => sum + tile.height, 0),
      region.height,
    )
  }
})
