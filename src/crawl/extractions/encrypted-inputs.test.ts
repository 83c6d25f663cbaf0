import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { createTestEngine, jobSpec } from '#test/harness/job-engine.ts'
import { encryptInputs } from './encrypted-inputs.ts'

const INPUT = {
  url: 'https://example.com/',
  headers: { Authorization: 'Bearer planted', Accept: 'text/html' },
  cookies: [{ name: 'session', value: 'planted' }],
  httpAuth: { username: 'ann', password: 'planted' },
}

test('credentials are sealed in the database and open in the hands of a worker', async (t) => {
  const { db, engine, worker } = await createTestEngine(t)
  const encrypted = encryptInputs({
    engine,
    encryptor: createEncryptor(Buffer.alloc(32, 1)),
    log: silentLogger,
  })
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
  const { engine, worker } = await createTestEngine(t)
  const by = (byte: number) =>
    encryptInputs({ engine, encryptor: createEncryptor(Buffer.alloc(32, byte)), log: silentLogger })
  const [first, second] = [
    await by(1).enqueue(jobSpec({ input: INPUT })),
    await by(1).enqueue(jobSpec({ input: INPUT })),
  ]
  const readable = await by(1).enqueue(jobSpec({ input: { url: 'https://example.com/' } }))
  const workerId = await worker()
  await assert.rejects(by(2).claim(first.id, workerId), { code: 'job_ended' })
  const claimed = await by(2).claimNext({ workerId, max: [{ types: ['test.job'], count: 5 }], waitMs: 0 })
  assert.deepEqual(
    claimed.map(({ job }) => job.id),
    [readable.id],
  )
  for (const { id } of [first, second]) {
    const job = await engine.get(id)
    assert.deepEqual([job?.state, job?.error?.code], ['failed', 'internal'])
  }
})
