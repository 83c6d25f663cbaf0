import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RE2JS } from 're2js'
import { PatternError, re2Program, re2Size } from './re2-program.ts'

const ORDINARY = [
  '^/blog/[0-9]+$',
  '(?i)(?:price|preis):\\s*([\\d.,]{1,20})',
  '[[:alpha:]_][\\w-]{0,63}@[^\\]\\s]{1,253}',
  '\\p{Greek}{2,5}|\\x{1F600}{3}|\\Qa{9}\\E',
  '[]a]{3}[^]]{4}',
  '(a{2}(b{3}c?){4}){5}',
  '((((x{5}){4})|y){3})?',
  '/\\d{4}/\\d{2}/\\d{2}/',
  'a{,3}{x}{',
]

test('the size that is guessed is near the one that is compiled', () => {
  for (const pattern of ORDINARY) {
    const compiled = RE2JS.compile(pattern).programSize()
    const guess = re2Size(pattern)
    assert.ok(guess <= 2 * compiled + 10, `${pattern}: ${guess}, not ${compiled}`)
    assert.ok(4 * guess + 10 >= compiled, `${pattern}: ${guess}, not ${compiled}`)
    assert.ok(re2Program(pattern))
  }
})

test('a pattern that repeats too much is refused before it is compiled', (t) => {
  const compile = t.mock.method(RE2JS, 'compile')
  for (const pattern of [
    `(?:${'(?:a|b)?'.repeat(50)}){1000}`,
    `(?:${'\\pL'.repeat(150)}){999}`,
    '(b{1000})'.repeat(40),
    '(((a?){10}){10}){10}'.repeat(20),
    `(?:${'[^a]'.repeat(110)}){1,1000}`,
  ])
    assert.throws(() => re2Program(pattern), PatternError, pattern)
  assert.equal(compile.mock.callCount(), 0)
})
