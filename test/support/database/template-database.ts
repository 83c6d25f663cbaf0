// A migrated database that the databases of the tests are copied from; made once per run for each set of modules.
import { createHash } from 'node:crypto'
import { migrateServices } from '#bin/product/database.ts'
import { migrate, migrationFiles, type MigrationModule } from '#platform/db/migrate.ts'
import { quoteIdentifier } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { databaseUrl, testPrefix, testServerUrl } from './database-url.ts'
import { onServer } from './on-server.ts'

const TEMPLATE_LOCK = 4_711

const templates = new Map<string, Promise<string>>()

/** The name of the template; looked for once in each test process. */
export async function templateOf(modules: readonly MigrationModule[], schema: string): Promise<string> {
  return once(JSON.stringify([schema, modules]), async () => {
    const files = await migrationFiles(modules)
    const content = JSON.stringify([schema, modules, files.map((file) => file.checksum)])
    return ensureTemplate(content, async (url) => migrate({ url, schema, modules, log: silentLogger }))
  })
}

/** As it is when both services have started on it. */
export async function productTemplate(): Promise<string> {
  return once('product', async () => {
    // All processes of a run have the same migrations.
    return ensureTemplate('product', async (url) => migrateServices(url, ['crawl', 'places'], silentLogger))
  })
}

async function once(key: string, make: () => Promise<string>): Promise<string> {
  const template = templates.get(key) ?? make()
  templates.set(key, template)
  return template
}

async function ensureTemplate(content: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  const name = `${testPrefix()}template_${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
  await onServer(testServerUrl(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const unfinished = `${name}_new`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished} template template0 encoding 'UTF8' strategy file_copy`)
    await fill(databaseUrl(unfinished))
    await client.query(`alter database ${unfinished} rename to ${quoteIdentifier(name)}`)
  })
  return name
}
