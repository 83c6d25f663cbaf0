import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveAddress, urlBelow } from './resolve-address.ts'

test('an address is absolute by its base, and stays as it is where it cannot be', () => {
  assert.equal(resolveAddress(' ../b?c#d ', 'https://example.com/x/y/'), 'https://example.com/x/b?c#d')
  assert.equal(resolveAddress('//cdn.example/a.png', 'https://example.com/'), 'https://cdn.example/a.png')
  assert.equal(resolveAddress('mailto:a@example.com', 'https://example.com/'), 'mailto:a@example.com')
  assert.equal(resolveAddress(' /a ', null), '/a')
  assert.equal(resolveAddress('http://[', 'https://example.com/'), 'http://[')
})

test('a path is below the address of a service, with or without a slash at its end', () => {
  assert.equal(urlBelow('http://localhost:8080/api', 'search').href, 'http://localhost:8080/api/search')
  assert.equal(urlBelow('http://localhost:8080/api/', 'search').href, 'http://localhost:8080/api/search')
  assert.throws(() => urlBelow('localhost', 'search'), TypeError)
})
