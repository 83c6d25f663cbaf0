// Deliveries to real receivers: signed, retried by the table, given up, throttled, disabled, never lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookRecordDetail } from '#contract/webhook.ts'
import { sql } from '#platform/db/sql.ts'
import { listRecords, getRecord } from '#platform/webhooks/records/read-records.ts'
import { replayRecord } from '#platform/webhooks/records/replay.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { createTestWebhooks, type TestWebhooks } from '#test/support/webhooks/webhooks.ts'

async function records({ db, webhooks }: TestWebhooks): Promise<WebhookRecordDetail[]> {
  const deps = { db, encryptor: webhooks.encryptor }
  const { items } = await listRecords(deps, { owner: null }, 500, null)
  return Promise.all(items.toReversed().map(({ id }) => getRecord(deps, id, null)))
}

test('an event reaches the address of the request and every endpoint that takes it, once each, signed', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  const all = await hooks.webhooks.endpoints.create({ url: `${receiver.url}/all` }, null)
  const some = await hooks.webhooks.endpoints.create(
    { url: `${receiver.url}/some`, events: ['job.failed'] },
    null,
  )
  const secret = makeSecret()
  receiver.secrets.push(all.secret, some.secret, secret)
  const target = await hooks.webhooks.accept(
    {
      url: `${receiver.url}/own?token=t0ken`,
      secret,
      headers: { 'X-Team': 'maps' },
      metadata: { order: '7' },
    },
    null,
  )
  const subjectId = await hooks.publish(target)
  await hooks.publish(null, 'job.failed')
  await hooks.settled()
  const paths = receiver.requests.map(({ path }) => path).toSorted()
  assert.deepEqual(paths, ['/all', '/all', '/own?token=t0ken', '/some'])
  assert.ok(receiver.requests.every(({ genuine }) => genuine))
  const own = receiver.requests.find(({ path }) => path.startsWith('/own'))
  assert.equal(own?.headers['x-team'], 'maps')
  assert.match(own?.headers['user-agent'] ?? '', /^Surveyor\//)
  const { type, timestamp, data } = JSON.parse(own?.body ?? '')
  assert.equal(type, 'job.succeeded')
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
  assert.deepEqual({ ...data, sequence: null }, { sequence: null, subjectId, metadata: { order: '7' } })
  // One event has one id, wherever it is sent.
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 2)
  for (const record of await records(hooks)) {
    assert.equal(record.status, 'delivered')
    assert.equal(record.attempts.length, 1)
    assert.equal(record.attempts[0]?.response, 'ok')
    assert.equal(record.attempts[0]?.signatures, 1)
    assert.ok(!record.url?.includes('t0ken'))
  }
})

test('a request that asks for other events is not told', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url, events: ['job.failed'] }, null))
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url, events: ['job.succeeded'] }, null))
  await hooks.settled()
  assert.equal(receiver.requests.length, 1)
})

test('without a secret it goes unsigned, with id and time', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url }, null))
  await receiver.received(1)
  const headers = receiver.requests[0]?.headers ?? {}
  assert.ok(!('webhook-signature' in headers))
  assert.match(headers['webhook-id'] ?? '', /^msg_/)
  assert.match(headers['webhook-timestamp'] ?? '', /^\d+$/)
})

test('every kind of failure is tried again under the same id, each attempt is kept', async (t) => {
  // No attempt takes too long. To an address of its own, because with such a scale five days are seconds, after which
  // an endpoint would be disabled.
  const hooks = await createTestWebhooks(t, { timeoutMs: 600_000, timeScale: 0.000_01 })
  const redirectedTo = await hooks.receiver()
  const receiver = await hooks.receiver((_request, response, index) => {
    if (index === 0) response.writeHead(500).end('broken')
    else if (index === 1) response.writeHead(302, { location: redirectedTo.url }).end()
    else if (index === 2) response.destroy()
    else if (index === 3) response.writeHead(404).end()
    else response.writeHead(204).end()
  })
  const secret = makeSecret()
  receiver.secrets.push(secret)
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url, secret }, null))
  await hooks.settled()
  const [record] = await records(hooks)
  assert.equal(record?.status, 'delivered')
  assert.deepEqual(
    record?.attempts.map(({ statusCode, error }) => [statusCode, error]),
    [
      [500, 'http_status'],
      [302, 'http_status'],
      [null, 'target_connect_error'],
      [404, 'http_status'],
      [204, null],
    ],
  )
  assert.equal(record?.attempts[0]?.response, 'broken')
  assert.equal(redirectedTo.requests.length, 0)
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, 1)
  assert.ok(receiver.requests.every(({ genuine }) => genuine))
})

