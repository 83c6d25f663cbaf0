// The pool against a real server: types, transactions, streams, notices and lost connections.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { openDatabase, type Database, type Queryable } from './database.ts'
import { prepared, sql } from './sql.ts'

const UNAVAILABLE = (error: unknown) => error instanceof SurveyorError && error.code === 'storage_unavailable'

/** Ends the server side of a connection, as a restart of the server does. */
async function terminate(db: Queryable, pid: number): Promise<void> {
  await db.query(sql`select pg_terminate_backend(${pid})`)
}

async function backendOf(db: Queryable): Promise<number> {
  const [row] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  assert.ok(row)
  return row.pid
}

/** The next payload of a channel, and the one after it. */
function payloads(): { push: (payload: string) => void; next: () => Promise<string> } {
  const waiting: PromiseWithResolvers<string>[] = []
  const arrived: string[] = []
  return {
    push: (payload) => {
      const waiter = waiting.shift()
      if (waiter === undefined) arrived.push(payload)
      else waiter.resolve(payload)
    },
    next: async () => {
      const payload = arrived.shift()
      if (payload !== undefined) return payload
      const waiter = Promise.withResolvers<string>()
      waiting.push(waiter)
      return waiter.promise
    },
  }
}

async function createTable(db: Database): Promise<void> {
  await db.execute(sql`create table item (id int primary key)`)
}

async function count(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from item`)
  return row?.n ?? Number.NaN
}

test('rows come back in the types of the language', async (t) => {
  const db = await createTestDatabase(t, [])
  const [row] = await db.query(sql`select
    9007199254740991::int8 as safe, 9007199254740993::int8 as unsafe, array[1, null, 2]::int8[] as list,
    '2026-02-03T04:05:06Z'::timestamptz as at, '2026-02-03'::date as day, '{"a":[1]}'::jsonb as json, ${[1, 2]}::int[] as sent`)
  assert.deepEqual(row, {
    safe: 9_007_199_254_740_991,
    unsafe: '9007199254740993',
    list: [1, null, 2],
    at: new Date('2026-02-03T04:05:06Z'),
    day: '2026-02-03',
    json: { a: [1] },
    sent: [1, 2],
  })
})

test('statements name tables without their schema, and tell how many rows they touched', async (t) => {
  const db = await createTestDatabase(t, [], 'own')
  await createTable(db)
  assert.equal(await db.execute(sql`insert into item select generate_series(1, 3)`), 3)
  const [row] = await db.query<{ schema: string }>(
    sql`select schemaname as schema from pg_tables where tablename = 'item'`,
  )
  assert.equal(row?.schema, 'own')
})

test('no statement is compiled, whatever the server does by default', async (t) => {
  const db = await createTestDatabase(t, [])
  const settings = await db.query(sql`select setting, source from pg_settings where name = 'jit'`)
  assert.deepEqual(settings, [{ setting: 'off', source: 'session' }])
})

test('a prepared statement is planned once per connection and still takes other values', async (t) => {
  const db = await createTestDatabase(t, [])
  await db.transaction(async (tx) => {
    for (const value of [1, 2]) {
      const rows = await tx.query(prepared('double', sql`select ${value}::int * 2 as twice`))
      assert.deepEqual(rows, [{ twice: value * 2 }])
    }
    const [row] = await tx.query<{ n: number }>(
      sql`select count(*) as n from pg_prepared_statements where name = 'double'`,
    )
    assert.equal(row?.n, 1)
  })
})

test('a transaction commits, and rolls back on a throw', async (t) => {
  const db = await createTestDatabase(t, [])
  await createTable(db)
  await db.transaction(async (tx) => tx.execute(sql`insert into item values (1)`))
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into item values (2)`)
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  assert.equal(await count(db), 1)
})

test('a transaction whose failed statement was swallowed is not taken for committed', async (t) => {
  const db = await createTestDatabase(t, [])
  await createTable(db)
  const swallowing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into item values (1)`)
    await tx.execute(sql`insert into item values (1)`).catch(() => undefined)
  })
  await assert.rejects(swallowing, /rolled back/)
  assert.equal(await count(db), 0)
})

test('notices reach every listener of their channel until it stops', async (t) => {
  const db = await createTestDatabase(t, [])
  const [first, second] = [payloads(), payloads()]
  const stopFirst = await db.listen('test_channel', first.push)
  await db.listen('test_channel', second.push)
  await db.notify('test_channel', 'one')
  assert.deepEqual([await first.next(), await second.next()], ['one', 'one'])
  await stopFirst()
  await db.notify('test_channel', 'two')
  assert.equal(await second.next(), 'two')
  first.push('nothing came')
  assert.equal(await first.next(), 'nothing came')
})

test('a connection is given one statement at a time, with many channels at once', async (t) => {
  const db = await createTestDatabase(t, [])
  const { query } = Client.prototype
  const busy = new Map<Client, number>()
  let statements = 0
  const overlaps: unknown[] = []
  t.mock.method(Client.prototype, 'query', function (this: Client, ...args: unknown[]): unknown {
    const before = busy.get(this) ?? 0
    if (before > 0) overlaps.push(args[0])
    const answer: unknown = Reflect.apply(query, this, args)
    if (answer instanceof Promise) {
      statements += 1
      busy.set(this, before + 1)
      const over = () => void busy.set(this, (busy.get(this) ?? 0) - 1)
      void answer.then(over, over)
    }
    return answer
  })
  const channels = ['one', 'two', 'three', 'four']
  const stops = await Promise.all(channels.map(async (channel) => db.listen(channel, () => undefined)))
  await Promise.all(stops.map(async (stop) => stop()))
  assert.ok(statements >= 2 * channels.length)
  assert.deepEqual(overlaps, [])
})

test('a lost listening connection is made again and says that notices may be missing', async (t) => {
  const db = await createTestDatabase(t, [])
  const channel = payloads()
  await db.listen('test_channel', channel.push)
  const [listening] = await db.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  assert.ok(listening)
  await terminate(db, listening.pid)
  assert.equal(await channel.next(), '')
  await db.notify('test_channel', 'again')
  assert.equal(await channel.next(), 'again')
})

test('a connection lost inside a transaction is storage_unavailable, and the pool goes on', async (t) => {
  const db = await createTestDatabase(t, [])
  const lost = db.transaction(async (tx) => {
    await terminate(db, await backendOf(tx))
    await tx.query(sql`select 1`)
  })
  await assert.rejects(lost, UNAVAILABLE)
  assert.equal((await db.query(sql`select 1`)).length, 1)
})

test('a server that is not there is storage_unavailable', async () => {
  const nowhere = openDatabase({
    url: 'postgres://nobody:x@127.0.0.1:1/none',
    schema: 'test',
    maxConnections: 1,
    applicationName: 'test',
    log: silentLogger,
  })
  await assert.rejects(nowhere, UNAVAILABLE)
})

test('an ordinary error of a statement stays what it is', async (t) => {
  const db = await createTestDatabase(t, [])
  await assert.rejects(db.query(sql`select * from nothing_here`), { code: '42P01' })
})
