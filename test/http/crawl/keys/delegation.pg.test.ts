// The scope `keys`: nobody grants or changes more than they hold.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKey, CreatedKey } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import { ADMIN, startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'

const HOUR_MS = 3_600_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** What the holder of `keys` is held to in these tests. */
const clerkLimits = () => ({
  expiresAt: inMs(HOUR_MS),
  rateLimit: { requestsPerMinute: 100 },
  allowedIps: ['127.0.0.0/8', '::1'],
})

test('the holder of `keys` touches no key that may do more', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const limits = clerkLimits()
  const clerk = await make(['keys', 'extract'], limits)
  const admin = await make(['admin'])
  const stronger = [
    admin,
    await make(['keys', 'jobs:all'], limits),
    await make(['keys'], { ...limits, expiresAt: inMs(2 * HOUR_MS) }),
    await make(['keys'], { ...limits, rateLimit: { requestsPerMinute: 101 } }),
    await make(['keys'], { ...limits, allowedIps: ['127.0.0.1', '10.0.0.0/8'] }),
    await make(['keys']),
  ]
  for (const { key } of stronger) {
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['PATCH', '', { name: 'mine' }],
      ['POST', '/rotate', {}],
    ] as const) {
      const { status, text } = await ask(clerk.secret, method, `/api/keys/${key.id}${path}`, body)
      assert.equal(status, 403, `${method} ${path} ${JSON.stringify(key)} ${text}`)
    }
  }
  assert.equal((await ask(admin.secret, 'GET', '/api/keys')).status, 200, 'the admin key still works')

  for (const body of [
    { expiresAt: null },
    { expiresAt: inMs(2 * HOUR_MS) },
    { rateLimit: null },
    { rateLimit: { requestsPerMinute: 101 } },
    { allowedIps: null },
    { allowedIps: ['0.0.0.0/0'] },
    { scopes: ['admin'] },
  ]) {
    const { status, json } = await ask<Problem>(clerk.secret, 'PATCH', `/api/keys/${clerk.key.id}`, body)
    assert.equal(status, 403, JSON.stringify(body))
    const [field = ''] = Object.keys(body)
    if (field !== 'scopes') assert.equal(json.errors?.[0]?.pointer, `/${field}`)
  }
  const { json: same } = await ask<ApiKey>(ADMIN, 'GET', `/api/keys/${clerk.key.id}`)
  assert.deepEqual({ ...same, lastUsedAt: null }, clerk.key)
})

test('a child has at most what its maker has, also where nobody says so', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const clerk = await make(['keys', 'extract'], clerkLimits())
  const { key: child, secret } = await make(['extract'], {}, clerk.secret)
  assert.deepEqual(
    [child.expiresAt, child.rateLimit, child.allowedIps, child.createdBy],
    [clerk.key.expiresAt, clerk.key.rateLimit, clerk.key.allowedIps, clerk.key.id],
  )
  for (const more of [
    { expiresAt: inMs(2 * HOUR_MS) },
    { rateLimit: { requestsPerMinute: 101 } },
    { allowedIps: ['127.0.0.0/7'] },
  ]) {
    const body = { name: 'more', scopes: ['extract'], ...more }
    const { status, json } = await ask<Problem>(clerk.secret, 'POST', '/api/keys', body)
    assert.deepEqual([status, json.errors?.[0]?.pointer], [403, `/${Object.keys(more)[0]}`])
  }
  const less = await make(
    ['extract:echo'],
    { rateLimit: { requestsPerMinute: 9 }, allowedIps: ['127.0.0.1'] },
    clerk.secret,
  )
  assert.equal((await ask(clerk.secret, 'DELETE', `/api/keys/${less.key.id}`)).status, 200)
  const { json: again } = await ask<CreatedKey>(clerk.secret, 'POST', `/api/keys/${child.id}/rotate`, {})
  assert.ok((again.key.expiresAt ?? '9') <= (clerk.key.expiresAt ?? ''))
  assert.equal((await ask(secret, 'GET', '/api/jobs')).status, 200)
})

test('what children ask counts for their maker: a hundred of them ask no more than it may', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const clerk = await make(['keys', 'extract'], { rateLimit: { requestsPerMinute: 20 } })
  const children: string[] = []
  for (let n = 0; n < 4; n += 1) children.push((await make(['extract'], {}, clerk.secret)).secret)
  const grandchild = (await make(['extract'], {}, clerk.secret)).secret
  const statuses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    for (const secret of [...children, grandchild])
      statuses.push((await ask(secret, 'GET', '/api/jobs')).status)
  }
  assert.equal(statuses.filter((status) => status === 200).length, 20 - 5)
  assert.equal(statuses.filter((status) => status === 429).length, statuses.length - 15)
})

test('a key of somebody else is not rotated by `keys`: the new one would reach its work', async (t) => {
  const { make, ask, startJob } = await startKeyedCrawl(t)
  const clerk = await make(['keys', 'extract', 'jobs'])
  const other = await make(['extract', 'jobs'])
  const job = await startJob(other.secret)
  assert.equal((await ask(clerk.secret, 'GET', `/api/jobs/${job}`)).status, 404)
  const taken = await ask<Problem>(clerk.secret, 'POST', `/api/keys/${other.key.id}/rotate`, {})
  assert.deepEqual([taken.status, taken.json.code], [403, 'exceeds_own_key'], taken.text)

  const child = await make(['keys', 'extract', 'jobs'], {}, clerk.secret)
  const grandchild = await make(['extract'], {}, child.secret)
  const rotated = await ask<CreatedKey>(clerk.secret, 'POST', `/api/keys/${clerk.key.id}/rotate`, {})
  assert.equal(rotated.status, 201, 'its own')
  for (const { key } of [child, grandchild]) {
    const { status, text } = await ask(rotated.json.secret, 'POST', `/api/keys/${key.id}/rotate`, {})
    assert.equal(status, 201, `one below it, by the key that replaced it ${text}`)
  }
  assert.equal((await ask(child.secret, 'POST', `/api/keys/${rotated.json.key.id}/rotate`, {})).status, 403)
  const admin = await make(['admin'])
  assert.equal((await ask(admin.secret, 'POST', `/api/keys/${other.key.id}/rotate`, {})).status, 201)
})