test('a receiver that does not answer in time has failed, and is tried again', async (t) => {
  const hooks = await createTestWebhooks(t, { timeoutMs: 200, timeScale: 0.000_001 })
  const receiver = await hooks.receiver(() => undefined)
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url }, null))
  await hooks.settled()
  const [record] = await records(hooks)
  assert.equal(record?.status, 'failed')
  assert.deepEqual(
    record.attempts.map(({ statusCode, error }) => [statusCode, error]),
    Array.from({ length: 10 }, () => [null, 'target_timeout']),
  )
})

test('after the tenth failure it is given up', async (t) => {
  const hooks = await createTestWebhooks(t, { timeScale: 0.000_001 })
  const receiver = await hooks.receiver((_request, response) => response.writeHead(500).end())
  await hooks.publish(await hooks.webhooks.accept({ url: receiver.url }, null))
  await hooks.settled()
  const [record] = await records(hooks)
  assert.equal(record?.status, 'failed')
  assert.equal(record?.attempts.length, 10)
  assert.equal(receiver.requests.length, 10)
})

test('Retry-After is honoured, and closes the receiver for all its deliveries', async (t) => {
  const hooks = await createTestWebhooks(t)
  let first = 0
  const receiver = await hooks.receiver((_request, response, index) => {
    if (index > 0) return void response.writeHead(200).end()
    first = Date.now()
    response.writeHead(429, { 'retry-after': '1' }).end()
  })
  const target = await hooks.webhooks.accept({ url: receiver.url }, null)
  await hooks.publish(target)
  await receiver.received(1)
  for (;;) {
    const [lane] = await hooks.db.query(sql`select from job_domains where closed_until > now()`)
    if (lane !== undefined) break
  }
  await hooks.publish(target)
  await receiver.received(2)
  assert.ok(Date.now() - first >= 950, 'nothing came before a second was over')
  await hooks.settled()
  assert.equal(receiver.requests.length, 3)
})

test('410 disables the endpoint at once, discards what waits and leaves a record', async (t) => {
  const hooks = await createTestWebhooks(t, { systemConcurrency: 1 })
  const receiver = await hooks.receiver((request, response) => {
    response.writeHead(request.path === '/gone' ? 410 : 200).end()
  })
  const { endpoint } = await hooks.webhooks.endpoints.create({ url: `${receiver.url}/gone` }, null)
  await hooks.webhooks.endpoints.create({ url: `${receiver.url}/other`, events: ['endpoint.disabled'] }, null)
  await hooks.db.transaction(async () => {
    await Promise.all([hooks.publish(null), hooks.publish(null), hooks.publish(null)])
  })
  await hooks.settled()
  const after = await hooks.webhooks.endpoints.get(endpoint.id, null)
  assert.equal(after.status, 'disabled')
  assert.equal(after.disabledReason, 'gone')
  const all = await records(hooks)
  const ofGone = all.filter(({ endpointId }) => endpointId === endpoint.id).map(({ status }) => status)
  assert.equal(ofGone.filter((status) => status === 'failed').length, 1)
  assert.ok(ofGone.every((status) => status === 'failed' || status === 'discarded'))
  assert.equal(receiver.requests.filter(({ path }) => path === '/gone').length, 1)
  const notifications = all.filter(({ event }) => event === 'endpoint.disabled')
  assert.deepEqual(notifications.map(({ status }) => status).toSorted(), ['delivered', 'discarded'])
  assert.ok(notifications.every(({ subjectId }) => subjectId === endpoint.id))
  const notification = receiver.requests.find(({ path }) => path === '/other')
  assert.equal(JSON.parse(notification?.body ?? '').data.reason, 'gone')
  // A request that names the disabled endpoint is refused; once enabled again, it receives events.
  await assert.rejects(hooks.webhooks.accept({ endpointId: endpoint.id }, null), { code: 'conflict' })
  await hooks.webhooks.endpoints.change(endpoint.id, { status: 'enabled', url: `${receiver.url}/back` }, null)
  await hooks.publish(null)
  await hooks.settled()
  assert.equal(receiver.requests.filter(({ path }) => path === '/back').length, 1)
})

