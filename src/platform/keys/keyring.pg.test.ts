// Keys on a real database: made once, known on every replica, invalid at once when revoked.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Database } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { makeKey } from './key-format.ts'
import { openKeyring, type Keyring, type KeyringDeps } from './keyring.ts'
import { loadPepper, pepperOf } from './pepper.ts'

const PEPPER = pepperOf('a pepper of at least thirty-two characters')

async function keyring(t: TestContext, db: Database, options: Partial<KeyringDeps> = {}): Promise<Keyring> {
  const ring = await openKeyring({ db, log: silentLogger, pepper: PEPPER, ...options })
  t.after(async () => ring[Symbol.asyncDispose]())
  return ring
}

const fails = (code: ErrorCode) => (error: unknown) => error instanceof SurveyorError && error.code === code

/** `db`, with its statements counted. */
function counting(db: Database): { db: Database; statements: () => number } {
  let count = 0
  const query = async <Row extends object>(statement: Sql) => {
    count += 1
    return db.query<Row>(statement)
  }
  return { db: { ...db, query }, statements: () => count }
}

test('a key is shown once, stored as a hash, and works', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const { key, secret } = await ring.createKey({ name: 'a client', scopes: ['extract', 'jobs'] })
  assert.match(key.id, /^key_[0-9a-f-]{36}$/)
  assert.equal(key.status, 'active')
  assert.equal(key.prefix, secret.slice(0, 13))
  assert.deepEqual(await ring.authenticate(secret), {
    id: key.id,
    keyId: key.id,
    scopes: ['extract', 'jobs'],
  })
  assert.deepEqual(ring.known(secret), { id: key.id, keyId: key.id, scopes: ['extract', 'jobs'] })
  const rows = await db.query<{ row: string }>(sql`select api_keys::text as row from api_keys`)
  assert.equal(rows.length, 1)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret.slice(13, 39)))
})

test('garbage is rejected without the database, an unknown key asks it once', async (t) => {
  const real = await createTestDatabase(t, ['keys'])
  const { db, statements } = counting(real)
  const ring = await keyring(t, db)
  const before = statements()
  for (const credential of [
    '',
    'x',
    'srv_live_short',
    makeKey('live').slice(0, -1) + '~',
    'x'.repeat(10_000),
  ]) {
    assert.equal(ring.known(credential), null)
    await assert.rejects(ring.authenticate(credential), fails('unauthenticated'))
  }
  assert.equal(statements(), before)
  const stranger = makeKey('live')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await assert.rejects(ring.authenticate(stranger), fails('unauthenticated'))
  }
  assert.equal(statements(), before + 1)
})

test('a known key is not looked up again, and its use is written once a minute', async (t) => {
  const real = await createTestDatabase(t, ['keys'])
  const { db, statements } = counting(real)
  const ring = await openKeyring({ db, log: silentLogger, pepper: PEPPER })
  const { key, secret } = await ring.createKey({ name: 'a', scopes: ['jobs'] })
  await ring.authenticate(secret)
  const before = statements()
  for (let index = 0; index < 100; index += 1) await ring.authenticate(secret)
  assert.equal(statements(), before)
  await ring[Symbol.asyncDispose]()
  const again = await keyring(t, real)
  assert.notEqual((await again.getKey(key.id)).lastUsedAt, null)
})

test('a revoked key ends on every replica', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const here = await keyring(t, db)
  const notifications = new EventEmitter()
  const stop = await db.listen(`${db.schema}_keys`, () => notifications.emit('notice'))
  t.after(stop)
  const there = await keyring(t, db)
  const { key, secret } = await here.createKey({ name: 'a', scopes: ['jobs'] })
  await there.authenticate(secret)
  const notified = once(notifications, 'notice')
  const revoked = await here.revokeKey(key.id)
  assert.equal(revoked.status, 'revoked')
  await assert.rejects(here.authenticate(secret), fails('key_revoked'))
  await notified
  assert.equal(there.known(secret), null)
  await assert.rejects(there.authenticate(secret), fails('key_revoked'))
  assert.equal((await here.revokeKey(key.id)).revokedAt, revoked.revokedAt)
})

