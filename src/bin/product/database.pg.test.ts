// A service that starts on a busy machine waits for its database, and says so.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { sql } from '#platform/db/sql.ts'
import { openWhenReachable } from './database.ts'

test('a connection that breaks at the start is tried again', async (t) => {
  const url = new URL(await createTestDatabaseUrl(t, []))
  const [host, port] = [decodeURIComponent(url.hostname), Number(url.port || 5432)]
  const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let connections = 0
  const door = createServer((caller) => {
    connections += 1
    caller.on('error', () => undefined)
    if (connections === 1) {
      caller.destroy()
      return
    }
    const server = connect(address).on('error', () => caller.destroy())
    caller.pipe(server).pipe(caller)
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  t.after(() => door.close())
  url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`

  const lines: string[] = []
  const log = createLogger({
    name: 'test',
    level: 'info',
    stream: { write: (line) => void lines.push(line) },
  })
  const options = { url: url.href, schema: 'test', maxConnections: 2, applicationName: 'test', log }
  await using db = await openWhenReachable(options, t.signal)
  assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }])
  assert.match(lines[0] ?? '', /waiting for the database/)
})

test('a database that does not exist is not waited for', async (t) => {
  const url = new URL(await createTestDatabaseUrl(t, []))
  url.pathname = '/a_database_that_is_not_there'
  const log = createLogger({ name: 'test', level: 'silent' })
  const options = { url: url.href, schema: 'test', maxConnections: 2, applicationName: 'test', log }
  await assert.rejects(openWhenReachable(options, t.signal), { code: 'storage_unavailable' })
})
