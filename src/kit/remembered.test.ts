// Answers are made once, as long as they are kept, and apart for each owner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered, rememberedOf } from './remembered.ts'

test('the last answers are kept by their key, also where the answer is nothing', () => {
  const asked: string[] = []
  const answer = remembered((key, more: string) => {
    asked.push(key)
    return more === '' ? undefined : `${key} ${more}`
  }, 2)
  assert.deepEqual(
    [answer('a', 'x'), answer('a', 'x'), answer('b', ''), answer('b', '')],
    ['a x', 'a x', undefined, undefined],
  )
  assert.deepEqual(asked, ['a', 'b'])
  answer('c', 'x')
  answer('a', 'x')
  assert.deepEqual(asked, ['a', 'b', 'c', 'a'])
})

test('owners share no answers', () => {
  const length = rememberedOf((owner: readonly string[], key) => owner.indexOf(key), 10)
  const [one, other] = [
    ['a', 'b'],
    ['b', 'a'],
  ]
  assert.deepEqual([length(one, 'a'), length(other, 'a'), length(one, 'a')], [0, 1, 0])
})
