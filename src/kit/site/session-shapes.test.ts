import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maybeSessions, withoutParameter } from './session-shapes.ts'

test('letters with digits may be a session, words, numbers and dates are none', () => {
  const names = (href: string) => maybeSessions(href).map(({ name }) => name)
  assert.deepEqual(names('https://a.test/?sid=1f3a5b7c&t=9'), ['sid'])
  assert.deepEqual(names('https://a.test/?a=x7Kp2Q&b=Zz9abc'), ['a', 'b'])
  for (const query of ['', '?', '?q=shoes', '?id=12345678', '?day=2026-11-23', '?day=20261123', '?v=a1'])
    assert.deepEqual(names(`https://a.test/${query}`), [], query)
  assert.deepEqual(maybeSessions('https://a.test:81/?sid=1f3a5b7c')[0]?.parameter, 'a.test:81 sid')
})

test('an address loses one parameter and keeps the others as they are written', () => {
  assert.equal(
    withoutParameter('https://a.test/x?b=%7e&sid=1&a=2&sid=3', 'sid'),
    'https://a.test/x?b=%7e&a=2',
  )
  assert.equal(withoutParameter('https://a.test/x?sid=1', 'sid'), 'https://a.test/x')
  assert.equal(withoutParameter('https://a.test/x?a=1', 'sid'), 'https://a.test/x?a=1')
})
