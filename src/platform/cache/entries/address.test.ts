import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, hostName } from './address.ts'

test('an entry belongs to the address asked for and to the one that answered', () => {
  assert.deepEqual(addressOf('HTTPS://Example.org:443/a#x', 'https://www.example.org/b#y'), {
    url: 'https://example.org/a',
    finalUrl: 'https://www.example.org/b',
    host: 'example.org',
    finalHost: 'www.example.org',
  })
  assert.equal(addressOf('https://example.org/a', null)?.finalUrl, 'https://example.org/a')
  assert.equal(addressOf('https://example.org/a', 'about:blank')?.finalHost, 'example.org')
  assert.equal(addressOf('file:///a', null), null)
})

test('a filter takes a host name in any spelling, and nothing else', () => {
  for (const [text, expected] of [
    ['Example.ORG', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    ['localhost', 'localhost'],
    ['example.org:8080', null],
    ['https://example.org', null],
    ['user@example.org', null],
    ['a b', null],
    ['example.org/x', null],
    ['%zz', null],
    ['', null],
  ] as const) {
    assert.equal(hostName(text), expected, text)
  }
})
