// Events that the columns of a job tell and events that are rows: together they are its whole history, also of older jobs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, parseId } from '#kit/ids.ts'
import { migrationFiles } from '#platform/db/migrate.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { onServer } from '#test/support/database/on-server.ts'
import {
  createTestEngine,
  engineOn,
  expireLeases,
  jobSpec,
  retryableProblem,
} from '#test/support/jobs/job-engine.ts'
import { DEFAULT_JOB_SETTINGS } from './model/job-settings.ts'
import type { JobEngine } from './job-engine.ts'
import { claimFromQueue } from './sql/claim.ts'
import { loseExpiredLeases } from './sql/lose-leases.ts'
import { promote } from './sql/promote.ts'

/** As `enqueued > queued by 0`: what happened, the state after it and the delivery. */
async function historyOf(engine: JobEngine, id: string): Promise<string[]> {
  const events = await engine.events(id, { limit: 100 })
  return events.map(({ event, to, attempt }) => `${event} > ${to} by ${attempt}`)
}

test('an ordinary job writes no row, and its columns tell all of its events', async (t) => {
  const { engine, db, worker, claim } = await createTestEngine(t, { started: false })
  const { id } = await engine.enqueue(jobSpec())
  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  await engine.complete(id, claimed?.leaseToken ?? '', 'done')
  const events = await engine.events(id, { limit: 10 })
  const job = await engine.get(id)
  assert.deepEqual(
    events.map(({ seq, event, from, to, at, workerId: by, attempt }) => [
      seq,
      event,
      from,
      to,
      at,
      by,
      attempt,
    ]),
    [
      [1, 'enqueued', null, 'queued', job?.createdAt, null, 0],
      [2, 'claimed', 'queued', 'running', job?.startedAt, workerId, 1],
      [3, 'completed', 'running', 'succeeded', job?.completedAt, workerId, 1],
    ],
  )
  assert.deepEqual(await engine.events(id, { limit: 1, after: 1 }), [events[1]])
  assert.deepEqual(await db.query(sql`select from job_event_rows`), [])
})

test('a delivery that ends otherwise keeps its beginning under the same number', async (t) => {
  const { engine, db, worker, claim } = await createTestEngine(t, { started: false })
  const { id } = await engine.enqueue(jobSpec())
  const workers = [await worker(), await worker(), await worker(), await worker()]
  const claimBy = async (n: number) => (await claim(workers[n] ?? '', ['test.job']))[0]?.leaseToken ?? ''
  const claimedSoFar = async () =>
    (await engine.events(id, { limit: 100 })).filter(({ event }) => event === 'claimed')

  const released = await claimBy(0)
  const [first] = await claimedSoFar()
  await engine.release(id, released)
  assert.deepEqual(await claimedSoFar(), [first], 'the same as while it ran')
  await claimBy(1)
  await expireLeases(db)
  await loseExpiredLeases(db, { ...DEFAULT_JOB_SETTINGS, isolateLost: false }, 10)
  await engine.fail(id, await claimBy(2), retryableProblem())
  await db.execute(sql`update jobs set scheduled_for = now()`)
  await promote(db, 10)
  await engine.complete(id, await claimBy(3), null)
  assert.deepEqual(await historyOf(engine, id), [
    'enqueued > queued by 0',
    'claimed > running by 1',
    'released > queued by 0',
    'claimed > running by 1',
    'lease_lost > queued by 1',
    'claimed > running by 2',
    'failed > scheduled by 2',
    'due > queued by 2',
    'claimed > running by 3',
    'completed > succeeded by 3',
  ])
  assert.deepEqual(
    (await claimedSoFar()).map((event) => event.workerId),
    workers,
  )
})

test('a cancel of a running job keeps its beginning once', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  const { id } = await engine.enqueue(jobSpec())
  const [claimed] = await claim(await worker(), ['test.job'])
  await engine.cancel(id, 'no longer wanted')
  await engine.complete(id, claimed?.leaseToken ?? '', 'too late')
  assert.deepEqual(await historyOf(engine, id), [
    'enqueued > queued by 0',
    'claimed > running by 1',
    'cancelled > running by 1',
    'completed > cancelled by 1',
  ])
})

test('a cancel that waits for a claim sees that the job runs', async (t) => {
  const { engine, db, worker } = await createTestEngine(t, { started: false })
  const { id } = await engine.enqueue(jobSpec())
  const uuid = parseId('wrk', await worker()) ?? ''
  const { cancelling } = await db.transaction(async (tx) => {
    await claimFromQueue(tx, DEFAULT_JOB_SETTINGS, { types: ['test.job'], slots: [uuid] })
    const asked = engine.cancel(id, 'no longer wanted')
    for (;;) {
      const [waiting] = await db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      if (waiting !== undefined) return { cancelling: asked }
    }
  })
  await cancelling
  assert.deepEqual(await historyOf(engine, id), [
    'enqueued > queued by 0',
    'claimed > running by 1',
    'cancelled > running by 1',
  ])
})

