// What a process that dies during an in-flight request leaves behind, and what a failed start means to the requests
// that wait for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/harness/database.ts'
import { createInFlightRequests } from './in-flight-requests.ts'

const MODULES = ['jobs', 'blobs', 'crawl'] as const
const started = async () => true

test('a flight without a job is joined for ten seconds, then taken over', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const died = parseId('job', newId('job'))
  const leave = (key: string, seconds: number) =>
    db.execute(sql`
      insert into cache_flights (key, job_id, interest, started_at)
      values (${key}, ${died}, 1, now() - ${seconds} * interval '1 second')`)
  await leave('young', 1)
  await leave('old', 11)
  const inFlight = createInFlightRequests({ db })
  const young = await inFlight.join('young', started)
  assert.deepEqual([young?.jobId, young?.joined], [`job_${died}`, true])
  const old = await inFlight.join('old', started)
  assert.notEqual(old?.jobId, `job_${died}`)
  assert.equal(old?.joined, false)
})

test('a start that fails fails for all who wait here, and leaves nothing behind', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const inFlight = createInFlightRequests({ db })
  const fail = async (): Promise<boolean> => Promise.reject(new Error('the queue is full'))
  const joins = [inFlight.join('key', fail), inFlight.join('key', started)]
  for (const one of joins) await assert.rejects(one, /queue is full/)
  assert.equal((await inFlight.join('key', started))?.joined, false)
})

test('a start that turns out not to be needed is nobody’s flight', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const inFlight = createInFlightRequests({ db })
  assert.equal(await inFlight.join('key', async () => false), null)
  assert.deepEqual(await db.query(sql`select from cache_flights`), [])
})

test('the last one who leaves, of two processes, is told so', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const [here, there] = [createInFlightRequests({ db }), createInFlightRequests({ db })]
  const requests = [
    await here.join('key', started),
    await here.join('key', started),
    await there.join('key', started),
  ]
  assert.equal(new Set(requests.map((shared) => shared?.jobId)).size, 1)
  assert.equal(await requests[0]?.leave(), false)
  assert.equal(await requests[2]?.leave(), false)
  assert.equal(await requests[1]?.leave(), true)
  assert.equal((await there.join('key', started))?.joined, false)
})

test('a job that somebody comes back for is never of no use', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const [here, there] = [createInFlightRequests({ db }), createInFlightRequests({ db })]
  const [first, second] = [await here.join('key', started), await here.join('key', started)]
  first?.stay()
  assert.equal(await second?.leave(), false)
  assert.equal(await (await there.join('key', started))?.leave(), false)
})
