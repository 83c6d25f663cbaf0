import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessionJar } from './cookie-jar.ts'

const at = (url: string): URL => new URL(url)

test('cookies go where they belong', () => {
  const jar = createSessionJar([])
  jar.saw(at('https://shop.example.org/a/b'), [
    'sid=1; Path=/; Secure; HttpOnly',
    'all=2; Domain=example.org; Path=/',
    'deep=3; Path=/a',
    'foreign=4; Domain=other.org',
    'suffix=5; Domain=org',
    'gone=6; Max-Age=0',
    'no cookie at all',
  ])
  const header = (url: string): string | undefined => jar.header(at(url))?.split('; ').toSorted().join()
  assert.equal(header('https://shop.example.org/'), 'all=2,sid=1')
  assert.equal(header('https://shop.example.org/a/x'), 'all=2,deep=3,sid=1')
  assert.equal(header('http://shop.example.org/'), 'all=2')
  assert.equal(header('https://www.example.org/'), 'all=2')
  assert.equal(jar.header(at('https://other.org/')), null)
})

test('what it holds makes an equal one', () => {
  const jar = createSessionJar([])
  jar.saw(at('https://shop.example.org/a'), [
    'sid=1; Path=/; Secure; HttpOnly; SameSite=None',
    'all=2; Domain=example.org; Path=/a; Max-Age=3600; SameSite=Strict',
    'odd="x=y, z"; Path=/',
  ])
  const all = jar.all()
  assert.deepEqual(createSessionJar(all).all(), all)
  assert.deepEqual(all.map(({ name, domain, sameSite }) => [name, domain, sameSite]).toSorted(), [
    ['all', '.example.org', 'Strict'],
    ['odd', 'shop.example.org', 'Lax'],
    ['sid', 'shop.example.org', 'None'],
  ])
  assert.equal(all.find(({ name }) => name === 'sid')?.expires, -1)
})

test('an address and a name without a suffix have cookies of their own', () => {
  const jar = createSessionJar([])
  for (const host of ['http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]/', 'http://a.town.test/'])
    jar.saw(at(host), [`at=${new URL(host).hostname}`])
  assert.equal(jar.header(at('http://127.0.0.1:9090/x')), 'at=127.0.0.1')
  assert.equal(jar.header(at('http://localhost/')), 'at=localhost')
  assert.equal(jar.header(at('http://a.town.test/')), 'at=a.town.test')
  assert.deepEqual(createSessionJar(jar.all()).all(), jar.all())
})

test('an answer with thousands of cookies is cut', () => {
  const jar = createSessionJar([])
  jar.saw(
    at('http://a.test/'),
    Array.from({ length: 5_000 }, (_, n) => `c${n}=${'x'.repeat(10)}`),
  )
  jar.saw(at('http://a.test/'), [`long=${'x'.repeat(10_000)}`])
  assert.equal(jar.all().length, 100)
})
