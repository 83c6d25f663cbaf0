import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DatabaseError } from 'pg'
import { storageError } from './connection.ts'
import { openDatabase } from './database.ts'

/** An authentication message of the server: its kind, then what it says. */
function authentication(kind: number, text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(9)
  head.write('R')
  head.writeInt32BE(8 + body.length, 1)
  head.writeInt32BE(kind, 5)
  return Buffer.concat([head, body])
}

test('an address without a password, where the server asks for one, is told in words and does not pass by itself', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'))
      socket.once('data', () => socket.write(authentication(11, 'r=x,s=c2FsdA==,i=4096')))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const opening = openDatabase({
    url: `postgres://surveyor@127.0.0.1:${port}/surveyor`,
    schema: 'places',
    maxConnections: 1,
    applicationName: 'test',
    log: silentLogger,
  })
  await assert.rejects(
    opening,
    (error) =>
      error instanceof SurveyorError &&
      error.code === 'storage_unavailable' &&
      !error.retryable &&
      /asks for a password/.test(error.message),
  )
})

test('a full disk of the server is told as that, and not as a server that is away', () => {
  const full = new DatabaseError('could not extend file "base/5/17098": No space left on device', 0, 'error')
  full.code = '53100'
  const told = storageError(full)
  assert.ok(told instanceof SurveyorError)
  assert.deepEqual([told.code, told.retryable], ['storage_unavailable', true])
  assert.match(told.message, /disk of the database is full/)
})
