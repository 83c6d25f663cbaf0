// The shared buckets on a real database: two processes that take at once never get more than there is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/log/logger.ts'
import { createTestDatabase } from '#test/harness/database.ts'
import { postgresTokenStore } from './postgres-token-store.ts'

test('what is granted at once is the burst, however many ask', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const store = postgresTokenStore({ db, log: silentLogger })
  // A refill so slow that none comes during the test.
  const size = { burst: 500, perMs: 1e-9 }
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => store.reserve('key:a', (index % 20) + 1, size)),
  )
  assert.equal(
    answers.reduce((sum, { granted }) => sum + granted, 0),
    500,
  )
  assert.ok(answers.every(({ granted, left }) => granted >= 0 && left >= 0))
  assert.deepEqual(await store.reserve('key:a', 5, size).then(({ granted }) => granted), 0)
  assert.deepEqual(await store.reserve('key:b', 600, size).then(({ granted }) => granted), 500)
})

test('a bucket refills with the time of the database, up to the burst', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const store = postgresTokenStore({ db, log: silentLogger })
  const size = { burst: 100, perMs: 0.01 }
  await store.reserve('key:a', 100, size)
  const goBack = async (seconds: number) =>
    db.execute(sql`update rate_limits set refilled_at = refilled_at - ${seconds} * interval '1 s'`)
  await goBack(5)
  const { granted } = await store.reserve('key:a', 100, size)
  assert.ok(granted >= 50 && granted <= 60, `${granted} for 5 s at 10 a second`)
  await goBack(3_600)
  assert.equal((await store.reserve('key:a', 1_000, size)).granted, 100)
  // A clock that goes back (a failover) refills nothing and takes nothing away.
  await goBack(-3_600)
  const { granted: none, left } = await store.reserve('key:a', 10, size)
  assert.equal(none, 0)
  assert.ok(left < 1)
})
