// Migrations on a real server: once, in order, and never over changes of another version or of a person.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createLogger, silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase } from '#test/support/database/database.ts'
import { lockMigrations, migrate, migrationFiles, unlockMigrations, type MigrationModule } from './migrate.ts'
import { identifier, sql } from './sql.ts'

const MODULES: readonly MigrationModule[] = ['jobs', 'keys', 'webhooks', 'blobs', 'crawl', 'places']

const options = (url: string) => ({ url, schema: 'fresh', modules: MODULES, log: silentLogger })

test('every file is applied once, in order', async (t) => {
  const db = await createTestDatabase(t, [])
  const files = (await migrationFiles(MODULES)).map((file) => `${file.module}/${file.name}`)
  assert.deepEqual((await migrate(options(db.url))).applied, files)
  assert.deepEqual((await migrate(options(db.url))).applied, [])
})

test('of processes that start together one migrates and the others find it done', async (t) => {
  const db = await createTestDatabase(t, [])
  const files = await migrationFiles(MODULES)
  const program = `
    import { migrate } from '#platform/db/migrate.ts'
    import { createLogger, silentLogger } from '#platform/telemetry/logger.ts'
    const { applied } = await migrate({ ...${JSON.stringify(options(db.url))}, log: silentLogger })
    console.log(applied.length)`
  const runs = await Promise.all(
    Array.from({ length: 3 }, async () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]),
    ),
  )
  const counts = runs.map(({ stdout }) => Number(stdout)).sort((a, b) => a - b)
  assert.deepEqual(counts, [0, 0, files.length])
})

/** A log, and a promise of its first line with `words`. */
function watchedLog(words: string) {
  const seen = Promise.withResolvers<void>()
  const write = (line: string) => {
    if (line.includes(words)) seen.resolve()
  }
  return { log: createLogger({ name: 'test', level: 'info', stream: { write } }), seen: seen.promise }
}

test('a program that waits for another one that migrates says so', async (t) => {
  const db = await createTestDatabase(t, [])
  const { log, seen } = watchedLog('another program migrates this database')
  const waiting = await db.transaction(async (tx) => {
    await lockMigrations(tx, 'shared')
    const waiting = migrate({ ...options(db.url), log })
    await seen
    await unlockMigrations(tx)
    return waiting
  })
  assert.ok(waiting.applied.length > 0)
})

test('a file that takes long is named, because it may wait for a lock', async (t) => {
  const db = await createTestDatabase(t, [])
  await migrate({ ...options(db.url), modules: [] })
  const { log, seen } = watchedLog('still migrating')
  const waiting = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table fresh.schema_migrations in share mode`)
    const waiting = migrate({ ...options(db.url), log, slowMs: 0 })
    await seen
    // In an object, so that the lock ends before the migration does.
    return { waiting }
  })
  assert.ok((await waiting.waiting).applied.length > 0)
})

test('a schema that a newer program migrated is refused', async (t) => {
  const db = await createTestDatabase(t, [])
  await migrate(options(db.url))
  await db.execute(sql`insert into fresh.schema_migrations values ('jobs', 9999, '9999_future.sql', 'x')`)
  await assert.rejects(migrate(options(db.url)), /"fresh" is newer than this program: jobs\/9999_future.sql/)
})

test('an applied file that was edited is refused', async (t) => {
  const db = await createTestDatabase(t, [])
  await migrate(options(db.url))
  const [row] = await db.query<{ name: string }>(
    sql`update fresh.schema_migrations set checksum = 'other' where module = 'jobs' and version = 1 returning name`,
  )
  assert.ok(row)
  await assert.rejects(
    migrate(options(db.url)),
    new RegExp(`jobs/${row.name} was applied .* another content`),
  )
})

test('a database that is not UTF8 is refused', async (t) => {
  const db = await createTestDatabase(t, [])
  const name = identifier(`${new URL(db.url).pathname.slice(1)}_ascii`)
  await db.execute(
    sql`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  try {
    await assert.rejects(
      migrate(options(`${db.url}_ascii`)),
      /has the encoding SQL_ASCII; Surveyor needs UTF8/,
    )
  } finally {
    await db.execute(sql`drop database ${name} with (force)`)
  }
})

test('an extension in another schema is named with the way to move it', async (t) => {
  const db = await createTestDatabase(t, [])
  await db.execute(sql`create schema elsewhere`)
  await db.execute(sql`drop extension if exists pg_trgm`)
  await db.execute(sql`create extension pg_trgm schema elsewhere`)
  await assert.rejects(migrate(options(db.url)), /alter extension pg_trgm set schema public/)
})
