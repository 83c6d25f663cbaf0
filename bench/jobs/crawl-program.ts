// A crawl service with an extractor that does nothing, as a process of its own, which ends with its input. Arguments: database URL, schema.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ARTIFACT_SETTINGS } from '#crawl/artifacts/artifact-service.ts'
import { startCrawl } from '#crawl/service.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { openScratch } from '#test/support/database/scratch-database.ts'
import { benchExtractor } from './bench-extractor.ts'

const [url = '', schema = ''] = process.argv.slice(2)
const service = await startCrawl({
  db: await openScratch(url, schema, 10),
  blobs: await openDiskBlobStore({
    folder: await mkdtemp(join(tmpdir(), 'surveyor-bench-')),
    log: silentLogger,
  }),
  log: silentLogger,
  settings: {
    host: '127.0.0.1',
    port: 0,
    open: true,
    trustProxy: false,
    stopDelayMs: 0,
    replicated: false,
    // The benchmark measures the work, not the limit.
    requests: { quota: 100_000_000, windowMs: 60_000 },
    keyPepper: Buffer.alloc(32, 1),
    fixedKeys: [],
    jobs: DEFAULT_JOB_SETTINGS,
    webhooks: DEFAULT_WEBHOOK_SETTINGS,
    artifacts: DEFAULT_ARTIFACT_SETTINGS,
    disk: { folder: tmpdir(), reserveBytes: 0 },
  },
  // The service reads the descriptor; only a worker runs it.
  extractors: [
    benchExtractor(
      () => undefined,
      () => undefined,
    ),
  ],
})
process.stdout.write(`${service.url}\n`)
process.once('SIGTERM', () => void service.stop().then(() => process.exit()))
process.stdin.once('close', () => process.exit()).resume()
