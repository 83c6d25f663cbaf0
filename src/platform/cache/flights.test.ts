// What a process that dies during an in-flight request leaves behind, and what a failed start means to the requests
// that wait for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, parseId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { createTestDatabase } from '#test/harness/database.ts'
import { createFlights } from './flights.ts'

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
  const flights = createFlights({ db })
  const young = await flights.board('young', started)
  assert.deepEqual([young?.jobId, young?.joined], [`job_${died}`, true])
  const old = await flights.board('old', started)
  assert.notEqual(old?.jobId, `job_${died}`)
  assert.equal(old?.joined, false)
})

test('a start that fails fails for all who wait here, and leaves nothing behind', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const flights = createFlights({ db })
  const fail = async (): Promise<boolean> => Promise.reject(new Error('the queue is full'))
  const boarding = [flights.board('key', fail), flights.board('key', started)]
  for (const one of boarding) await assert.rejects(one, /queue is full/)
  assert.equal((await flights.board('key', started))?.joined, false)
})

test('a start that turns out not to be needed is nobody’s flight', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const flights = createFlights({ db })
  assert.equal(await flights.board('key', async () => false), null)
  assert.deepEqual(await db.query(sql`select from cache_flights`), [])
})

test('the last one who leaves, of two processes, is told so', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const [here, there] = [createFlights({ db }), createFlights({ db })]
  const seats = [
    await here.board('key', started),
    await here.board('key', started),
    await there.board('key', started),
  ]
  assert.equal(new Set(seats.map((seat) => seat?.jobId)).size, 1)
  assert.equal(await seats[0]?.leave(), false)
  assert.equal(await seats[2]?.leave(), false)
  assert.equal(await seats[1]?.leave(), true)
  assert.equal((await there.board('key', started))?.joined, false)
})

test('a job that somebody comes back for is never of no use', async (t) => {
  const db = await createTestDatabase(t, MODULES)
  const [here, there] = [createFlights({ db }), createFlights({ db })]
  const [first, second] = [await here.board('key', started), await here.board('key', started)]
  first?.stay()
  assert.equal(await second?.leave(), false)
  assert.equal(await (await there.board('key', started))?.leave(), false)
})
