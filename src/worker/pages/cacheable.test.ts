import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionalHeaders, matchesVary, forbidden, shareableHeaders, variedBy } from './cacheable.ts'

test('what a target says against keeping, and what it only says about age', () => {
  for (const [headers, expected] of [
    [{}, null],
    [{ 'cache-control': 'public, max-age=600' }, null],
    [{ 'cache-control': 'no-cache, max-age=0, must-revalidate' }, null],
    [{ 'cache-control': 'No-Store' }, 'no-store'],
    [{ 'cache-control': 'max-age=0, private, must-revalidate' }, 'private'],
    [{ 'cache-control': 'private="set-cookie", max-age=60' }, 'private'],
    [{ 'cache-control': 'private, no-store' }, 'no-store'],
    [{ 'cache-control': 'x-no-store, privately' }, null],
    [{ vary: 'Accept, *' }, 'vary'],
    [{ vary: 'Accept' }, null],
  ] as const) {
    assert.equal(forbidden(headers), expected, JSON.stringify(headers))
  }
})

test('headers for one visitor are for nobody else', () => {
  const headers = {
    'content-type': 'text/html',
    'set-cookie': 'sid=1',
    'www-authenticate': 'Basic',
    etag: '"1"',
  }
  assert.deepEqual(shareableHeaders(headers), { 'content-type': 'text/html', etag: '"1"' })
})

test('Vary names the request headers that must be the same', () => {
  const vary = variedBy({ vary: 'Accept-Encoding, ACCEPT , accept-language' }, { accept: 'text/html' })
  assert.deepEqual(vary, { accept: 'text/html', 'accept-language': '' })
  assert.equal(matchesVary(vary, { accept: 'text/html', referer: 'x' }), true)
  assert.equal(matchesVary(vary, { accept: '*/*' }), false)
  assert.equal(matchesVary(vary, { accept: 'text/html', 'accept-language': 'de' }), false)
  assert.equal(matchesVary({}, { accept: '*/*' }), true)
})

test('a page is asked for again by what it named itself by', () => {
  assert.deepEqual(conditionalHeaders({ etag: 'W/"1"', 'last-modified': 'Sat' }), {
    'if-none-match': 'W/"1"',
    'if-modified-since': 'Sat',
  })
  assert.deepEqual(conditionalHeaders({}), {})
})
