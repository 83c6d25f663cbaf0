// A data folder that the embedded database cannot have.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

test('a data folder that cannot be made is named with its setting', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-folder-'))
  t.after(async () => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const dataDir = join(folder, 'file', 'data')
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, log: silentLogger }),
    (error) =>
      error instanceof Error &&
      error.message.includes(`${dataDir} cannot be used`) &&
      error.cause instanceof Error,
  )
})
