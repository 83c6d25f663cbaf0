import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import {
  createReplica,
  createTestEngine,
  finalProblem,
  jobSpec,
  type TestEngineOptions,
} from '#test/support/jobs/job-engine.ts'
import { encryptedInputs } from './encrypted-inputs.ts'

const INPUT = {
  url: 'https://example.com/',
  headers: { Authorization: 'Bearer planted', Accept: 'text/html' },
  cookies: [{ name: 'session', value: 'planted' }],
  httpAuth: { username: 'ann', password: 'planted' },
}

const sealedBy = (byte: number): TestEngineOptions => ({
  steps() {
    const { encryptInput, decryptInput } = encryptedInputs({
      encryptor: createEncryptor(Buffer.alloc(32, byte)),
      log: silentLogger,
    })
    return { beforeEnqueue: [encryptInput], afterClaim: [decryptInput] }
  },
})

test('credentials are sealed in the database and open in the hands of a worker', async (t) => {
  const { db, engine: encrypted, worker } = await createTestEngine(t, sealedBy(1))
  const spec = jobSpec({ input: INPUT })
  const { id } = await encrypted.enqueue(spec)
  const parent = await encrypted.enqueueParent(jobSpec({ type: 'test.batch', input: { defaults: INPUT } }), [
    spec,
  ])
  await encrypted.enqueueMany([spec])
  const rows = await db.query<{ input: string }>(sql`select input::text from jobs`)
  assert.equal(rows.length, 4)
  for (const { input } of rows) assert.doesNotMatch(input, /planted/)
  assert.deepEqual(INPUT.cookies, [{ name: 'session', value: 'planted' }], 'what was given is left as it was')

  const workerId = await worker()
  assert.deepEqual((await encrypted.claim(id, workerId)).job.input, INPUT)
  const rest = await encrypted.claimNext({ workerId, max: [{ types: ['test.job'], count: 5 }], waitMs: 0 })
  assert.deepEqual(
    rest.map(({ job }) => job.input),
    [INPUT, INPUT],
  )
  assert.doesNotMatch(JSON.stringify(await encrypted.get(parent.id)), /planted/)
  const plain = await encrypted.enqueue(jobSpec({ input: { url: 'https://example.com/' } }))
  assert.deepEqual(plain.input, { url: 'https://example.com/' })
})

test('what was sealed with another pepper fails instead of going out without its credentials', async (t) => {
  const { db, engine, worker } = await createTestEngine(t, sealedBy(1))
  const { engine: other } = await createReplica(t, db, sealedBy(2))
  const [first, second] = [
    await engine.enqueue(jobSpec({ input: INPUT })),
    await engine.enqueue(jobSpec({ input: INPUT })),
  ]
  const readable = await engine.enqueue(jobSpec({ input: { url: 'https://example.com/' } }))
  const workerId = await worker()
  await assert.rejects(other.claim(first.id, workerId), { code: 'job_ended' })
  const claimed = await other.claimNext({ workerId, max: [{ types: ['test.job'], count: 5 }], waitMs: 0 })
  assert.deepEqual(
    claimed.map(({ job }) => job.id),
    [readable.id],
  )
  for (const { id } of [first, second]) {
    const job = await engine.get(id)
    assert.deepEqual([job?.state, job?.error?.code], ['failed', 'internal'])
  }
})

test('a job that is run again is sealed once, and opens as it was', async (t) => {
  const { db, engine, worker, claim } = await createTestEngine(t, sealedBy(1))
  const { id } = await engine.enqueue(jobSpec({ input: INPUT }))
  const workerId = await worker()
  const [claimed] = await claim(workerId, ['test.job'])
  await engine.fail(id, claimed?.leaseToken ?? '', finalProblem())
  await engine.retry(id)
  const rows = await db.query<{ input: unknown }>(sql`select input from jobs`)
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[0], rows[1])
  const [again] = await claim(workerId, ['test.job'])
  assert.deepEqual(again?.job.input, INPUT)
})
