// The clock of the database is set: a clock that goes forward by an hour is all stored times an hour earlier.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Sql } from '#platform/db/sql.ts'
import { expire } from '#platform/jobs/sql/expire.ts'
import { followClock } from './follow-clock.ts'
import { loseExpiredLeases } from '#platform/jobs/sql/lose-leases.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { createTestEngine, jobSpec, type TestEngine } from '#test/support/jobs/job-engine.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'

const HOUR_MS = 3_600_000

/** Sets the clock forward by an hour, or back. */
async function setClock({ db }: TestEngine, direction: 1 | -1): Promise<{ stepMs: number; seenAt: Date }> {
  const [seen] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  assert.ok(seen)
  const moved = (column: Sql): Sql => sql`${column} = ${column} - ${direction} * interval '1 hour'`
  await db.execute(sql`
    update jobs set ${moved(sql`lease_expires_at`)}, ${moved(sql`deadline_at`)}, ${moved(sql`queue_until`)},
      ${moved(sql`scheduled_for`)}`)
  await db.execute(sql`update job_domains set ${moved(sql`closed_until`)}`)
  return { stepMs: direction * HOUR_MS, seenAt: new Date(seen.now.getTime() - direction * HOUR_MS) }
}

async function jobsWith(parts: TestEngine) {
  const { engine, claim } = parts
  const workerId = await parts.worker()
  await engine.enqueueMany([
    jobSpec({ deadlineMs: 60_000, queueTimeoutMs: 60_000 }),
    jobSpec({ deadlineMs: 60_000, queueTimeoutMs: 60_000 }),
    jobSpec({ scheduledFor: new Date(Date.now() + 300_000), deadlineMs: 600_000 }),
  ])
  const [running] = await claim(workerId, ['test.job'])
  assert.ok(running)
  return { running, workerId }
}

/** What a sweep would end or take away. */
async function swept({ db }: TestEngine): Promise<number> {
  const lost = await loseExpiredLeases(db, DEFAULT_JOB_SETTINGS, 10)
  return lost.length + (await expire(db, 10)).length
}

test('forward: nobody loses a job, and none ends before its time', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db, engine } = parts
  const { running, workerId } = await jobsWith(parts)
  const step = await setClock(parts, 1)
  await followClock(db, step, DEFAULT_JOB_SETTINGS)
  // Another replica that saw the same step.
  await followClock(db, step, DEFAULT_JOB_SETTINGS)
  assert.equal(await swept(parts), 0)
  const lease = { jobId: running.job.id, leaseToken: running.leaseToken }
  assert.deepEqual((await engine.renew(workerId, [lease])).cancelJobs, [])
  const [far] = await db.query(sql`
    select id from jobs where greatest(lease_expires_at, queue_until) > now() + interval '10 minutes' and state <> 'scheduled'`)
  assert.equal(far, undefined, 'moved once')
  await engine.complete(running.job.id, running.leaseToken, 1)
  await checkInvariants(db)
})

test('forward: what was over before stays over', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  await jobsWith(parts)
  await parts.db.execute(sql`
    update jobs set lease_expires_at = lease_expires_at - interval '1 hour', queue_until = now() - interval '1 hour',
      deadline_at = deadline_at - interval '2 hours'`)
  await followClock(parts.db, await setClock(parts, 1), DEFAULT_JOB_SETTINGS)
  assert.equal(await swept(parts), 3)
})

test('back: leases end, and retries and hosts wait no longer than before', async (t) => {
  const parts = await createTestEngine(t, { started: false })
  const { db } = parts
  await jobsWith(parts)
  await db.execute(sql`
    insert into job_domains (domain, running, closed_until, closed_reason)
    values ('shop.example', 0, now() + interval '2 minutes', 'it asked so')`)
  await followClock(db, await setClock(parts, -1), DEFAULT_JOB_SETTINGS)
  const [left] = await db.query<Record<'lease' | 'due' | 'open', number>>(sql`
    select max(extract(epoch from lease_expires_at - now()))::float8 as lease,
      max(extract(epoch from scheduled_for - now())::float8) filter (where state = 'scheduled') as due,
      (select extract(epoch from closed_until - now())::float8 from job_domains where domain = 'shop.example') as open
    from jobs`)
  assert.ok(left)
  assert.ok(left.lease <= 30 && left.due <= 300 && left.open <= 120, JSON.stringify(left))
  assert.ok(left.open >= 0 && left.due >= 0)
})
