// A working folder in which the product ran before: its database is there, empty and migrated.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { migratedCluster, migrateServices } from '#bin/product/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { temporaryFolder } from './surveyor.ts'

let template: Promise<string> | null = null

/** Removed after the test. Saves what a first start takes: a third of the work of a test of the whole product. */
export async function usedFolder(t: TestContext): Promise<string> {
  const [used, folder] = await Promise.all([(template ??= makeTemplate()), temporaryFolder(t)])
  // With its owners: as root the server runs as another user.
  await promisify(execFile)('cp', ['-a', `${used}/.`, folder])
  return folder
}

/** Made once in each test process, and removed with it. */
async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-used-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await using server = await startEmbeddedPostgres({
    dataDir: join(folder, '.surveyor'),
    log: silentLogger,
    template: async () => migratedCluster(silentLogger),
  })
  // There is no template while another process makes it.
  await migrateServices(server.url, ['crawl', 'places'], silentLogger)
  return folder
}
