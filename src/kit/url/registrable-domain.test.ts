import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registrableDomain } from './registrable-domain.ts'

test('hosts of one owner share a domain; tenants of a platform do not', () => {
  for (const [url, domain] of [
    ['https://www.example.co.uk/a?b', 'example.co.uk'],
    ['http://EXAMPLE.co.uk:8080/', 'example.co.uk'],
    ['https://ann.github.io/', 'ann.github.io'],
    ['https://bob.github.io/', 'bob.github.io'],
    ['http://127.0.0.1:8123/x', '127.0.0.1:8123'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://localhost/', 'localhost'],
    ['https://co.uk/', 'co.uk'],
    ['ftp://example.org/', null],
    ['nothing', null],
  ] as const) {
    assert.equal(registrableDomain(url), domain, url)
  }
})
