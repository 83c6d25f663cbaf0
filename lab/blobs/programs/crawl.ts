// A crawl service as a process of its own. Arguments: database URL, schema, folder of the blobs.
import { tmpdir } from 'node:os'
import { DEFAULT_ARTIFACT_SETTINGS } from '#crawl/artifacts/artifact-service.ts'
import { startCrawl } from '#crawl/service.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { openScratch } from '#test/support/database/scratch-database.ts'

const [url = '', schema = '', folder = ''] = process.argv.slice(2)
const { url: address } = await startCrawl({
  db: await openScratch(url, schema, 5),
  blobs: await openDiskBlobStore({ folder, log: silentLogger }),
  log: silentLogger,
  settings: {
    host: '127.0.0.1',
    port: 0,
    open: true,
    trustProxy: false,
    stopDelayMs: 0,
    replicated: false,
    keyPepper: Buffer.alloc(32, 'lab'),
    fixedKeys: [],
    jobs: DEFAULT_JOB_SETTINGS,
    webhooks: DEFAULT_WEBHOOK_SETTINGS,
    disk: { folder: tmpdir(), reserveBytes: 0 },
    artifacts: { ...DEFAULT_ARTIFACT_SETTINGS, sweepMs: 200, blobSweepMs: 200 },
  },
  extractors: [],
})
process.stdout.write(`${address}\n`)