test('a key expires by the clock of the database', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const expiresAt = new Date(Date.now() + 3_600_000)
  const { key, secret } = await ring.createKey({ name: 'a', scopes: ['jobs'], expiresAt })
  assert.equal(key.expiresAt, expiresAt.toISOString())
  await ring.authenticate(secret)
  await db.execute(sql`update api_keys set expires_at = now()`)
  const other = await keyring(t, db)
  await assert.rejects(other.authenticate(secret), fails('key_expired'))
  assert.equal((await other.getKey(key.id)).status, 'expired')
})

test('a rotated key works on for the overlap, beside its successor', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const old = await ring.createKey({ name: 'a', scopes: ['jobs'], environment: 'test' })
  const fresh = await ring.rotateKey(old.key.id, 60_000)
  assert.deepEqual([fresh.key.name, fresh.key.scopes, fresh.key.expiresAt], ['a', ['jobs'], null])
  assert.match(fresh.secret, /^srv_test_/)
  assert.equal((await ring.authenticate(old.secret)).id, old.key.id)
  const successor = await ring.authenticate(fresh.secret)
  assert.deepEqual(
    [successor.id, successor.keyId],
    [old.key.id, fresh.key.id],
    'what the old one made is its own',
  )
  const view = await ring.getKey(old.key.id)
  assert.equal(view.replacedBy, fresh.key.id)
  assert.ok(Math.abs(Date.parse(view.expiresAt ?? '') - Date.now() - 60_000) < 30_000)
  await assert.rejects(ring.rotateKey(old.key.id), fails('conflict'))
  const last = await ring.rotateKey(fresh.key.id, 0)
  await assert.rejects(ring.authenticate(fresh.secret), fails('key_expired'))
  await ring.revokeKey(last.key.id)
  await assert.rejects(ring.rotateKey(last.key.id), fails('conflict'))
})

test('a key has limits of its own, which a change puts in force on every replica and a rotation hands on', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const [ring, other] = [await keyring(t, db), await keyring(t, db)]
  const { key, secret } = await ring.createKey({
    name: 'a',
    scopes: ['jobs'],
    requestsPerMinute: 100,
    allowedIps: ['10.0.0.0/8'],
  })
  assert.deepEqual([key.rateLimit, key.allowedIps], [{ requestsPerMinute: 100 }, ['10.0.0.0/8']])
  const caller = await other.authenticate(secret)
  assert.deepEqual(caller.limits, [{ subject: `key:${key.id}`, requestsPerMinute: 100 }])
  assert.deepEqual(
    ['10.1.2.3', '192.0.2.1'].map((address) => caller.mayComeFrom?.(address)),
    [true, false],
  )

  const changed = await ring.changeKey(key.id, { name: 'b', requestsPerMinute: null, allowedIps: ['::1'] })
  assert.deepEqual([changed.name, changed.rateLimit, changed.allowedIps], ['b', null, ['::1']])
  assert.deepEqual(changed.scopes, ['jobs'], 'what is not named stays')
  let now = caller
  while (now.limits !== undefined) {
    // Remembered keys answer without yielding to the notification of the change.
    await new Promise(setImmediate)
    now = await other.authenticate(secret)
  }
  assert.equal(now.mayComeFrom?.('::1'), true)
  const rotated = await ring.rotateKey(key.id)
  assert.deepEqual([rotated.key.name, rotated.key.allowedIps], ['b', ['::1']])
  const free = await ring.changeKey(rotated.key.id, { allowedIps: null, scopes: ['stats'] })
  assert.deepEqual([free.allowedIps, free.scopes], [null, ['stats']])

  await assert.rejects(ring.changeKey(key.id, { allowedIps: ['nonsense'] }), fails('validation_failed'))
  await assert.rejects(ring.changeKey(key.id, { expiresAt: new Date(0) }), fails('validation_failed'))
  await assert.rejects(
    ring.createKey({ name: 'c', scopes: ['jobs'], allowedIps: ['x'] }),
    fails('validation_failed'),
  )
  await ring.revokeKey(key.id)
  await assert.rejects(ring.changeKey(key.id, { name: 'c' }), fails('conflict'))
})

test('a key that was rotated twice at once has one successor', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const { key } = await ring.createKey({ name: 'a', scopes: ['jobs'] })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(async () => ring.rotateKey(key.id)))
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  assert.equal((await ring.listKeys(10, null)).items.length, 2)
})

