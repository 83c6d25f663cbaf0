// Lists, their cursors and filters, and retention.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CursorValues } from '#kit/cursor.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { JobFilter } from '#platform/jobs/job-engine.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { checkInvariants } from '#test/support/jobs/job-invariants.ts'
import { listJobs } from './list-jobs.ts'
import { createTestEngine, finalProblem, jobSpec } from '#test/support/jobs/job-engine.ts'
import { purgeEnded, purgeResults } from './purge.ts'

test('a list is complete over its pages, newest first, and filters', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  for (let i = 0; i < 7; i += 1) {
    await engine.enqueue(jobSpec({ input: i, type: i % 2 === 0 ? 'even.job' : 'odd.job' }))
  }
  // Several are made within a millisecond.
  await db.execute(
    sql`update jobs set created_at = created_at + (input::text)::integer * interval '1 second'`,
  )
  const [claimed] = await claim(await worker(), ['odd.job'])
  await engine.complete(claimed?.job.id ?? '', claimed?.leaseToken ?? '', 'result')
  const seen: unknown[] = []
  let after: CursorValues | null = null
  do {
    const page: ListPage<JobRecord> = await engine.list({ limit: 3, after })
    assert.ok(page.items.length <= 3)
    seen.push(...page.items.map((job) => job.input))
    after = page.next
  } while (after !== null)
  assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, 0])

  const found = async (filter: Omit<JobFilter, 'limit'>) =>
    (await engine.list({ ...filter, limit: 100 })).items.map((job) => job.input)
  assert.deepEqual(await found({ types: ['even.job', 'no\u0000ne'] }), [6, 4, 2, 0])
  assert.deepEqual(await found({ states: ['succeeded'] }), [1])
  assert.deepEqual(await found({ states: ['succeeded', 'queued'], types: ['odd.job'] }), [5, 3, 1])
  assert.deepEqual(await found({ states: [] }), [])
  const fourth = (await engine.list({ limit: 100 })).items[3]
  assert.deepEqual(await found({ createdAfter: fourth?.createdAt ?? new Date() }), [6, 5, 4])
  assert.deepEqual(await found({ createdBefore: fourth?.createdAt ?? new Date() }), [2, 1, 0])
  assert.deepEqual(await found({ parentId: 'job_x' }), [])
  const [done] = (await engine.list({ states: ['succeeded'], limit: 1 })).items
  assert.equal(done?.result, null, 'no results in lists')
  for (const wrong of ['x', 'job', 1, null]) {
    await assert.rejects(
      engine.list({ limit: 1, after: [wrong] }),
      (error) => error instanceof SurveyorError && error.code === 'invalid_cursor',
    )
  }
  assert.deepEqual(await engine.events('job_x', { limit: 1 }), [])
  await checkInvariants(db)
})

test('a list of types in states that no job has reads no job', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueueMany(Array.from({ length: 3 }, () => jobSpec({ type: 'odd.job' })))
  for (const { job, leaseToken } of await claim(await worker(), ['odd.job'], 3))
    await engine.complete(job.id, leaseToken, 'result')
  await engine.enqueue(jobSpec({ type: 'even.job' }))

  const readsJobs = async (filter: Omit<JobFilter, 'limit'>): Promise<boolean> => {
    let asked: Sql | null = null
    const recorder = {
      query: async (statement: Sql) => {
        asked = statement
        return []
      },
    } as unknown as Queryable
    await listJobs(recorder, { ...filter, limit: 10 })
    assert.ok(asked !== null)
    const [row] = await db.query<{ 'QUERY PLAN': unknown }>(sql`explain (analyze, format json) ${asked}`)
    const plan = JSON.stringify(row?.['QUERY PLAN'])
    const loops = [...plan.matchAll(/"Relation Name":"jobs"[^{}]*?"Actual Loops":(\d+)/g)].map(([, n]) => n)
    assert.ok(loops.length > 0, plan)
    return loops.some((n) => n !== '0')
  }
  assert.equal(await readsJobs({ states: ['queued'], types: ['odd.job'] }), false)
  assert.equal(await readsJobs({ types: ['no.job'] }), false)
  assert.equal(await readsJobs({ states: ['failed'] }), false)
  assert.equal(await readsJobs({ states: ['failed'], owner: 'x' }), false)
  assert.equal(await readsJobs({ states: ['queued'], types: ['even.job'] }), true)
  assert.equal(await readsJobs({}), true)
})

