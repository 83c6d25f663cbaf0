import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readWebAddress } from './web-address.ts'

test('addresses are taken as people paste them', () => {
  for (const [given, href] of [
    ['https://de.wikipedia.org/wiki/Köln', 'https://de.wikipedia.org/wiki/K%C3%B6ln'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['  https://a.example/x \n', 'https://a.example/x'],
    ['https://a.example/a b?c d', 'https://a.example/a%20b?c%20d'],
    [
      'https://a.example/{id}|[1]?q={a|b}&r[]=1',
      'https://a.example/%7Bid%7D%7C%5B1%5D?q=%7Ba%7Cb%7D&r%5B%5D=1',
    ],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['https://a.example/%e4%b8', 'https://a.example/%e4%b8'],
    ['HTTP://A.Example:80/../b', 'http://a.example/b'],
    ['https:\\\\a.example\\b', 'https://a.example/b'],
    ['http://[::1]:8080/x[1]', 'http://[::1]:8080/x%5B1%5D'],
    ['https://u:p@a.example/', 'https://u:p@a.example/'],
    ['https://例え.テスト/パス?q=検索#節', undefined],
  ] as const) {
    const read = readWebAddress(given)
    assert.ok('href' in read, given)
    if (href !== undefined) assert.equal(read.href, href)
  }
})

test('what is no address is told in words', () => {
  for (const [given, words] of [
    ['', /empty/],
    ['example.com/x', /did you mean 'https:\/\/example\.com\/x'\?/],
    ['/wiki', /begins with http/],
    ['ftp://a.example/', /begins with ftp:/],
    ['javascript:alert(1)', /begins with javascript:/],
    ['http://', /name a host/],
    ['http://a.example:99999/', /port '99999'/],
    ['http://a b/', /host 'a b'/],
    ['http://1.2.3.400/', /host '1\.2\.3\.400'/],
  ] as const) {
    const read = readWebAddress(given)
    assert.ok('problem' in read, given)
    assert.match(read.problem, words)
  }
})

test('the normal spelling leads where the given one does, is its own, and has no character that RFC 3986 refuses', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.constantFrom('[', '{', '|', '%', '%2', '^'),
  )
  fc.assert(
    fc.property(piece, piece, piece, (path, query, hash) => {
      const given = `http://a.example/${path}?${query}#${hash}`
      const read = readWebAddress(given)
      assert.ok('href' in read)
      assert.match(read.href, /^http:\/\/a\.example\/(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/)
      assert.deepEqual(readWebAddress(read.href), read)
      assert.equal(URL.parse(read.href)?.href, read.href)
    }),
  )
})
