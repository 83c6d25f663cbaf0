import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalUrl } from './normal-url.ts'

test('spellings of one address become one', () => {
  for (const [text, expected] of [
    ['HTTP://Example.ORG:80/a/./b/../c', 'http://example.org/a/c'],
    ['https://example.org:443', 'https://example.org/'],
    ['https://example.org/?', 'https://example.org/'],
    ['https://example.org/a#part', 'https://example.org/a'],
    ['https://example.org/a#', 'https://example.org/a'],
    ['https://example.org/%7euser/%c3%a9', 'https://example.org/~user/%C3%A9'],
    ['https://example.org/%2e%2e/a%2Fb', 'https://example.org/a%2Fb'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://example.org/?b=2&a=1&utm_source=x', 'https://example.org/?b=2&a=1&utm_source=x'],
    ['https://example.org/?q=%7ea%2fb', 'https://example.org/?q=~a%2Fb'],
  ] as const) {
    assert.equal(normalUrl(text), expected, text)
    assert.equal(normalUrl(expected), expected, expected)
  }
})

test('what differs for a server stays apart', () => {
  const urls = [
    'https://example.org/a',
    'https://example.org/A',
    'https://example.org/a/',
    'http://example.org/a',
    'https://example.org:8443/a',
    'https://www.example.org/a',
    'https://example.org/a?x=1&y=2',
    'https://example.org/a?y=2&x=1',
    'https://example.org/a%2Fb',
    'https://example.org/a/b',
  ]
  assert.equal(new Set(urls.map(normalUrl)).size, urls.length)
})

test('other texts than shared web addresses have no normal form', () => {
  for (const text of [
    '',
    'example.org',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://u:p@example.org/',
  ])
    assert.equal(normalUrl(text), null, text)
})
