import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnown } from './entity-tags.ts'

const ETAG = '"abc"'

test('If-None-Match knows a content by its tag', () => {
  for (const known of [ETAG, '*', 'W/"abc"', '"x", "abc"']) assert.equal(isKnown(known, ETAG), true, known)
  for (const other of [undefined, '', '"x"', 'abc']) assert.equal(isKnown(other, ETAG), false, String(other))
})
