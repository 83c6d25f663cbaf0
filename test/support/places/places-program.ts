// A places service as a process of its own, for tests that kill it. Arguments: database URL, schema, URL of crawl.
import { tmpdir } from 'node:os'
import { openDatabase } from '#platform/db/database.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { startPlaces } from '#places/service.ts'

const [url = '', schema = '', crawlUrl = ''] = process.argv.slice(2)
const log = silentLogger
const { url: ownUrl } = await startPlaces({
  db: await openDatabase({ url, schema, maxConnections: 10, applicationName: 'places program', log }),
  log,
  crawl: createPeer({ origin: crawlUrl, unavailableCode: 'crawl_unavailable' }),
  settings: {
    host: '127.0.0.1',
    port: 0,
    open: true,
    trustProxy: false,
    stopDelayMs: 0,
    replicated: false,
    keyPepper: Buffer.alloc(32, 1),
    fixedKeys: [],
    jobs: { ...DEFAULT_JOB_SETTINGS, leaseMs: 1_000, heartbeatMs: 300, sweepMs: 200, pollMs: 200 },
    workerName: 'program',
    callbackSecret: null,
    ownUrl: null,
    checkCallbackMs: 60_000,
    cellConcurrency: 4,
    searchMaxSeconds: 21_600,
    webhooks: DEFAULT_WEBHOOK_SETTINGS,
    disk: { folder: tmpdir(), reserveBytes: 0 },
    keepPayloadsMs: null,
    keepSessionsMs: null,
  },
})
process.stdout.write(`${ownUrl}\n`)