test('five days of nothing but failures disable the endpoint; one success starts the count again', async (t) => {
  const hooks = await createTestWebhooks(t, { timeScale: 0.000_01 })
  let answer = 500
  const receiver = await hooks.receiver((_request, response) => response.writeHead(answer).end())
  const { endpoint } = await hooks.webhooks.endpoints.create({ url: receiver.url }, null)
  const longAgo = () =>
    hooks.db.execute(
      sql`update webhook_endpoints set failing_since = now() - interval '1 hour' where failures_in_row > 0`,
    )
  const failUntil = async (status: string) => {
    for (;;) {
      await longAgo()
      const now = await hooks.webhooks.endpoints.get(endpoint.id, null)
      const [row] = await hooks.db.query<{ n: number }>(
        sql`select failures_in_row as n from webhook_endpoints`,
      )
      if (now.status === status || (status === 'enabled' && row?.n === 3)) return
    }
  }
  await hooks.publish(null)
  await receiver.received(3)
  answer = 200
  await hooks.settled()
  assert.equal((await hooks.webhooks.endpoints.get(endpoint.id, null)).failingSince, null)
  answer = 500
  await hooks.publish(null)
  await failUntil('disabled')
  const after = await hooks.webhooks.endpoints.get(endpoint.id, null)
  assert.equal(after.disabledReason, 'failing')
  await hooks.settled()
})

test('while a secret rotates both are used; later only the new one', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  const old = await hooks.webhooks.endpoints.create({ url: receiver.url }, null)
  receiver.secrets.push(old.secret)
  await hooks.publish(null)
  await receiver.received(1)
  const fresh = await hooks.webhooks.endpoints.rotate(old.endpoint.id, { overlapMs: 60_000 }, null)
  assert.notEqual(fresh.secret, old.secret)
  await assert.rejects(hooks.webhooks.endpoints.rotate(old.endpoint.id, {}, null), { code: 'conflict' })
  await hooks.publish(null)
  await receiver.received(2)
  receiver.secrets.splice(0, 1, fresh.secret)
  await hooks.publish(null)
  await receiver.received(3)
  await hooks.db.execute(sql`update webhook_endpoints set previous_until = now()`)
  await hooks.publish(null)
  await receiver.received(4)
  await hooks.settled()
  assert.ok(receiver.requests.every(({ genuine }) => genuine))
  const signatures = (await records(hooks)).map(({ attempts }) => attempts[0]?.signatures)
  assert.deepEqual(signatures, [1, 2, 2, 1])
})

test('the answer is kept up to 4 kB, without what a receiver echoes of our credentials', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver((request, response) => {
    response.writeHead(200).end(`${request.headers['x-api-key']}\u0000 ${'x'.repeat(1_000_000)}`)
  })
  await hooks.publish(
    await hooks.webhooks.accept({ url: receiver.url, headers: { 'x-api-key': 'planted-credential' } }, null),
  )
  await hooks.settled()
  const [record] = await records(hooks)
  assert.equal(record?.status, 'delivered')
  const response = record?.attempts[0]?.response ?? ''
  assert.match(response, /^\[redacted\]\uFFFD x+$/)
  assert.ok(response.length > 3_000 && response.length <= 4_096)
})

