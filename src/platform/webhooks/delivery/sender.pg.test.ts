// Concurrent senders: limits over replicas, lost senders, endpoints that hang.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import type { LeaseRef } from '#platform/jobs/leases/leases.ts'
import { loseExpiredLeases } from '#platform/jobs/sql/lose-leases.ts'
import { DELIVER_JOB } from '#platform/webhooks/records/new-records.ts'
import { createTestWebhooks, type TestWebhooks } from '#test/support/webhooks/webhooks.ts'
import { createAttemptBeginnings } from './begin-attempts.ts'
import { createAttemptEnds } from './finish-attempts.ts'

const idle = {
  statusCode: 200,
  error: null,
  operatorDetail: null,
  response: null,
  durationMs: 1,
  retryAfterMs: null,
  signatures: 0,
}

/** What a sender claims that then falls silent. */
async function claimDeliveries({ engine }: TestWebhooks): Promise<LeaseRef[]> {
  const { workerId } = await engine.workers.register({
    name: 'lost',
    instanceId: 'lost',
    version: '1',
    capabilities: { types: [DELIVER_JOB], concurrency: {} },
  })
  const claimed = await engine.claimNext({ workerId, max: [{ types: [DELIVER_JOB], count: 10 }], waitMs: 0 })
  return claimed.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken }))
}

test('a receiver gets four at once over all replicas, and everything once', async (t) => {
  const hooks = await createTestWebhooks(t)
  const replica = hooks.replica()
  await replica.start()
  let open = 0
  let max = 0
  const four = Promise.withResolvers<void>()
  const receiver = await hooks.receiver((_request, response) => {
    open += 1
    max = Math.max(max, open)
    if (open === 4) four.resolve()
    // No request is answered before four have arrived; a fifth would arrive while they wait.
    void four.promise.then(() =>
      setTimeout(() => {
        open -= 1
        response.writeHead(200).end()
      }, 5),
    )
  })
  const target = await hooks.webhooks.accept({ url: receiver.url }, null)
  for (let i = 0; i < 60; i += 1) await hooks.publish(target)
  await hooks.settled()
  assert.equal(receiver.requests.length, 60)
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 60)
  assert.equal(max, 4)
  assert.deepEqual(await hooks.db.query(sql`select domain from job_domains where running <> 0`), [])
  assert.deepEqual(await hooks.db.query(sql`select id from jobs`), [])
})

test('receivers that hang delay no other', async (t) => {
  const hooks = await createTestWebhooks(t, { timeoutMs: 600_000 })
  const dead = await hooks.receiver(() => undefined)
  const good = await hooks.receiver()
  const toDead = await hooks.webhooks.accept({ url: dead.url }, null)
  const toGood = await hooks.webhooks.accept({ url: good.url }, null)
  for (let i = 0; i < 20; i += 1) await hooks.publish(toDead)
  for (let i = 0; i < 20; i += 1) await hooks.publish(toGood)
  // All of them arrive, while the dead endpoint still holds its first four.
  await good.received(20)
  assert.equal(dead.requests.length, 4)
})

test('what a lost sender had goes to another one, under the same id; the lost one can no longer end it', async (t) => {
  const hooks = await createTestWebhooks(t, {}, { started: false })
  const receiver = await hooks.receiver()
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url }, null))
  const [lease] = await claimDeliveries(hooks)
  assert.ok(lease !== undefined)
  const lost = await createAttemptBeginnings(hooks.db)(lease)
  assert.ok(lost !== null)
  assert.deepEqual(await claimDeliveries(hooks), [])
  await hooks.db.execute(sql`update jobs set lease_expires_at = now() - interval '1 second'`)
  assert.equal((await loseExpiredLeases(hooks.db, DEFAULT_JOB_SETTINGS, 10)).length, 1)
  const attempt = { ...idle, error: 'internal' }
  await createAttemptEnds(hooks.engine, 1)({ lease, delivery: lost, attempt })
  await hooks.webhooks.start()
  await hooks.settled()
  assert.deepEqual(
    receiver.requests.map(({ id }) => id),
    [lost.messageId],
  )
  const attempts = await hooks.db.query(sql`select number, status_code from webhook_attempts order by number`)
  assert.deepEqual(attempts.at(-1), { number: 2, status_code: 200 })
  const [record] = await hooks.db.query(sql`select status, failures, attempts from webhook_records`)
  assert.deepEqual(record, { status: 'delivered', failures: 0, attempts: 2 })
  assert.deepEqual(await hooks.db.query(sql`select domain from job_domains where running <> 0`), [])
})

test('a sender that stops hands back what hangs, without a failure', async (t) => {
  const hooks = await createTestWebhooks(t, { timeoutMs: 5_000 }, { started: false })
  const receiver = await hooks.receiver((_request, response, index) => {
    if (index > 0) response.writeHead(200).end()
  })
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url }, null))
  const other = hooks.replica()
  await other.start()
  await receiver.received(1)
  await other[Symbol.asyncDispose]()
  const [record] = await hooks.db.query(sql`select status, failures, attempts from webhook_records`)
  assert.deepEqual(record, { status: 'pending', failures: 0, attempts: 1 })
  await hooks.webhooks.start()
  await hooks.settled()
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 1)
})

test('an endpoint that is disabled or deleted gets nothing more', async (t) => {
  const hooks = await createTestWebhooks(t, {}, { started: false })
  const receiver = await hooks.receiver()
  const { endpoints } = hooks.webhooks
  const one = await endpoints.create({ url: receiver.url }, null)
  const two = await endpoints.create({ url: receiver.url }, null)
  await hooks.publish(null)
  const claimed = await claimDeliveries(hooks)
  assert.equal(claimed.length, 2)
  await hooks.publish(null)
  await endpoints.change(one.endpoint.id, { status: 'disabled' }, null)
  await endpoints.remove(two.endpoint.id, null)
  await hooks.db.execute(sql`update jobs set lease_expires_at = now() where state = 'running'`)
  await hooks.webhooks.start()
  await hooks.settled()
  assert.equal(receiver.requests.length, 0)
  const statuses = await hooks.db.query(sql`select distinct status from webhook_records`)
  assert.deepEqual(statuses, [{ status: 'discarded' }])
})
