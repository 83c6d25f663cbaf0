// Which jobs and files a key sees and ends: those it made itself, and those of everybody only with a scope with `all`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { CreatedKey } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import type { CreatedEndpoint, WebhookRecord } from '#contract/webhook.ts'
import { ADMIN, startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'

const idsOf = (list: { items: readonly { id: string }[] }) => list.items.map(({ id }) => id)
const EVENTS = { accept: 'text/event-stream' }

test('a key that may only extract reads and cancels its own jobs, and nobody else’s', async (t) => {
  const { crawl, make, ask, startJob } = await startKeyedCrawl(t)
  const { secret: mine } = await make(['extract:echo'])
  const { secret: other } = await make(['extract', 'jobs'])
  const { secret: all } = await make(['jobs:all'])
  const job = await startJob(mine, 'mine')
  const theirs = await startJob(other, 'theirs')

  for (const [secret, visible, hidden] of [
    [mine, [job], [theirs]],
    [other, [theirs], [job]],
    [all, [theirs, job], []],
    [ADMIN, [theirs, job], []],
  ] as const) {
    const list = await ask<{ items: Job[] }>(secret, 'GET', '/api/jobs')
    assert.deepEqual([list.status, idsOf(list.json)], [200, visible])
    for (const id of visible) {
      assert.equal((await ask(secret, 'GET', `/api/jobs/${id}`)).status, 200)
      assert.equal((await ask(secret, 'GET', `/api/jobs/${id}/result`)).status, 202)
    }
    for (const id of hidden) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/result'],
        ['GET', '/events'],
        ['POST', '/cancel'],
      ] as const) {
        const { status, json } = await ask<Problem>(secret, method, `/api/jobs/${id}${path}`)
        assert.deepEqual([status, json.code], [404, 'not_found'], `${method} ${path}`)
      }
    }
  }
  const stream = new AbortController()
  const events = await fetch(`${crawl.url}/api/jobs/${job}/events`, {
    headers: { ...EVENTS, authorization: `Bearer ${mine}` },
    signal: stream.signal,
  })
  assert.equal(events.status, 200)
  stream.abort()
  const cancelled = await ask<Job>(mine, 'POST', `/api/jobs/${job}/cancel`)
  assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'cancelled'])
  // To run a job again needs the scope `jobs`: who lacks it is not sent there.
  const retry = `/api/jobs/${job}/retry`
  assert.equal((await ask<Problem>(mine, 'POST', retry)).json.code, 'scope_missing')
  const list = async (secret: string) => (await ask<{ items: Job[] }>(secret, 'GET', '/api/jobs')).json.items
  const shown = [
    cancelled.json,
    (await ask<Job>(mine, 'GET', `/api/jobs/${job}`)).json,
    ...(await list(mine)),
  ]
  assert.equal(shown.length, 3)
  for (const { links } of shown) assert.deepEqual(Object.keys(links).toSorted(), ['events', 'result', 'self'])
  const ofAll = (await list(all)).find(({ id }) => id === job)
  assert.equal(ofAll?.links['retry'], retry)
  assert.equal((await ask(other, 'POST', `/api/jobs/${job}/retry`)).status, 404)
  assert.equal((await ask(all, 'POST', `/api/jobs/${theirs}/cancel`)).status, 200)
})

test('a batch and its items belong to the key that asked for it', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const { secret: mine } = await make(['extract'])
  const { secret: other } = await make(['extract'])
  const batch = await ask<{ id: string }>(mine, 'POST', '/api/v1/echo/batch/extract', {
    items: [{ text: 'a' }, { text: 'b' }],
  })
  const path = `/api/jobs?parentId=${batch.json.id}`
  assert.equal((await ask<{ items: Job[] }>(mine, 'GET', path)).json.items.length, 2)
  assert.deepEqual((await ask<{ items: Job[] }>(other, 'GET', path)).json.items, [])
})

test('the key that replaces another one goes on with what was made with the old one', async (t) => {
  const { make, ask, startJob } = await startKeyedCrawl(t)
  const old = await make(['extract'])
  const job = await startJob(old.secret)
  const { json: next } = await ask<CreatedKey>(ADMIN, 'POST', `/api/keys/${old.key.id}/rotate`, {})
  assert.equal((await ask(next.secret, 'GET', `/api/jobs/${job}`)).status, 200)
  assert.equal((await ask(old.secret, 'GET', `/api/jobs/${await startJob(next.secret, 'b')}`)).status, 200)
})

