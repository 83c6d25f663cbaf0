// Counts of ends outlive the jobs, are folded without loss, and are reported to observers of this process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { purgeEnded } from '#platform/jobs/queries/purge.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  retryableProblem,
} from '#test/support/jobs/job-engine.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { foldEnds, KEPT_DAYS, readEnds, type JobEnds } from './job-ends.ts'
import type { JobObserver } from '#platform/jobs/job-engine.ts'

const HOUR_MS = 3_600_000
const around = (by: 'hour' | 'day' = 'hour') => ({
  from: new Date(Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS),
  to: new Date(Date.now() + HOUR_MS),
  by,
})
/** Sums over the durations. */
function short(ends: readonly JobEnds[]): string[] {
  const counts = new Map<string, number>()
  for (const { type, state, code, count } of ends) {
    const key = `${type} ${state} ${code ?? '-'}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).toSorted()
}

test('ends are counted by state and code, folded or not, and stay when the jobs go', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueueMany(Array.from({ length: 4 }, () => jobSpec()))
  const cancelled = await engine.enqueue(jobSpec({ type: 'other.job' }))
  await engine.cancel(cancelled.id, 'not needed')
  const [first, second, third, fourth] = await claim(await worker(), ['test.job'], 4)
  assert.ok(first && second && third && fourth)
  await engine.complete(first.job.id, first.leaseToken, 1)
  await engine.complete(second.job.id, second.leaseToken, 2)
  await engine.fail(third.job.id, third.leaseToken, finalProblem())
  await engine.fail(fourth.job.id, fourth.leaseToken, retryableProblem())
  const expected = ['other.job cancelled - 1', 'test.job failed empty_content 1', 'test.job succeeded - 2']
  const before = await readEnds(db, around())
  assert.deepEqual(short(before), expected)
  for (const { state, durationMs } of before) assert.equal(durationMs === null, state === 'cancelled')
  await Promise.all([foldEnds(db), foldEnds(db)])
  assert.deepEqual(await db.query(sql`select * from job_ends`), [])
  assert.deepEqual(short(await readEnds(db, around())), expected)
  assert.deepEqual(short(await readEnds(db, around('day'))), expected)
  await checkInvariants(db)
  await purgeEnded(db, new Date(Date.now() + HOUR_MS))
  assert.deepEqual(short(await readEnds(db, around())), expected)
})

test('a duration is known within a tenth', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  for (const ms of [40, 1_000, 59_000, 3_500_000]) {
    await engine.enqueue(jobSpec())
    const [claimed] = await claim(await worker(), ['test.job'])
    assert.ok(claimed)
    await db.execute(
      sql`update jobs set started_at = now() - ${ms} * interval '1 ms' where state = 'running'`,
    )
    await engine.complete(claimed.job.id, claimed.leaseToken, ms)
    const [{ real } = { real: 0 }] = await db.query<{ real: number }>(sql`
      select extract(epoch from completed_at - started_at)::float8 * 1000 as real from jobs
      order by completed_at desc limit 1`)
    const ends = await readEnds(db, around())
    assert.ok(
      ends.some(({ durationMs }) => durationMs !== null && Math.abs(durationMs / real - 1) <= 0.1),
      `${real} ms is in ${ends.map(({ durationMs }) => durationMs).join(', ')}`,
    )
  }
})

test('hours that are too old are forgotten', async (t) => {
  const { db } = await createTestEngine(t, { started: false })
  await db.execute(sql`
    insert into job_hours (hour, type, state, code, step, n) values
      (now() - ${KEPT_DAYS + 1} * interval '1 day', 'test.job', 'succeeded', '', 1, 5),
      (now() - ${KEPT_DAYS - 1} * interval '1 day', 'test.job', 'succeeded', '', 1, 7)`)
  await foldEnds(db)
  assert.deepEqual(await db.query(sql`select n from job_hours`), [{ n: 7 }])
})

function recorder(): JobObserver & { readonly seen: string[] } {
  const seen: string[] = []
  return {
    seen,
    started: ({ type, waitMs }) => seen.push(`started ${type} ${waitMs >= 0 && waitMs < 60_000}`),
    ended: ({ type, state, errorCode, durationMs }) =>
      seen.push(`ended ${type} ${state} ${errorCode} ${durationMs === null ? 'never ran' : 'ran'}`),
    leasesExpired: (count) => count > 0 && seen.push(`expired ${count}`),
    countFenced: (count) => count > 0 && seen.push(`fenced ${count}`),
  }
}

test('an observer hears what its own process did, once', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const other = await createReplica(t, db, { started: false })
  const here = recorder()
  const there = recorder()
  const stop = engine.observe(here)
  other.engine.observe(there)
  const job = await other.engine.enqueue(jobSpec())
  const [claimed] = await claim(await worker(), ['test.job'])
  assert.ok(claimed)
  await engine.release(job.id, claimed.leaseToken)
  const [again] = await claim(await worker(), ['test.job'])
  assert.ok(again)
  await assert.rejects(engine.complete(job.id, claimed.leaseToken, 1))
  await engine.completeMany([{ jobId: job.id, leaseToken: claimed.leaseToken, result: 1 }])
  await engine.complete(job.id, again.leaseToken, 1)
  await engine.complete(job.id, again.leaseToken, 1)
  await other.engine.cancel((await other.engine.enqueue(jobSpec())).id, 'not needed')
  assert.deepEqual(here.seen, [
    'started test.job true',
    'fenced 1',
    'fenced 1',
    'ended test.job succeeded null ran',
  ])
  assert.deepEqual(there.seen, ['ended test.job cancelled null never ran'])
  stop()
  await engine.cancel((await engine.enqueue(jobSpec())).id, 'not needed')
  assert.equal(here.seen.length, 4)
})

test('an observer hears of leases that ran out', async (t) => {
  const parts = await createTestEngine(t, { settings: { leaseMs: 100, sweepMs: 30, pollMs: 50 } })
  const received = Promise.withResolvers<number>()
  parts.engine.observe({ ...recorder(), leasesExpired: (count) => count > 0 && received.resolve(count) })
  await parts.engine.enqueue(jobSpec())
  await parts.claim(await parts.worker(), ['test.job'])
  assert.equal(await received.promise, 1)
})
