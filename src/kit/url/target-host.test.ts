import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetHost } from './target-host.ts'

test('each host for itself, as its slots are named', () => {
  assert.equal(targetHost({ url: 'https://www.shop.example.co.uk/a?b' }), 'www.shop.example.co.uk')
  assert.equal(targetHost({ url: 'http://user@EXAMPLE.org:8080/' }), 'example.org:8080')
  assert.equal(targetHost({ url: 'https://example.org:443/' }), 'example.org')
})

test('addresses are their own hosts, and each port of one is', () => {
  assert.equal(targetHost({ url: 'http://192.0.2.7:81/' }), '192.0.2.7:81')
  assert.equal(targetHost({ url: 'http://[2001:db8::1]/' }), '[2001:db8::1]')
})

test('null where nothing is fetched', () => {
  assert.equal(targetHost({ query: 'cafes' }), null)
  assert.equal(targetHost({ query: 'cafes', provider: 'osm-file' }), null)
  assert.equal(targetHost({ query: 'cafes', provider: 'constructor' }), null)
  assert.equal(targetHost({ url: 7 }), null)
  assert.equal(targetHost({ url: 'y'.repeat(100_000) }), null)
  assert.equal(targetHost(null), null)
})

test('a map with pages is the target of what names no page', () => {
  assert.equal(targetHost({ query: 'cafes', provider: 'google' }), 'www.google.com')
  assert.equal(targetHost({ url: 'https://example.org/', provider: 'google' }), 'example.org')
})