test('retention takes what ended before, with all that belongs to it', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  await engine.enqueueMany(Array.from({ length: 1_100 }, () => jobSpec({ metadata: { keep: 'no' } })))
  const parent = await engine.enqueueParent(jobSpec({ type: 'test.batch' }), [jobSpec({ type: 'child.job' })])
  const workerId = await worker()
  for (;;) {
    const jobs = await claim(workerId, ['test.job'], 500)
    if (jobs.length === 0) break
    await Promise.all(
      jobs.map(async ({ job, leaseToken }, i) =>
        i === 0 ? engine.fail(job.id, leaseToken, finalProblem()) : engine.complete(job.id, leaseToken, i),
      ),
    )
  }
  await db.execute(
    sql`update jobs set completed_at = now() - interval '1 minute' where completed_at is not null`,
  )
  const recent = await engine.enqueue(jobSpec({ type: 'recent.job' }))
  await engine.cancel(recent.id, 'just now')
  assert.equal(await purgeEnded(db, new Date(Date.now() - 90_000)), 0)
  assert.equal(await purgeEnded(db, new Date(Date.now() - 30_000)), 1_100)
  assert.equal((await engine.get(recent.id))?.state, 'cancelled')
  assert.equal((await engine.workers.list()).length, 1)
  await db.execute(sql`update workers set last_seen_at = now() - interval '1 minute'`)
  await purgeEnded(db, new Date(Date.now() - 30_000))
  assert.deepEqual(await engine.workers.list(), [])
  assert.equal((await engine.get(parent.id))?.state, 'running')
  const left = await db.query<{ jobs: number; events: number; results: number }>(sql`
    select (select count(*) from jobs)::int as jobs, (select count(distinct job_id) from job_events)::int as events,
      (select count(*) from job_results)::int as results`)
  assert.deepEqual(left, [{ jobs: 3, events: 3, results: 0 }])
  await checkInvariants(db, { purged: true })
})

test('a result goes before its job, which then says that it was there', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const ended = await engine.enqueue(jobSpec({ input: 'old' }))
  const recent = await engine.enqueue(jobSpec({ input: 'recent' }))
  const parent = await engine.enqueueParent(jobSpec({ type: 'test.batch' }), [jobSpec({ input: 'child' })])
  for (const { job, leaseToken } of await claim(await worker(), ['test.job'], 3)) {
    await engine.complete(job.id, leaseToken, null)
  }
  const without = await engine.waitForEnd(parent.id, 10_000)
  assert.deepEqual([without?.state, without?.resultExpired], ['succeeded', false])
  assert.equal((await engine.get(ended.id))?.resultExpired, false, 'null is a result as well')
  await db.execute(sql`
    update jobs set completed_at = now() - interval '1 minute' where 'job_' || id = ${ended.id}`)
  assert.equal(await purgeResults(db, new Date(Date.now() - 90_000)), 0)
  assert.equal(await purgeResults(db, new Date(Date.now() - 30_000)), 1)
  assert.equal((await engine.get(ended.id))?.resultExpired, true)
  assert.equal((await engine.get(recent.id))?.resultExpired, false)
})

test('a started engine deletes by itself what is older than it is kept', async (t) => {
  const settings = { keepResultsMs: 1_000, keepJobsMs: 60_000, retentionMs: 20 }
  const { db, engine, worker, claim } = await createTestEngine(t, { settings })
  const old = await engine.enqueue(jobSpec())
  const [claimed] = await claim(await worker(), ['test.job'])
  await engine.complete(old.id, claimed?.leaseToken ?? '', 'result')
  const ago = async (seconds: number) =>
    db.execute(sql`update jobs set completed_at = now() - ${seconds} * interval '1 second'`)
  await ago(2)
  while ((await engine.get(old.id))?.resultExpired === false) {
    // The next round takes the result.
  }
  assert.equal((await engine.get(old.id))?.state, 'succeeded')
  await ago(61)
  while ((await engine.get(old.id)) !== null) {
    // The next round takes the job.
  }
})

test('what descends from an ended job is cancelled with its family', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, { started: false })
  const root = await engine.enqueue(jobSpec())
  const [claimed] = await claim(await worker(), ['test.job'])
  const child = await engine.enqueue(jobSpec({ type: 'child.job', parentId: root.id }))
  const grandchild = await engine.enqueue(jobSpec({ type: 'child.job', parentId: child.id }))
  await engine.complete(root.id, claimed?.leaseToken ?? '', 'result')
  assert.equal(await engine.cancelFamily(root.id, 'no longer wanted'), 2)
  assert.equal(await engine.cancelFamily(root.id, 'no longer wanted'), 0)
  assert.equal(await engine.cancelFamily('job_x', 'no longer wanted'), 0)
  assert.equal((await engine.get(root.id))?.state, 'succeeded')
  for (const { id } of [child, grandchild]) {
    const job = await engine.get(id)
    assert.deepEqual([job?.state, job?.cancelReason], ['cancelled', 'no longer wanted'])
  }
  await checkInvariants(db)
})
