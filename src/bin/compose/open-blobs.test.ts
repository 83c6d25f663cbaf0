import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { loadSettings } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { readAll } from '#test/support/blobs/blob-store-contract.ts'
import { S3_CREDENTIALS, startS3 } from '#test/support/blobs/start-s3.ts'
import { artifactSettings, openBlobs } from './open-blobs.ts'

const LIMIT = { maxBytes: 1_000 }

async function settingsOf(t: TestContext, env: Record<string, string>): Promise<Settings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'surveyor-data-'))
  t.after(() => rm(dataDir, { recursive: true }))
  return (await loadSettings({ environment: { SURVEYOR_DATA_DIR: dataDir, ...env } })).settings
}

test('without a setting files are kept in the data folder', async (t) => {
  const settings = await settingsOf(t, {})
  await using blobs = await openBlobs({ settings, log: silentLogger })
  const { sha256 } = await blobs.put(Buffer.from('hello'), LIMIT)
  assert.deepEqual(await readdir(join(settings.dataDir, 'blobs', sha256.slice(0, 2))), [sha256])
})

test('with an address and keys they are kept there', async (t) => {
  await using s3 = await startS3()
  const settings = await settingsOf(t, {
    SURVEYOR_BLOB_URL: s3.address('files'),
    SURVEYOR_BLOB_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    SURVEYOR_BLOB_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  })
  await using blobs = await openBlobs({ settings, log: silentLogger })
  const { sha256 } = await blobs.put(Buffer.from('hello'), LIMIT)
  assert.equal(String(await readAll(blobs, sha256)), 'hello')
  assert.deepEqual(await readdir(join(settings.dataDir, 'blobs')), ['outgoing'])
})

test('an address without keys, or a wrong one, is told with what to set', async (t) => {
  const keyless = await settingsOf(t, { SURVEYOR_BLOB_URL: 's3://files' })
  await assert.rejects(openBlobs({ settings: keyless, log: silentLogger }), {
    message:
      'A blob store needs its keys: set SURVEYOR_BLOB_ACCESS_KEY_ID and SURVEYOR_BLOB_SECRET_ACCESS_KEY beside ' +
      'SURVEYOR_BLOB_URL.',
  })
  await assert.rejects(settingsOf(t, { SURVEYOR_BLOB_URL: 'https://files' }), /SURVEYOR_BLOB_URL/)
})

test('how long and how large a file may be follows the settings', async (t) => {
  const settings = await settingsOf(t, { SURVEYOR_KEEP_ARTIFACTS_HOURS: '2', SURVEYOR_MAX_ARTIFACT_MB: '3' })
  const { keepMs, maxBytes } = artifactSettings(settings)
  assert.deepEqual([keepMs, maxBytes], [7_200_000, 3_145_728])
})