test('a private address is refused when it is named and again at every attempt', async (t) => {
  const hooks = await createTestWebhooks(t, { timeScale: 0.000_001 })
  for (const url of [
    'http://10.0.0.1/x',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://u:p@example.com/',
  ]) {
    await assert.rejects(hooks.webhooks.accept({ url }, null), { code: 'url_not_allowed' }, url)
    await assert.rejects(hooks.webhooks.endpoints.create({ url }, null), { code: 'url_not_allowed' }, url)
  }
  await hooks.publish({ url: 'http://10.0.0.1/x' })
  await hooks.settled()
  const [record] = await records(hooks)
  assert.equal(record?.status, 'failed')
  assert.ok(record?.attempts.every(({ error }) => error === 'url_not_allowed'))
})

test('nothing readable of a secret is in the database', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  const path = '/services/T0/planted-path?token=planted-query'
  const { secret, endpoint } = await hooks.webhooks.endpoints.create(
    { url: receiver.url + path, headers: { 'x-key': 'planted-credential' } },
    null,
  )
  assert.equal(endpoint.url, `${receiver.url}/services/T0/planted-path`)
  const own = makeSecret()
  const target = await hooks.webhooks.accept(
    { url: receiver.url + path, secret: own, headers: { 'x-key': 'planted-too' } },
    null,
  )
  await hooks.publish(target)
  await hooks.settled()
  assert.deepEqual(
    receiver.requests.map((request) => request.path),
    [path, path],
  )
  const rows = await hooks.db.query<{ text: string }>(sql`
    select e::text as text from webhook_endpoints e union all select r::text from webhook_records r
    union all select a::text from webhook_attempts a union all select l::text from job_domains l union all select j::text from jobs j`)
  const text = rows.map((row) => row.text).join('\n') + JSON.stringify(target)
  for (const planted of [secret, own, 'planted-credential', 'planted-too', 'planted-path', 'planted-query']) {
    assert.ok(!text.includes(planted))
    assert.ok(!text.includes(Buffer.from(planted).toString('hex')))
    assert.ok(!text.includes(Buffer.from(planted).toString('base64').slice(0, -3)))
  }
})

test('with another pepper nothing is sent, and the record says why', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  await hooks.webhooks.endpoints.create({ url: receiver.url }, null)
  await hooks.db.execute(
    sql`update webhook_endpoints set secret_sealed = set_byte(secret_sealed, 30, 255 - get_byte(secret_sealed, 30))`,
  )
  await hooks.publish(null)
  let record: WebhookRecordDetail | undefined
  do [record] = await records(hooks)
  while (record?.lastError === null)
  assert.equal(record?.lastError, 'secret_unreadable')
  assert.equal(receiver.requests.length, 0)
})

test('what an earlier version stored in plain is delivered, replayed, and sealed at the next start', async (t) => {
  const hooks = await createTestWebhooks(t)
  const receiver = await hooks.receiver()
  const url = `${receiver.url}/planted-path?token=planted-query`
  await hooks.publish({ url })
  const { endpoint } = await hooks.webhooks.endpoints.create({ url: receiver.url }, null)
  const uuid = endpoint.id.slice('whe_'.length)
  await hooks.db.execute(sql`update webhook_endpoints set url = ${url}, url_sealed = null where id = ${uuid}`)
  await hooks.publish(null)
  await hooks.settled()
  assert.equal(receiver.requests.length, 2)
  const later = hooks.replica()
  await later.start()
  const rows = await hooks.db.query<{ text: string }>(sql`
    select e::text as text from webhook_endpoints e union all select r::text from webhook_records r`)
  assert.ok(!rows.some(({ text }) => text.includes('planted')))
  const shown = (await records(hooks)).map((record) => record.url)
  assert.deepEqual(shown, [`${receiver.url}/planted-path`, `${receiver.url}/planted-path`])
  for (const { id } of await records(hooks)) await replayRecord(hooks.db, id, null)
  await hooks.settled()
  assert.deepEqual(
    receiver.requests.map((request) => request.path),
    Array.from({ length: 4 }, () => '/planted-path?token=planted-query'),
  )
})
