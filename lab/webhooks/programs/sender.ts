// A sender as a process of its own, to be killed. Arguments: database URL, schema, milliseconds of a lease.
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { openScratch } from '#test/support/database/scratch-database.ts'

const [url = '', schema = '', leaseMs = ''] = process.argv.slice(2)
const lease = Number(leaseMs)
const db = await openScratch(url, schema, 5)
const engine = createJobEngine({
  db,
  log: silentLogger,
  settings: { ...DEFAULT_JOB_SETTINGS, leaseMs: lease, heartbeatMs: lease / 3, sweepMs: lease / 4 },
})
const webhooks = createWebhooks({
  db,
  engine,
  log: silentLogger,
  metrics: createMetrics({ service: 'lab', version: '0' }),
  pepper: Buffer.alloc(32, 'lab'),
  settings: {
    ...DEFAULT_WEBHOOK_SETTINGS,
    allow: ['127.0.0.1/32'],
    // Nothing hangs here: a busy machine must not count as a receiver that does.
    timeoutMs: 30_000,
    pollMs: 100,
    timeScale: 0.000_1,
  },
  presentJob: null,
})
await engine.start()
await webhooks.start()
process.stdout.write('ready\n')
