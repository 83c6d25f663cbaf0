import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWeightedLru } from './weighted-lru.ts'

test('what was used longest ago goes first, once all together weigh too much', () => {
  const map = createWeightedLru<number>(10)
  map.set('a', 1, 4)
  map.set('b', 2, 4)
  assert.equal(map.get('a'), 1)
  map.set('c', 3, 4)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [1, undefined, 3])
  map.set('a', 9, 8)
  assert.deepEqual([map.get('a'), map.get('c'), map.weight], [9, undefined, 8])
  map.set('heavy', 5, 11)
  assert.deepEqual([map.get('heavy'), map.get('a')], [undefined, 9])
  map.delete('a')
  assert.equal(map.weight, 0)
})
