// A backup and what is loaded from it: the same rows, and nothing of a file that is not as it was written.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { openDatabase, type Database } from '#platform/db/database.ts'
import { makeSchema, migrate, migrationFiles, type MigrationModule } from '#platform/db/migrate.ts'
import { queryOn } from '#platform/db/queryable.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createProductDatabaseUrl, createTestDatabaseUrl } from '#test/support/database/database.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'
import { readTables, tableName } from './catalog.ts'
import { DIGEST_BYTES } from './format.ts'
import { loadBackup } from './load-backup.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const MODULES: Readonly<Record<string, readonly MigrationModule[]>> = {
  crawl: ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'],
  places: ['jobs', 'keys', 'webhooks', 'places'],
}
const SCHEMAS = Object.keys(MODULES)

const FILE = Buffer.from('a stored file')
const SHA256 = createHash('sha256').update(FILE).digest('hex')

/** What text formats trip over. */
const ODD = 'tab\t, line\n, \\., \\N, "quote", 港のカフェ 🍕'

async function open(t: TestContext, url: string, schema: string): Promise<Database> {
  const db = await openDatabase({
    url,
    schema,
    maxConnections: 2,
    applicationName: 'test',
    log: silentLogger,
  })
  t.after(async () => db[Symbol.asyncDispose]())
  return db
}

/** Some rows of each kind: triggers, identities, sequences, references, bytes, JSON. */
async function fill(t: TestContext, url: string): Promise<void> {
  const [places, crawl] = [await open(t, url, 'places'), await open(t, url, 'crawl')]
  const pages = [1, 2, 3].map((page) =>
    Array.from({ length: 20 }, (_, index) =>
      madePlace(`node/${page}${index}`, { lat: page, lng: index }, { name: `${ODD} ${index}` }),
    ),
  )
  await storePlaces(places, pages)
  await crawl.execute(sql`select nextval('webhook_sequence')`)
  await crawl.execute(
    sql`insert into blobs values (${SHA256}, ${FILE.length}, now()), (${'0'.repeat(64)}, 3, now())`,
  )
  await crawl.execute(sql`
    insert into artifacts (id, owner, kind, media_type, filename, sha256, bytes, blob, expires_at)
    values (gen_random_uuid(), 'test', 'upload', 'text/plain', ${ODD}, ${SHA256}, ${FILE.length}, ${SHA256}, now())`)
  await crawl.execute(sql`insert into proxy_groups (name) values (${ODD})`)
  await crawl.execute(sql`update queue_control set state = 'paused'`)
}

async function backUp(
  t: TestContext,
  url: string,
  files: ReadonlyMap<string, Buffer> | null = new Map([[SHA256, FILE]]),
) {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-backup-'))
  t.after(async () => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'test.backup')
  const summary = await writeBackup({
    url,
    schemas: SCHEMAS,
    about: { product: '1.2.3', pepperId: 'abcd' },
    readFile:
      files === null
        ? null
        : async (sha256) => {
            const file = files.get(sha256)
            return file === undefined ? null : Readable.from([file], { objectMode: false })
          },
    out: createWriteStream(path),
    signal: t.signal,
    progress: () => undefined,
  })
  return { path, summary }
}

async function load(t: TestContext, url: string, path: string, modules = MODULES) {
  const files = new Map<string, Buffer>()
  const summary = await loadBackup({
    url,
    backup: await openBackup(path, () => undefined),
    modules,
    async putFile({ sha256 }, content) {
      files.set(sha256, Buffer.concat(await Array.fromAsync(content)))
    },
    signal: t.signal,
    progress: () => undefined,
  })
  return { summary, files }
}