test('keys are listed newest first, page by page, without secrets', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const made: string[] = []
  for (let index = 0; index < 5; index += 1) {
    made.unshift((await ring.createKey({ name: `k${index}`, scopes: ['jobs'] })).key.id)
  }
  const first = await ring.listKeys(3, null)
  const second = await ring.listKeys(3, first.next)
  assert.deepEqual(
    [...first.items, ...second.items].map((key) => key.id),
    made,
  )
  assert.equal(second.next, null)
  await assert.rejects(ring.listKeys(3, ["'; drop table"]), fails('invalid_cursor'))
  await assert.rejects(ring.getKey('key_nonsense'), fails('not_found'))
  await assert.rejects(ring.revokeKey('key_01920000-0000-7000-8000-000000000000'), fails('not_found'))
})

test('unknown scopes and past ends are refused', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  await assert.rejects(
    ring.createKey({ name: 'a', scopes: ['everything' as never] }),
    fails('validation_failed'),
  )
  for (const scope of ['places:raed', 'search:read', 'extract:', 'jobs:all:all'] as const)
    await assert.rejects(ring.createKey({ name: 'a', scopes: [scope] }), fails('validation_failed'), scope)
  const ofCrawl = await keyring(t, db, { extractors: ['maps', 'markdown'] })
  assert.ok(await ofCrawl.createKey({ name: 'a', scopes: ['extract:maps'] }))
  await assert.rejects(ofCrawl.createKey({ name: 'a', scopes: ['extract:markdwn'] }), (error) =>
    JSON.stringify(error).includes('did you mean `extract:markdown`'),
  )
  await assert.rejects(
    ring.createKey({ name: 'a', scopes: ['jobs'], expiresAt: new Date(0) }),
    fails('validation_failed'),
  )
})

test('a key of the settings works without a row, and a short one is refused', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const secret = 'an operator chose this long text'
  const ring = await keyring(t, db, { fixedKeys: [{ name: 'admin', secret, scopes: ['admin'] }] })
  assert.deepEqual(ring.known(secret), { id: 'setting:admin', keyId: null, scopes: ['admin'] })
  assert.equal((await ring.authenticate(secret)).id, 'setting:admin')
  await assert.rejects(ring.authenticate(`${secret}!`), fails('unauthenticated'))
  await assert.rejects(
    keyring(t, db, { fixedKeys: [{ name: 'admin', secret: 'short', scopes: ['admin'] }] }),
    /24 characters/,
  )
})

test('a key made with another pepper is not known, and the log says why', async (t) => {
  const db = await createTestDatabase(t, ['keys'])
  const ring = await keyring(t, db)
  const { secret } = await ring.createKey({ name: 'a', scopes: ['jobs'] })
  const warnings: unknown[] = []
  const log = { ...silentLogger, warn: (...args: unknown[]) => warnings.push(args) } as never
  const other = await keyring(t, db, { pepper: pepperOf('another pepper of thirty-two characters'), log })
  await assert.rejects(other.authenticate(secret), fails('unauthenticated'))
  assert.match(JSON.stringify(warnings), /another pepper/)
})

test('the pepper of a data folder is made once, for its owner only', async (t) => {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'surveyor-pepper-')), 'new')
  t.after(async () => rm(join(dataDir, '..'), { recursive: true }))
  const peppers = await Promise.all(Array.from({ length: 8 }, async () => loadPepper(dataDir)))
  const [first] = peppers
  assert.ok(first !== undefined && first.length === 32)
  for (const pepper of peppers) assert.deepEqual(pepper, first)
  assert.deepEqual(await loadPepper(dataDir), first)
  const content = await readFile(join(dataDir, 'key-pepper'), 'utf8')
  assert.deepEqual(
    [pepperOf(content), pepperOf(`${content}\n`)],
    [first, first],
    'the setting takes what the file holds',
  )
  const file = join(dataDir, 'key-pepper')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await readFile(file, 'utf8')).length, 64)
  await writeFile(file, 'damaged')
  await assert.rejects(loadPepper(dataDir), /damaged/)
  assert.throws(() => pepperOf('too short'), /32 characters/)
})
