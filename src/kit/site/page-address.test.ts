import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageAddress } from './page-address.ts'

const SIMILAR = { ignoreQuery: false, similar: true }
const EXACT = { ignoreQuery: false, similar: false }

const url = (text: string, options = SIMILAR) => pageAddress(text, options)?.url
const key = (text: string, options = SIMILAR) => pageAddress(text, options)?.key

test('an address loses its fragment, tracking and session ids, and keeps the order of the rest', () => {
  for (const [text, expected] of [
    ['https://a.test/x?b=2&utm_source=m&a=1#top', 'https://a.test/x?b=2&a=1'],
    ['https://a.test/x?fbclid=9&PHPSESSID=abc', 'https://a.test/x'],
    ['https://a.test/x;jsessionid=4F2A?y=1', 'https://a.test/x?y=1'],
    ['https://a.test/(S(3f5k2j))/x', 'https://a.test/x'],
    ['https://a.test./x?', 'https://a.test/x'],
    ['https://a.test.:8443/x?&&', 'https://a.test:8443/x'],
    ['https://a.test/%7euser?q=%c3%a9', 'https://a.test/~user?q=%C3%A9'],
  ] as const) {
    assert.equal(url(text), expected, text)
    assert.equal(url(expected), expected, expected)
  }
})

test('a session is told by its value where its name may mean something else', () => {
  assert.equal(url('https://a.test/x?sid=1f3a5b7c9d1e3f5a7b9c'), 'https://a.test/x')
  assert.equal(url('https://a.test/x?sid=17'), 'https://a.test/x?sid=17')
  assert.equal(url('https://a.test/x?s=shoes'), 'https://a.test/x?s=shoes')
})

test('similar addresses have one key, and each differs without that', () => {
  const same = [
    'https://www.a.test/docs/?b=2&a=1',
    'http://a.test/docs?a=1&b=2',
    'http://a.test//docs//index.html?b=2&a=1&gclid=7',
    'https://a.test/docs/index.php?b=2&a=1',
    'https://a.test./docs/Default.aspx?b=2&a=1',
  ]
  assert.deepEqual([...new Set(same.map((text) => key(text)))], ['a.test/docs?a=1&b=2'])
  assert.equal(new Set(same.map((text) => key(text, EXACT))).size, same.length)
  const others = [
    'https://a.test/Docs',
    'https://a.test/docs?a=1',
    'https://b.a.test/docs',
    'https://a.test:81/docs',
  ]
  assert.equal(new Set([...others, 'https://a.test/docs'].map((text) => key(text))).size, 5)
  assert.equal(key('https://a.test/'), key('http://www.a.test'))
})

test('the query counts for nothing where the caller says so', () => {
  assert.equal(key('https://a.test/x?a=1', { ignoreQuery: true, similar: false }), 'https://a.test/x')
})

test('relative links are resolved, and what is no page has no address', () => {
  assert.equal(pageAddress('../y', SIMILAR, 'https://a.test/x/z/')?.url, 'https://a.test/x/y')
  for (const text of ['', 'mailto:a@b.test', 'https://u:p@a.test/', 'javascript:void(0)', 'http://'])
    assert.equal(pageAddress(text, SIMILAR), null, text)
})

test('a hostile address takes time linear in its length', () => {
  const long = `https://a.test/${';sid='.repeat(50_000)}?${'a&'.repeat(50_000)}${'/'.repeat(50_000)}`
  assert.ok(pageAddress(long, SIMILAR) !== null)
})
