import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesRule } from './match-rule.ts'

test('globs: a star is any text, also none; everything else is itself', () => {
  for (const [pattern, text, expected] of [
    ['*', '', true],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['ab*ba', 'aba', false],
    ['a.c', 'abc', false],
    ['h*.test', 'h12.test', true],
    ['h*.test', 'x12.test', false],
  ] as const)
    assert.equal(matchesRule('glob', pattern, text), expected, `${pattern} ${text}`)
})

test('a hostile glob takes linear time', () => {
  // Backtracking would never end here.
  assert.equal(matchesRule('glob', `${'a*'.repeat(240)}b`, 'a'.repeat(2_000)), false)
})

test('suffixes of names begin at a dot', () => {
  const host = (rule: string, name: string) => matchesRule('nameSuffix', rule, name)
  assert.deepEqual(
    [
      host('a.test', 'a.test'),
      host('a.test', 'x.a.test'),
      host('.a.test', 'x.a.test'),
      host('a.test', 'xa.test'),
    ],
    [true, true, true, false],
  )
})
