// From the end of a job to the receiver: each end is delivered once, in the transaction that takes it from the outbox.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type JobEngine } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { jobSpec } from '#test/support/jobs/job-engine.ts'
import { drainEndedJobs } from './drain-ended-jobs.ts'
import { createTestWebhooks, type TestWebhooks } from '#test/support/webhooks/webhooks.ts'

const present = (job: { readonly id: string; readonly state: string }) => ({
  jobId: job.id,
  status: job.state,
})

async function setUp(t: TestContext, started: boolean): Promise<TestWebhooks & { engine: JobEngine }> {
  const hooks = await createTestWebhooks(t, {}, { started, presentJob: present })
  const engine = createJobEngine({ db: hooks.db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  t.after(async () => engine[Symbol.asyncDispose]())
  return { ...hooks, engine }
}

async function run(engine: JobEngine, results: readonly unknown[], webhook: object): Promise<void> {
  const { workerId } = await engine.workers.register({
    name: 'w',
    instanceId: 'w',
    version: '1',
    capabilities: { types: ['test.job'], concurrency: {} },
    tags: [],
  })
  await engine.enqueueMany(results.map(() => jobSpec({ webhook: { ...webhook } })))
  const claimed = await engine.claimNext({
    workerId,
    max: [{ types: ['test.job'], count: results.length }],
    waitMs: 0,
  })
  await engine.completeMany(
    claimed.map(({ job, leaseToken }, i) => ({ jobId: job.id, leaseToken, result: results[i] })),
  )
}

test('the end of a job comes with its result where that was asked for and is not too large', async (t) => {
  const { engine, webhooks, receiver: start, settled: completed } = await setUp(t, true)
  const receiver = await start()
  const target = await webhooks.accept({ url: receiver.url, include: 'result', metadata: { a: 'b' } }, null)
  await run(engine, [{ small: true }, 'x'.repeat(300_000)], target)
  await receiver.received(2)
  await completed()
  const bodies = receiver.requests.map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  )
  assert.deepEqual(new Set(bodies.map(({ type }) => type)), new Set(['job.succeeded']))
  assert.deepEqual(bodies.map(({ data }) => 'result' in data).toSorted(), [false, true])
  assert.deepEqual(bodies.find(({ data }) => 'result' in data)?.data['result'], { small: true })
  assert.ok(bodies.every(({ data }) => data['status'] === 'succeeded'))
})

test('a kept endpoint hears of jobs that carry the empty target, and nobody of the others', async (t) => {
  const { engine, db, webhooks, receiver: start } = await setUp(t, true)
  assert.equal(webhooks.announcementFor(null), undefined)
  const receiver = await start()
  await webhooks.endpoints.create({ url: receiver.url }, null)
  assert.deepEqual(webhooks.announcementFor(null), {})
  await run(engine, [1], {})
  await receiver.received(1)
  assert.deepEqual(await db.query(sql`select id from job_outbox`), [])
})

test('several that take over at once tell of each end once', async (t) => {
  const { engine, db, webhooks } = await setUp(t, false)
  const target = await webhooks.accept({ url: 'http://127.0.0.1:8080/' }, null)
  await run(engine, Array.from({ length: 250 }), target)
  const takers = Array.from({ length: 4 }, async () => {
    while ((await drainEndedJobs(db, present)) > 0) continue
  })
  await Promise.all(takers)
  const [row] = await db.query(sql`
    select count(*) as records, count(distinct subject_id) as subjects, count(distinct message_id) as messages,
      (select count(*) from job_outbox) as waiting
    from webhook_records`)
  assert.deepEqual(row, { records: 250, subjects: 250, messages: 250, waiting: 0 })
})

test('an end is told although retention was quicker', async (t) => {
  const { engine, db, webhooks } = await setUp(t, false)
  const target = await webhooks.accept({ url: 'http://127.0.0.1:8080/' }, null)
  await run(engine, [1], target)
  await db.execute(sql`delete from jobs`)
  assert.equal(await drainEndedJobs(db, present), 1)
  const [row] = await db.query<{ body: string }>(sql`select body from webhook_records`)
  assert.match(JSON.parse(row?.body ?? '').data.jobId, /^job_/)
})
