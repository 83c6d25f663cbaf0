// What a replica makes of the notifications that it receives.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Database } from '#platform/db/database.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createNotifications, type Notification } from './notifications.ts'

test('a notification of an unknown form is one that may have been missed', async () => {
  let arrives: (payload: string) => void = () => undefined
  const db: Pick<Database, 'schema' | 'listen'> = {
    schema: 'test',
    async listen(_channel, onNotify) {
      arrives = onNotify
      return async () => undefined
    },
  }
  const received: Notification[] = []
  let gaps = 0
  const notifications = createNotifications({ db: db as Database, log: silentLogger })
  const listening = await notifications.listen(
    (notification) => received.push(notification),
    () => (gaps += 1),
  )
  const known: Notification = {
    queued: ['a.job'],
    ended: [{ ids: ['1', '2'], type: 'a.job', state: 'succeeded', parentId: null }],
  }
  arrives(`other ${JSON.stringify(known)}`)
  assert.deepEqual([received, gaps], [[known], 0])
  const unknown = [
    'other {"queued":7}',
    'other {"ended":[{"ids":["1"],"type":"a.job","state":"asleep","parentId":null}]}',
    'other null',
    '',
  ]
  for (const payload of unknown) arrives(payload)
  assert.deepEqual([received.length, gaps], [1, unknown.length])
  await listening[Symbol.asyncDispose]()
})

test('ended jobs are told in few payloads, each small enough and none left out', async () => {
  const payloads: string[] = []
  const db: Pick<Database, 'schema' | 'query'> = {
    schema: 'test',
    async query(statement) {
      const texts = statement.values.find((value) => Array.isArray(value))
      for (const text of Array.isArray(texts) ? texts : []) payloads.push(String(text))
      return []
    },
  }
  const notifications = createNotifications({ db: db as Database, log: silentLogger })
  const idsOf = (count: number) => Array.from({ length: count }, () => randomUUID())
  const type = 'x'.repeat(100)
  const parents: NonNullable<Notification['ended']> = Array.from({ length: 100 }, () => ({
    ids: idsOf(1),
    type,
    state: 'failed',
    parentId: randomUUID(),
  }))
  const alike = { ids: idsOf(500), type, state: 'succeeded', parentId: null } as const
  notifications.publish({ ended: [...parents, { ...alike, ids: [...alike.ids] }] })
  await notifications.settled()
  const told = payloads.flatMap((payload) => {
    assert.ok(Buffer.byteLength(payload) < 8_000, `${payload.length} bytes`)
    const { ended = [] } = JSON.parse(payload.slice(payload.indexOf(' '))) as Notification
    return ended.flatMap(({ ids, state }) => ids.map((id) => `${id} ${state}`))
  })
  assert.deepEqual(told, [
    ...parents.flatMap(({ ids }) => ids.map((id) => `${id} failed`)),
    ...alike.ids.map((id) => `${id} succeeded`),
  ])
  assert.ok(payloads.length <= 8, `${payloads.length} payloads`)
})
