// A crawl service that asks for keys and counts requests, as a process of its own. Arguments: database URL, schema, key.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ARTIFACT_SETTINGS } from '#crawl/artifacts/artifact-service.ts'
import { startCrawl } from '#crawl/service.ts'
import markdown from '#extractors/markdown/index.ts'
import { openDiskBlobStore } from '#platform/blobs/disk/disk-blob-store.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { openScratch } from '#test/support/database/scratch-database.ts'

const [url = '', schema = '', secret = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'surveyor-bench-'))
const service = await startCrawl({
  db: await openScratch(url, schema, 12),
  blobs: await openDiskBlobStore({ folder, log: silentLogger }),
  log: silentLogger,
  settings: {
    host: '127.0.0.1',
    port: 0,
    open: false,
    trustProxy: false,
    stopDelayMs: 0,
    replicated: true,
    // Counted as always, over all replicas, but never reached: the benchmark sends ten times the usual limit.
    requests: { quota: 10_000_000, windowMs: 60_000 },
    keyPepper: Buffer.alloc(32, 1),
    fixedKeys: [{ name: 'bench', secret, scopes: ['admin'] }],
    jobs: DEFAULT_JOB_SETTINGS,
    webhooks: DEFAULT_WEBHOOK_SETTINGS,
    artifacts: DEFAULT_ARTIFACT_SETTINGS,
    disk: { folder: tmpdir(), reserveBytes: 0 },
  },
  extractors: [markdown],
})
process.stdout.write(`${service.url}\n`)
process.once('SIGTERM', () => {
  void service
    .stop()
    .then(() => rm(folder, { recursive: true }))
    .then(() => process.exit())
})
