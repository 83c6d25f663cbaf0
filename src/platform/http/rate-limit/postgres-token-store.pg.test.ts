// The shared buckets on a real database: two processes that take tokens at once never get more than there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { postgresTokenStore } from './postgres-token-store.ts'

test('what is granted at once is the burst, however many ask', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const store = postgresTokenStore({ db, log: silentLogger })
  // The refill is so slow that no token is added during the test.
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
  // A clock that goes back (a failover) adds no tokens and takes none away.
  await goBack(-3_600)
  const { granted: none, left } = await store.reserve('key:a', 10, size)
  assert.equal(none, 0)
  assert.ok(left < 1)
})

test('a window grants its quota and no more, to however many processes, until it has passed', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const store = postgresTokenStore({ db, log: silentLogger })
  for (const [subject, policy] of [
    ['key:a', { quota: 60, windowMs: 60_000 }],
    ['key:b', { quota: 5_000, windowMs: 60_000 }],
  ] as const) {
    const ask = (want: number) => store.reserveInWindow(subject, want, policy, 500)
    const first = await ask(7)
    assert.deepEqual([first.granted, first.left], [7, policy.quota - 7])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(Math.ceil((policy.quota / 300) * (index + 1)))),
    )
    const granted = answers.reduce((sum, answer) => sum + answer.granted, 7)
    assert.equal(granted, policy.quota)
    const full = await ask(1)
    assert.deepEqual([full.granted, full.left], [0, 0])
    assert.ok(full.nextMs > 50_000 && full.nextMs <= 60_600 && full.resetMs >= full.nextMs)
    const goBack = async (ms: number) =>
      db.execute(sql`update rate_windows set at_ms = array(select t - ${ms}::int from unnest(at_ms) as t)
        where subject = ${subject}`)
    await goBack(50_000)
    assert.equal((await ask(1)).granted, 0)
    await goBack(15_000)
    const { granted: afresh, left } = await ask(policy.quota + 10)
    assert.deepEqual([afresh, left], [policy.quota, 0])
    const [row] = await db.query<{ entries: number }>(
      sql`select cardinality(at_ms) as entries from rate_windows where subject = ${subject}`,
    )
    assert.ok((row?.entries ?? 0) <= 1_000)
  }
})