test('two keys that ask for the same never get the job of each other', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const { secret: mine } = await make(['extract'])
  const { secret: other } = await make(['extract'])
  const input = { url: 'https://example.com/', text: 'same' }
  const ids: string[] = []
  for (const secret of [mine, other]) {
    const { status, json } = await ask<{ id: string }>(secret, 'POST', '/api/v1/echo/extract', input)
    assert.equal(status, 202)
    assert.equal((await ask(secret, 'GET', `/api/jobs/${json.id}`)).status, 200)
    ids.push(json.id)
  }
  assert.equal(new Set(ids).size, 2)
})

test('a webhook endpoint hears of what its key makes, and its records are for that key', async (t) => {
  const { make, ask, startJob } = await startKeyedCrawl(t)
  const { secret: mine } = await make(['extract', 'webhooks'])
  const { secret: other } = await make(['extract', 'webhooks'])
  const { secret: all } = await make(['webhooks:all'])
  const endpointOf = async (secret: string) => {
    const body = { url: 'https://hooks.example.com/in' }
    const { status, json } = await ask<CreatedEndpoint>(secret, 'POST', '/api/webhook-endpoints', body)
    assert.equal(status, 201)
    return json.endpoint.id
  }
  const [ours, theirs, everybodys] = [await endpointOf(mine), await endpointOf(other), await endpointOf(all)]
  assert.deepEqual(idsOf((await ask<{ items: Job[] }>(mine, 'GET', '/api/webhook-endpoints')).json), [ours])
  assert.equal((await ask<{ items: Job[] }>(all, 'GET', '/api/webhook-endpoints')).json.items.length, 3)
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
  ] as const) {
    const body = method === 'PATCH' ? { description: 'x' } : undefined
    const answer = await ask<Problem>(other, method, `/api/webhook-endpoints/${ours}${path}`, body)
    assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], `${method} ${path}`)
  }
  const named = await ask<Problem>(other, 'POST', '/api/v1/echo/extract', {
    text: 'a',
    webhook: { endpointId: ours },
  })
  assert.deepEqual([named.status, named.json.errors?.[0]?.pointer], [422, '/webhook/endpointId'])

  const job = await startJob(mine)
  assert.equal((await ask(mine, 'POST', `/api/jobs/${job}/cancel`)).status, 200)
  const records = async (secret: string) =>
    (await ask<{ items: WebhookRecord[] }>(secret, 'GET', '/api/webhooks')).json.items
  while ((await records(all)).length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
  const told = await records(all)
  assert.deepEqual(told.map(({ endpointId }) => endpointId).sort(), [ours, everybodys].sort())
  const [record] = await records(mine)
  assert.deepEqual([record?.subjectId, record?.endpointId], [job, ours])
  assert.equal((await records(mine)).length, 1)
  assert.deepEqual(await records(other), [], `not of ${theirs}`)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/replay'],
  ] as const) {
    const answer = await ask<Problem>(other, method, `/api/webhooks/${record?.id}${path}`)
    assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'])
  }
  const since = new Date(Date.now() - 60_000).toISOString()
  const bulk = { status: 'discarded', since }
  assert.deepEqual((await ask(other, 'POST', '/api/webhooks/replay', bulk)).json, {
    replayed: 0,
    more: false,
  })
  const stats = await ask<{ total: number }>(other, 'GET', '/api/webhooks/stats')
  assert.equal(stats.json.total, 0)
  const swept = await ask<{ deleted: number }>(other, 'DELETE', '/api/webhooks/cleanup?olderThanDays=0')
  assert.equal(swept.json.deleted, 0)
})

test('a scope that does not exist is named with its sentence-long neighbours', async (t) => {
  const { ask } = await startKeyedCrawl(t)
  const { status, json } = await ask<Problem>(ADMIN, 'POST', '/api/keys', { name: 'x', scopes: ['job'] })
  assert.equal(status, 422)
  const detail = json.errors?.[0]?.detail ?? ''
  assert.match(detail, /^There is no scope `job`; did you mean `jobs`\?/)
  assert.match(detail, /`jobs:all` \(read, cancel, retry and delete the jobs of everybody\)/)
  assert.doesNotMatch(json.detail + detail, /\^|\\|\[a-z\]/)
})
