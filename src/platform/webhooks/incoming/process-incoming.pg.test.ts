// Received events: each is processed once together with the writes of its handler, despite failures and repeats.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type JobEngine } from '#platform/jobs/job-engine.ts'
import { promote } from '#platform/jobs/sql/promote.ts'
import { startLocalWorkers } from '#platform/jobs/worker/local-worker.ts'
import { PROCESS_JOB } from '#platform/webhooks/records/new-records.ts'
import { getRecord } from '#platform/webhooks/records/read-records.ts'
import { replayRecord } from '#platform/webhooks/records/replay.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { makeSecret, signedHeaders } from '#platform/webhooks/secrets/sign.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'
import { createProcess, type IncomingHandler } from './process-incoming.ts'
import { receiveWebhook } from './receive.ts'

const secret = makeSecret()

/** A table that handlers write into. */
async function setUp(t: TestContext): Promise<TestDatabase> {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  await db.execute(sql`create table effects (webhook_id text, data jsonb)`)
  return db
}

function engineOn(t: TestContext, db: TestDatabase): JobEngine {
  const engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  t.after(async () => engine[Symbol.asyncDispose]())
  return engine
}

type Handlers = Readonly<Record<string, IncomingHandler>>

/** Answers a function that processes the next one that is due, and says whether there was one. */
async function processor(
  t: TestContext,
  db: TestDatabase,
  handlers: Handlers,
): Promise<() => Promise<boolean>> {
  const engine = engineOn(t, db)
  const types = [PROCESS_JOB]
  const capabilities = { types, concurrency: {} }
  const worker = { name: 'test', instanceId: 'test', version: '1', capabilities }
  const { workerId } = await engine.workers.register(worker)
  const { run } = createProcess({ engine, log: silentLogger, handlers })
  return async () => {
    const [claimed] = await engine.claimNext({ workerId, max: [{ types, count: 1 }], waitMs: 0 })
    if (claimed === undefined) return false
    const { job, leaseToken } = claimed
    await run({ id: job.id, leaseToken, ended: () => undefined } as Parameters<typeof run>[0])
    return true
  }
}

/** Received records contain nothing encrypted. */
const encryptor = createEncryptor(Buffer.alloc(32))

async function receive(db: TestDatabase, id: string, type: string, data: object = {}): Promise<string> {
  const rawBody = Buffer.from(JSON.stringify({ type, data }))
  const headers = signedHeaders([secret], { id, timestamp: Math.floor(Date.now() / 1000), body: rawBody })
  const source = { name: 'crawl', secrets: [secret] }
  return (await receiveWebhook(db, source, { headers: { ...headers }, rawBody })).recordId
}

const note: IncomingHandler = async (tx, { webhookId, data }) => {
  await tx.execute(sql`insert into effects values (${webhookId}, ${JSON.stringify(data)}::jsonb)`)
  return 'processed'
}

async function effects(db: TestDatabase): Promise<string[]> {
  const rows = await db.query<{ webhook_id: string }>(sql`select webhook_id from effects order by webhook_id`)
  return rows.map((row) => row.webhook_id)
}

test('the handler of its type gets it, and the record says what became of it', async (t) => {
  const db = await setUp(t)
  const handlers = { 'job.done': note, 'job.unknown': async () => 'nobody_waits' as const }
  const [done, unknown, other] = [
    await receive(db, 'msg_1', 'job.done', { n: 1 }),
    await receive(db, 'msg_2', 'job.unknown'),
    await receive(db, 'msg_3', 'of.a.later.version'),
  ]
  const processNext = await processor(t, db, handlers)
  assert.deepEqual([await processNext(), await processNext(), await processNext()], [true, true, true])
  assert.equal(await processNext(), false)
  const looks = await Promise.all(
    [done, unknown, other].map(async (id) => getRecord({ db, encryptor }, id, null)),
  )
  assert.deepEqual(
    looks.map(({ status, lastError, attemptCount }) => [status, lastError, attemptCount]),
    [
      ['delivered', null, 1],
      ['discarded', 'nobody_waits', 1],
      ['discarded', 'unknown_event', 1],
    ],
  )
  assert.deepEqual(await db.query(sql`select * from effects`), [{ webhook_id: 'msg_1', data: { n: 1 } }])
  assert.deepEqual([looks[0]?.attempts.length, looks[0]?.nextAttemptAt], [1, null])
  assert.ok(looks[0]?.completedAt)
})

test('a handler that throws leaves nothing behind, and is tried again until it works or has failed often enough', async (t) => {
  const db = await setUp(t)
  let broken = true
  const handler: IncomingHandler = async (tx, event) => {
    await note(tx, event)
    if (broken) throw new SurveyorError('crawl_unavailable', 'Not now.')
    return 'processed'
  }
  const processNext = await processor(t, db, { 'job.done': handler })
  const due = async () => {
    await db.execute(sql`update jobs set scheduled_for = now() where state = 'scheduled'`)
    await promote(db, 10)
  }

  const id = await receive(db, 'msg_1', 'job.done')
  await processNext()
  const first = await getRecord({ db, encryptor }, id, null)
  assert.deepEqual([first.status, first.lastError, await effects(db)], ['retrying', 'crawl_unavailable', []])
  assert.ok(first.nextAttemptAt !== null)
  broken = false
  await due()
  await processNext()
  const second = await getRecord({ db, encryptor }, id, null)
  assert.deepEqual(
    [second.status, second.attempts.map(({ number, error }) => [number, error]), await effects(db)],
    [
      'delivered',
      [
        [1, 'crawl_unavailable'],
        [2, null],
      ],
      ['msg_1'],
    ],
  )

  broken = true
  const hopeless = await receive(db, 'msg_2', 'job.done')
  let attempts = 0
  while ((await getRecord({ db, encryptor }, hopeless, null)).completedAt === null) {
    await due()
    await processNext()
    attempts += 1
  }
  const last = await getRecord({ db, encryptor }, hopeless, null)
  assert.deepEqual([last.status, last.lastError, attempts], ['failed', 'crawl_unavailable', 8])
  assert.deepEqual(await effects(db), ['msg_1'])
})

test('loops of several replicas process each once; what was processed is processed again when that is asked for', async (t) => {
  const db = await setUp(t)
  const start = async () => {
    const engine = engineOn(t, db)
    await engine.start()
    const handlers = {
      [PROCESS_JOB]: createProcess({ engine, log: silentLogger, handlers: { 'job.done': note } }),
    }
    return startLocalWorkers({ engine, log: silentLogger, name: 'test', handlers })
  }
  const workers = [await start(), await start(), await start()]
  const ids = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => receive(db, `msg_${String(n).padStart(2, '0')}`, 'job.done')),
  )
  const open = async () =>
    (await db.query(sql`select from webhook_records where completed_at is null limit 1`)).length > 0
  while (await open());
  assert.equal(new Set(await effects(db)).size, 30)
  assert.equal((await effects(db)).length, 30)

  const again = await replayRecord(db, ids[3] as string, null)
  while (await open());
  const replayed = await getRecord({ db, encryptor }, again, null)
  assert.deepEqual(
    [replayed.direction, replayed.status, replayed.replayOf, replayed.webhookId],
    ['incoming', 'delivered', ids[3], 'msg_03'],
  )
  // The handler is told that it is the same event; this handler ignores that.
  assert.equal((await effects(db)).filter((id) => id === 'msg_03').length, 2)
  for (const worker of workers) await worker.stop()
  const waiting = await receive(db, 'msg_later', 'job.done')
  await assert.rejects(replayRecord(db, waiting, null), { code: 'conflict' })
})