/** Tables with a hash of their rows, and sequences with their values. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new Client(url)
  await client.connect()
  try {
    const db = queryOn(client)
    const content: Record<string, string> = {}
    for (const table of await readTables(db, SCHEMAS)) {
      const [row] = await db.query<{ rows: string }>(sql`
        select concat(count(*), ' rows ', md5(string_agg(t::text, ';' order by t::text))) as rows from ${tableName(table)} t`)
      content[`${table.schema}.${table.name}`] = row?.rows ?? ''
    }
    const sequences = await db.query<{ name: string; value: string | null }>(sql`
      select concat(schemaname, '.', sequencename) as name, last_value::text as value from pg_sequences`)
    for (const { name, value } of sequences) content[name] = String(value)
    return content
  } finally {
    await client.end()
  }
}

test('an empty database holds afterwards what the other one held', async (t) => {
  const [source, target] = [await createProductDatabaseUrl(t), await createProductDatabaseUrl(t)]
  await fill(t, source)
  const { path, summary } = await backUp(t, source)
  const before = await contentOf(source)
  assert.match(before['places.places'] ?? '', /^60 rows/)
  assert.match(before['places.place_counts'] ?? '', /^[1-9]/)
  assert.equal(before['crawl.webhook_sequence'], '1')
  assert.deepEqual(
    { files: summary.files, fileBytes: summary.fileBytes, missingFiles: summary.missingFiles },
    { files: 1, fileBytes: FILE.length, missingFiles: 0 },
  )
  assert.equal(summary.bytes, (await readFile(path)).length)

  const loaded = await load(t, target, path)
  assert.deepEqual(await contentOf(target), before)
  assert.deepEqual(loaded.summary, {
    tables: summary.tables,
    rows: summary.rows,
    files: 1,
    unknownTables: [],
  })
  assert.deepEqual([...loaded.files], [[SHA256, FILE]])
  for (const [schema, modules] of Object.entries(MODULES)) {
    assert.deepEqual(await migrate({ url: target, schema, modules, log: silentLogger }), { applied: [] })
  }

  // What is stored next is counted, and gets the next numbers.
  const db = await open(t, target, 'places')
  await storePlaces(db, [[madePlace('node/new', { lat: 1, lng: 1 })]])
  const [counted] = await db.query<{ places: number }>(
    sql`select sum(places)::int as places from place_counts where kind = 'facts'`,
  )
  assert.equal(counted?.places, 61)
})

test('a backup of older migrations is loaded as it was, and then migrated', async (t) => {
  const [source, target] = [await createTestDatabaseUrl(t, []), await createProductDatabaseUrl(t)]
  const client = new Client(source)
  await client.connect()
  for (const [schema, modules] of Object.entries(MODULES)) {
    const files = await migrationFiles(modules)
    // Without the last of each: of which providers merged places are, and what sites keep.
    await makeSchema(client, schema, files.slice(0, -1))
    for (const { module, version, name, checksum } of files.slice(0, -1)) {
      await client.query(
        'insert into schema_migrations (module, version, name, checksum) values ($1, $2, $3, $4)',
        [module, version, name, checksum],
      )
    }
  }
  await client.end()
  const db = await open(t, source, 'places')
  // The code that stores is newer than the tables.
  await db.execute(sql`alter table places add column providers text`)
  await storePlaces(db, [[madePlace('node/1', { lat: 1, lng: 1 })]])
  await db.execute(sql`alter table places drop column providers`)

  const { path } = await backUp(t, source)
  await load(t, target, path)
  const before = await contentOf(source)
  assert.deepEqual(await contentOf(target), before)
  for (const [schema, modules] of Object.entries(MODULES)) {
    const { applied } = await migrate({ url: target, schema, modules, log: silentLogger })
    assert.equal(applied.length, 1)
  }
  const [counted] = await (
    await open(t, target, 'places')
  ).query<{ places: number }>(sql`select sum(places)::int as places from place_counts where kind = 'facts'`)
  assert.equal(counted?.places, 1)
})

test('a file that is truncated, altered, foreign or newer is refused before anything is loaded', async (t) => {
  const [source, target] = [await createProductDatabaseUrl(t), await createProductDatabaseUrl(t)]
  await fill(t, source)
  const { path } = await backUp(t, source)
  const whole = await readFile(path)
  const before = await contentOf(target)
  const altered = (at: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    return bytes
  }
  const line = Buffer.from('surveyor backup 2\n')
  for (const [bytes, reason] of [
    [whole.subarray(0, -1), /damaged: it is truncated or was altered/],
    [whole.subarray(0, whole.length / 2), /damaged: it is truncated or was altered/],
    [whole.subarray(0, 30), /damaged: it is truncated/],
    [altered(100), /damaged/],
    [altered(whole.length - DIGEST_BYTES), /damaged/],
    [Buffer.concat([whole, Buffer.of(0)]), /damaged/],
    [Buffer.from('-- PostgreSQL database dump\n'), /is no backup of Surveyor/],
    [Buffer.alloc(0), /is no backup of Surveyor/],
    [Buffer.concat([line, whole.subarray(line.length)]), /has version 2 of the format/],
  ] as const) {
    await writeFile(path, bytes)
    await assert.rejects(load(t, target, path), reason)
  }

  await writeFile(path, whole)
  const older = { ...MODULES, places: ['jobs', 'keys', 'webhooks'] } as const
  await assert.rejects(
    load(t, target, path, older),
    /made by Surveyor 1\.2\.3 with the migration places\/0001_places\.sql of "places", which is not known here/,
  )
  assert.deepEqual(await contentOf(target), before)
})

test('a database that holds anything is refused and stays as it is', async (t) => {
  const [source, target] = [await createProductDatabaseUrl(t), await createProductDatabaseUrl(t)]
  const { path } = await backUp(t, source)
  await fill(t, target)
  const before = await contentOf(target)
  await assert.rejects(
    load(t, target, path),
    /holds data already, in crawl\.artifacts, crawl\.blobs, crawl\.proxy_groups, .* and \d+ more/,
  )
  assert.deepEqual(await contentOf(target), before)
})

test('rows that break a constraint and files that cannot be stored leave nothing behind', async (t) => {
  const [source, target] = [await createProductDatabaseUrl(t), await createProductDatabaseUrl(t)]
  await fill(t, source)
  const { path } = await backUp(t, source)
  const before = await contentOf(target)
  await assert.rejects(
    loadBackup({
      url: target,
      backup: await openBackup(path, () => undefined),
      modules: MODULES,
      putFile: async () => Promise.reject(new Error('the disk is full')),
      signal: t.signal,
      progress: () => undefined,
    }),
    /the disk is full/,
  )
  assert.deepEqual(await contentOf(target), before)

  const db = await open(t, source, 'crawl')
  await db.execute(sql`alter table artifacts drop constraint artifacts_blob_fkey`)
  await db.execute(sql`update artifacts set blob = 'gone'`)
  const { path: broken } = await backUp(t, source)
  await assert.rejects(load(t, target, broken), ({ message, cause }: Error) => {
    assert.equal(message, 'The table crawl.artifacts could not be loaded. Nothing was loaded.')
    assert.match(String(cause), /foreign key/)
    return true
  })
  assert.deepEqual(await contentOf(target), before)
})

test('what is missing or left out is counted', async (t) => {
  const source = await createProductDatabaseUrl(t)
  await fill(t, source)
  assert.equal((await backUp(t, source, new Map())).summary.missingFiles, 1)
  const without = await backUp(t, source, null)
  assert.equal(without.summary.files, 0)
  assert.equal((await openBackup(without.path, () => undefined)).header.files, false)

  // A table of the operator is in the file, and no migration makes it.
  const db = await open(t, source, 'places')
  await db.execute(sql`create table notes as select 'mine' as note`)
  const { path } = await backUp(t, source)
  const { summary } = await load(t, await createProductDatabaseUrl(t), path)
  assert.deepEqual(summary.unknownTables, ['places.notes'])
})

test('a backup of nothing, and one that nobody can write, end with their reason', async (t) => {
  await assert.rejects(backUp(t, await createTestDatabaseUrl(t, [])), /nothing to back up/)
  const source = await createProductDatabaseUrl(t)
  await fill(t, source)
  const out = new Writable({
    write(_chunk, _encoding, done) {
      done(new Error('the disk is full'))
    },
  })
  await assert.rejects(
    writeBackup({
      url: source,
      schemas: SCHEMAS,
      about: { product: '1.2.3', pepperId: null },
      readFile: null,
      out,
      signal: t.signal,
      progress: () => undefined,
    }),
    /the disk is full/,
  )
})
