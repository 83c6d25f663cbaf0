// Deliveries and received webhooks that waited before they were jobs: after the migration each still arrives.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatId } from '#kit/ids.ts'
import { openDatabase } from '#platform/db/database.ts'
import { migrationFiles } from '#platform/db/migrate.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { encryptTarget } from '#platform/webhooks/targets/receiver-url.ts'
import { getRecord } from '#platform/webhooks/records/read-records.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { onServer } from '#test/support/database/on-server.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'
import { TEST_WEBHOOK_SETTINGS } from '#test/support/webhooks/webhooks.ts'
import { createWebhooks } from './webhooks.ts'

const pepper = Buffer.alloc(32, 'pepper')
const uuid = (n: number) => `01920000-0000-7000-8000-00000000000${n}`
const LANE = 'url_receiver'

/** Rows of webhook_records: id, status, failures, lease, next attempt, end. */
const OUTGOING = [
  [1, 'pending', 0, null, `now() - interval '1 hour'`, null],
  [2, 'retrying', 3, null, `now() + interval '1 day'`, null],
  [3, 'delivering', 1, 'gen_random_uuid()', null, null],
  [4, 'delivered', 0, null, null, 'now()'],
] as const

test('what waited before the migration is delivered, and waits as long as it had to', async (t) => {
  await using receiver = await startWebhookReceiver()
  const url = await createTestDatabaseUrl(t, ['jobs', 'keys'])
  const files = await migrationFiles(['webhooks'])
  const target = encryptTarget(createEncryptor(pepper), { url: receiver.url }).toString('hex')
  await onServer(url, async (client) => {
    await client.query('set search_path to test, public')
    for (const { text } of files.slice(0, 3)) await client.query(text)
    for (const [n, status, failures, lease, next, end] of OUTGOING) {
      await client.query(`
        insert into webhook_records (id, direction, message_id, event, lane, sealed, body, status, attempts, failures,
          lease_token, lease_expires_at, next_attempt_at, completed_at)
        values ('${uuid(n)}', 'outgoing', 'msg_${n}', 'job.succeeded', '${LANE}', '\\x${target}', '{}', '${status}',
          ${failures + (lease === null ? 0 : 1)}, ${failures}, ${lease}, ${lease === null ? null : 'now()'}, ${next}, ${end})`)
    }
    await client.query(`insert into webhook_attempts (record_id, number) values ('${uuid(3)}', 2)`)
    await client.query(`
      insert into webhook_records (id, direction, message_id, event, source, body, status, next_attempt_at)
      values ('${uuid(5)}', 'incoming', 'msg_5', 'job.done', 'crawl', '{}', 'pending', now())`)
    await client.query(
      `insert into webhook_lanes (lane, running, due_at) values ('${LANE}', 1, now() - interval '1 hour')`,
    )
    for (const { text } of files.slice(3)) await client.query(text)
  })
  await using db = await openDatabase({
    url,
    schema: 'test',
    maxConnections: 6,
    applicationName: 'test',
    log: silentLogger,
  })
  await using engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  using metrics = createMetrics({ service: 'test', version: '0' })
  const processed: string[] = []
  await using webhooks = createWebhooks({
    db,
    engine,
    log: silentLogger,
    metrics,
    pepper,
    settings: TEST_WEBHOOK_SETTINGS,
    presentJob: null,
    incoming: {
      source: { name: 'crawl', secrets: [] },
      handlers: {
        'job.done': async (_, { webhookId }) => {
          processed.push(webhookId)
          return 'processed'
        },
      },
    },
  })
  await engine.start()
  await webhooks.start()
  await receiver.received(2)
  for (;;) {
    const open = await db.query(sql`select from webhook_records where completed_at is null`)
    if (open.length === 1) break
  }
  assert.deepEqual(receiver.requests.map(({ id }) => id).toSorted(), ['msg_1', 'msg_3'])
  assert.deepEqual(processed, ['msg_5'])
  const deps = { db, encryptor: webhooks.encryptor }
  const look = async (n: number) => getRecord(deps, formatId('whk', uuid(n)), null)
  const waiting = await look(2)
  assert.equal(waiting.status, 'retrying')
  assert.ok(Date.parse(waiting.nextAttemptAt ?? '') > Date.now() + 80_000_000)
  const again = await look(3)
  assert.deepEqual(
    again.attempts.map(({ number, error }) => [number, error]),
    [
      [2, 'sender_lost'],
      [3, null],
    ],
  )
  assert.equal(again.status, 'delivered')
})
