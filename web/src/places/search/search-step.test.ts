// What is said of the websites of a search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { websitesRead } from './search-step.ts'

test('websites that could not be read are told, also when all is done', () => {
  const none = { enriched: 0, failed: 0, pending: 0, noWebsite: 0 }
  assert.equal(websitesRead(none), 'websites: 0 read')
  assert.equal(websitesRead({ ...none, enriched: 3, pending: 5 }), 'websites: 3 read, 5 to go')
  assert.equal(
    websitesRead({ enriched: 23, failed: 1, pending: 0, noWebsite: 1 }),
    'websites: 23 read, 1 could not be, 1 place without one',
  )
})
