// What a replica makes of the notifications that it receives.
import assert from 'node:assert/strict'
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
    ended: [{ id: '1', type: 'a.job', state: 'succeeded', parentId: null }],
  }
  arrives(`other ${JSON.stringify(known)}`)
  assert.deepEqual([received, gaps], [[known], 0])
  const unknown = ['other {"queued":7}', 'other {"ended":[{"id":"1","state":"asleep"}]}', 'other null', '']
  for (const payload of unknown) arrives(payload)
  assert.deepEqual([received.length, gaps], [1, unknown.length])
  await listening[Symbol.asyncDispose]()
})
