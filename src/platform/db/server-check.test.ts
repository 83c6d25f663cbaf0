// Unsuitable servers are refused with a message that tells the solution.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queryable } from './queryable.ts'
import { checkServer } from './server-check.ts'

/** A fake, because servers of these kinds are not available in a test run. */
function serverThatSays(row: object): Queryable {
  return { query: async <Row extends object>() => [row as Row], execute: async () => 0 }
}

const GOOD = { version: 150_018, shown: '15.18', encoding: 'UTF8', name: 'mine' }

test('PostgreSQL 15 with UTF8 is taken', async () => {
  await checkServer(serverThatSays(GOOD))
})

test('an older one is refused', async () => {
  const old = serverThatSays({ ...GOOD, version: 140_022, shown: '14.22' })
  await assert.rejects(checkServer(old), /PostgreSQL 14\.22; Surveyor needs 15 or newer/)
})

test('another encoding is refused', async () => {
  const latin = serverThatSays({ ...GOOD, encoding: 'LATIN1' })
  await assert.rejects(checkServer(latin), /database "mine" has the encoding LATIN1; Surveyor needs UTF8/)
})
