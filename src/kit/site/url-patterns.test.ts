import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RE2JS } from 're2js'
import { patternProblems, timedPatterns } from './url-patterns.ts'

const url = new URL('https://a.test/docs/')

test('expressions that are too large together are refused and not compiled', (t) => {
  const compile = t.mock.method(RE2JS, 'compile')
  const exclude = Array.from({ length: 100 }, (_, n) => `re:(.?){${400 - n}}`)
  assert.deepEqual(patternProblems({ include: ['/docs/*'], exclude }), [
    { pointer: '/exclude/8', code: 'pattern', detail: 'The regular expressions are too large together.' },
  ])
  assert.equal(compile.mock.callCount(), 0)
  assert.deepEqual(patternProblems({ include: ['re:^/[0-9]{4}/'], exclude: exclude.slice(0, 8) }), [])
})

test('each pattern that cannot be read is told with its place', () => {
  const problems = patternProblems({ include: ['/a', 're:('], exclude: ['docs'] })
  assert.deepEqual(
    problems.map(({ pointer }) => pointer),
    ['/include/1', '/exclude/0'],
  )
})

test('patterns say nothing once their time is used up, and go on when addresses have added some', () => {
  let nowMs = 0
  const patterns = timedPatterns(() => (nowMs += 101))
  const any = patterns.any(['/a', '/b', '/docs/*'])
  assert.equal(any(url), true)
  assert.equal(any(url), null)
  for (let n = 0; n < 100; n += 1) patterns.startAddress()
  assert.equal(any(url), true)
  for (let n = 0; n < 10_000; n += 1) patterns.startAddress()
  assert.deepEqual([any(url), any(url)], [true, null], 'no more than half a second is saved up')
})
