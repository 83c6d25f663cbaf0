import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetDomain } from './target-domain.ts'

test('the domain of a URL input is the one that is registered', () => {
  assert.equal(targetDomain({ url: 'https://www.shop.example.co.uk/a?b' }), 'example.co.uk')
  assert.equal(targetDomain({ url: 'http://user@EXAMPLE.org:8080/' }), 'example.org')
})

test('an address is its own domain', () => {
  assert.equal(targetDomain({ url: 'http://192.0.2.7:81/' }), '192.0.2.7')
  assert.equal(targetDomain({ url: 'http://[2001:db8::1]/' }), '2001:db8::1')
})

test('an input without a URL has none', () => {
  assert.equal(targetDomain({ query: 'cafes' }), null)
  assert.equal(targetDomain({ url: 7 }), null)
  assert.equal(targetDomain({ url: 'y'.repeat(100_000) }), null)
  assert.equal(targetDomain(null), null)
})