test('the list of one caller has the jobs that a worker has, in the order of all', async (t) => {
  const { engine, worker, claim } = await createTestEngine(t, { started: false })
  for (const n of [0, 1, 2, 3, 4]) {
    await engine.enqueue(
      jobSpec({ input: n, fairnessKey: n === 3 ? 'other' : 'mine', ...(n === 1 ? { type: 'odd.job' } : {}) }),
    )
  }
  await claim(await worker(), ['odd.job'])
  const inputsOf = async (
    options: { readonly oldestFirst?: boolean; readonly after?: CursorValues | null },
    limit: number,
  ) => {
    const { items, next } = await engine.list({ owner: 'mine', limit, ...options })
    return { inputs: items.map(({ input }) => input), next }
  }
  const page = await inputsOf({}, 3)
  assert.deepEqual(page.inputs, [4, 2, 1])
  assert.deepEqual(await inputsOf({ after: page.next }, 3), { inputs: [0], next: null })
  assert.deepEqual((await inputsOf({ oldestFirst: true }, 2)).inputs, [0, 1])
})

test('jobs from before keep their history, and those that ran then go on with it', async (t) => {
  const uuid = (n: number) => `01920000-0000-7000-8000-00000000000${n}`
  const db = await createTestDatabase(t, [])
  const files = await migrationFiles(['jobs'])
  const token = '01920000-0000-4000-8000-00000000000a'
  await onServer(db.url, async (client) => {
    await client.query('set search_path to test, public')
    for (const { text } of files.filter(({ version }) => version <= 8)) await client.query(text)
    const states = ['queued', 'running', 'succeeded', 'running'] as const
    for (const [n, state] of states.entries()) {
      const [isRunning, hasEnded] = [state === 'running', state === 'succeeded']
      await client.query(`
        insert into jobs (id, type, kind_of_work, state, priority, rank, metadata, max_deliveries, max_failures, deliveries,
          worker_id, lease_token, lease_expires_at, started_at, completed_at, cancel_requested_at, cancel_cause)
        values ('${uuid(n)}', 'test.job', 'light', '${state}', 5, ${n + 2}, '{}', 5, 3, ${state === 'queued' ? 0 : 1},
          ${state === 'queued' ? null : `'${uuid(9)}'`}, ${isRunning ? `'${token}'` : null},
          ${isRunning ? `now() + interval '1 hour'` : null}, ${state === 'queued' ? null : 'now()'},
          ${hasEnded ? 'now()' : null}, ${n === 3 ? `now(), 'user'` : 'null, null'})`)
      const events = [
        `'enqueued', null, 'queued', 0`,
        ...(state === 'queued' ? [] : [`'claimed', 'queued', 'running', 1`]),
        ...(hasEnded ? [`'completed', 'running', 'succeeded', 1`] : []),
        ...(n === 3 ? [`'cancelled', 'running', 'running', 1`] : []),
      ]
      for (const event of events) {
        await client.query(`
          insert into job_events (job_id, event, from_state, to_state, delivery) values ('${uuid(n)}', ${event})`)
      }
    }
    await client.query(
      'create table before as select seq, job_id, event, from_state, to_state, at, delivery from job_events',
    )
    for (const { text } of files.filter(({ version }) => version > 8)) await client.query(text)
  })
  assert.deepEqual(
    await db.query(
      sql`select seq, job_id, event, from_state, to_state, at, delivery from job_events order by seq`,
    ),
    await db.query(sql`select * from before order by seq`),
  )
  const { engine, worker, claim } = await engineOn(t, db, { started: false })
  const idOf = (n: number) => formatId('job', uuid(n))
  const [claimed] = await claim(await worker(), ['test.job'])
  assert.equal(claimed?.job.id, idOf(0))
  await engine.complete(idOf(0), claimed.leaseToken, null)
  await engine.complete(idOf(1), token, null)
  await engine.complete(idOf(3), token, null)
  const ordinary = ['enqueued > queued by 0', 'claimed > running by 1', 'completed > succeeded by 1']
  assert.deepEqual(await historyOf(engine, idOf(0)), ordinary)
  assert.deepEqual(await historyOf(engine, idOf(1)), ordinary)
  assert.deepEqual(await historyOf(engine, idOf(2)), ordinary)
  assert.deepEqual(await historyOf(engine, idOf(3)), [
    ...ordinary.slice(0, 2),
    'cancelled > running by 1',
    'completed > cancelled by 1',
  ])
})
