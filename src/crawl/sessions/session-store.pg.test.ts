import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { SessionCookie } from '#contract/crawl/session.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createEncryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import type { LeaseRef } from '#platform/jobs/leases/leases.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

const cookie = (name: string, value = 'v'): SessionCookie => ({
  name,
  value,
  domain: 'a.test',
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
})
const setting = (...set: SessionCookie[]) => ({ set, removed: [], origins: [] })
const nothing = setting()

async function open(t: TestContext): Promise<{
  readonly db: Database
  readonly store: SessionStore
  /** A running job of the owner with this input. */
  job(owner: string, input: object): Promise<LeaseRef>
}> {
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'])
  const encryptor = createEncryptor(Buffer.alloc(32, 'test'))
  return {
    db,
    store: createSessionStore({ db, log: silentLogger, encryptor }),
    async job(owner, input) {
      const [id, leaseToken] = [uuidV7(), randomUUID()]
      await db.execute(sql`
        insert into jobs (id, type, kind_of_work, state, priority, rank, metadata, max_deliveries, max_failures,
          fairness_key, owner, input, lease_token, lease_expires_at)
        values (${id}, 'markdown.extract', 'http', 'running', 5, 0, '{}', 5, 3,
          ${owner}, ${owner}, ${JSON.stringify(input)}::jsonb, ${leaseToken}, now() + interval '1 minute')`)
      return { jobId: formatId('job', id), leaseToken }
    },
  }
}

test('a session belongs to its owner', async (t) => {
  const { store, job } = await open(t)
  const ann = await job('ann', { sessionId: 's' })
  assert.deepEqual(await store.open(ann), { cookies: [], origins: [] })
  await store.save(ann, setting(cookie('sid')))
  assert.deepEqual((await store.open(await job('ann', { sessionId: 's' })))?.cookies, [cookie('sid')])
  assert.deepEqual((await store.open(await job('bob', { sessionId: 's' })))?.cookies, [])
  assert.equal((await store.find('ann', 's'))?.cookies, 1)
  assert.equal(await store.find('eve', 's'), null)
  assert.equal(await store.remove('eve', 's'), false)
  assert.equal(await store.remove('ann', 's'), true)
})

test('only a running job with its lease reaches its session, and a job without one has none', async (t) => {
  const { db, store, job } = await open(t)
  const lease = await job('ann', { sessionId: 's' })
  for (const wrong of [
    { ...lease, leaseToken: randomUUID() },
    { ...lease, leaseToken: 'no token' },
    { ...lease, jobId: 'job_nothing' },
  ]) {
    await assert.rejects(store.open(wrong), { code: 'lease_lost' })
    await assert.rejects(store.save(wrong, nothing), { code: 'lease_lost' })
  }
  assert.equal(await store.open(await job('ann', {})), null)
  await db.execute(sql`delete from jobs`)
  await assert.rejects(store.open(lease), { code: 'lease_lost' })
})

test('two jobs of a session keep what each of them changed', async (t) => {
  const { store, job } = await open(t)
  const [one, two] = [await job('ann', { sessionId: 's' }), await job('ann', { sessionId: 's' })]
  await store.open(one)
  await store.save(one, setting(cookie('a'), cookie('b')))
  await Promise.all([
    store.save(one, { ...setting(cookie('c')), removed: [{ name: 'a', domain: 'a.test', path: '/' }] }),
    store.save(two, {
      ...setting(cookie('b', 'new')),
      origins: [{ origin: 'https://a.test', localStorage: [{ name: 'n', value: '1' }] }],
    }),
  ])
  const state = await store.open(two)
  assert.deepEqual(state?.cookies.map(({ name, value }) => `${name}=${value}`).toSorted(), ['b=new', 'c=v'])
  assert.equal(state?.origins.length, 1)
})

test('a session is bounded, and so is their number', async (t) => {
  const { db, store, job } = await open(t)
  const lease = await job('ann', { sessionId: 's' })
  await store.open(lease)
  const many = Array.from({ length: 400 }, (_, at) => cookie(`c${at}`, 'x'.repeat(1_000)))
  assert.deepEqual(await store.save(lease, setting(...many)), { cut: true })
  const kept = (await store.open(lease))?.cookies ?? []
  assert.ok(kept.length > 50 && kept.length <= 300)
  assert.equal(kept.at(-1)?.name, 'c399')
  for (let at = 0; at < 105; at += 1) await store.open(await job('bob', { sessionId: `s${at}` }))
  const [count] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from browse_sessions where owner = 'bob'`,
  )
  assert.equal(count?.n, 100)
  assert.equal(await store.find('bob', 's0'), null)
  assert.notEqual(await store.find('bob', 's104'), null)
  await db.execute(sql`update browse_sessions set expires_at = now() where owner = 'bob'`)
  assert.equal(await store.expire(), 100)
})

test('what was deleted while a job ran stays deleted', async (t) => {
  const { store, job } = await open(t)
  const lease = await job('ann', { sessionId: 's' })
  await store.open(lease)
  await store.remove('ann', 's')
  assert.equal(await store.save(lease, setting(cookie('sid'))), null)
  assert.equal(await store.find('ann', 's'), null)
})
