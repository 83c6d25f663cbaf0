// The file store of crawl, from the settings.
import { join } from 'node:path'
import { SETTINGS, type Settings } from '#config/settings.ts'
import { DEFAULT_ARTIFACT_SETTINGS, type ArtifactSettings } from '#crawl/artifacts/artifact-service.ts'
import { DAY_MS, HOUR_MS, systemClock } from '#kit/time/clock.ts'
import type { BlobStore } from '#platform/blobs/blob-store.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

const MEBIBYTE = 1_048_576

/** Closed by the caller. */
export async function openBlobs({
  settings,
  log,
}: {
  readonly settings: Settings
  readonly log: Logger
}): Promise<BlobStore> {
  const { blobUrl, blobAccessKeyId, blobSecretAccessKey, dataDir } = settings
  if (blobUrl === null) {
    const { openDiskBlobStore } = await import('#platform/blobs/disk/disk-blob-store.ts')
    return openDiskBlobStore({ folder: join(dataDir, 'blobs'), log })
  }
  if (blobAccessKeyId === null || blobSecretAccessKey === null) {
    const [id, secret] = [SETTINGS.blobAccessKeyId.env, SETTINGS.blobSecretAccessKey.env]
    throw new Error(`A blob store needs its keys: set ${id} and ${secret} beside ${SETTINGS.blobUrl.env}.`)
  }
  const { openS3BlobStore } = await import('#platform/blobs/s3/s3-blob-store.ts')
  return openS3BlobStore({
    address: blobUrl,
    credentials: { accessKeyId: blobAccessKeyId, secretAccessKey: blobSecretAccessKey },
    spoolFolder: join(dataDir, 'blobs', 'outgoing'),
    clock: systemClock,
    log,
  })
}

/** Hours, days and megabytes of the settings as milliseconds and bytes. */
export function artifactSettings({
  keepArtifactsHours,
  keepJobsDays,
  maxArtifactMb,
}: Settings): ArtifactSettings {
  return {
    ...DEFAULT_ARTIFACT_SETTINGS,
    keepMs: keepArtifactsHours * HOUR_MS,
    maxBytes: maxArtifactMb * MEBIBYTE,
    rememberMs: keepJobsDays * DAY_MS,
  }
}
