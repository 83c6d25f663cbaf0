// Webhooks on a fresh database for one test, allowed to reach receivers on this machine.
import type { TestContext } from 'node:test'
import {
  createJobEngine,
  DEFAULT_JOB_SETTINGS,
  type JobEngine,
  type JobRecord,
  type JobSettings,
} from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'
import { startWebhookReceiver, type ReceiverAnswer, type WebhookReceiver } from './webhook-receiver.ts'
import { sql } from '#platform/db/sql.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import {
  DEFAULT_WEBHOOK_SETTINGS,
  type WebhookSettings,
} from '#platform/webhooks/delivery/webhook-settings.ts'
import { createWebhooks, type Webhooks } from '#platform/webhooks/webhooks.ts'

const TEST_PEPPER = Buffer.alloc(32, 'pepper')

export const TEST_WEBHOOK_SETTINGS: WebhookSettings = {
  ...DEFAULT_WEBHOOK_SETTINGS,
  allow: ['127.0.0.1/32'],
  timeoutMs: 5_000,
  pollMs: 200,
  // 5 s become 5 ms.
  timeScale: 0.001,
}

/** The same with the settings of its job engine. */
export type TestWebhookSettings = WebhookSettings & Pick<JobSettings, 'systemConcurrency' | 'leaseMs'>

export interface TestWebhooks {
  readonly db: TestDatabase
  /** That of `webhooks`: started with them. */
  readonly engine: JobEngine
  readonly webhooks: Webhooks
  receiver(answer?: ReceiverAnswer): Promise<WebhookReceiver>
  /** Another sender on the same database. */
  replica(settings?: Partial<TestWebhookSettings>): Webhooks
  /** Publishes an event and answers its subject. */
  publish(target: WebhookTarget | null, event?: string): Promise<string>
  /** Resolves when no record waits any more. */
  settled(): Promise<void>
}

export async function createTestWebhooks(
  t: TestContext,
  settings: Partial<TestWebhookSettings> = {},
  options: {
    readonly started?: boolean
    readonly presentJob?: (job: JobRecord) => Record<string, unknown>
  } = {},
): Promise<TestWebhooks> {
  const resources = new AsyncDisposableStack()
  t.after(async () => resources.disposeAsync())
  const db = await createTestDatabase(t, ['jobs', 'keys', 'webhooks'])
  const makeWith = (own: Partial<TestWebhookSettings> = {}) => {
    const all = { ...DEFAULT_JOB_SETTINGS, ...TEST_WEBHOOK_SETTINGS, ...settings, ...own }
    const engine = resources.use(
      createJobEngine({
        db,
        log: silentLogger,
        settings: { ...all, heartbeatMs: all.leaseMs / 3, sweepMs: 200 },
      }),
    )
    const webhooks = resources.use(
      createWebhooks({
        db,
        engine,
        log: silentLogger,
        metrics: resources.use(createMetrics({ service: 'test', version: '0' })),
        pepper: TEST_PEPPER,
        settings: all,
        presentJob: options.presentJob ?? null,
      }),
    )
    const start = async () => {
      await engine.start()
      await webhooks.start()
    }
    return { engine, webhooks: { ...webhooks, start } }
  }
  const make = (own?: Partial<TestWebhookSettings>) => makeWith(own).webhooks
  const { engine, webhooks } = makeWith()
  if (options.started !== false) await webhooks.start()
  let subjects = 0
  return {
    db,
    engine,
    webhooks,
    replica: make,
    receiver: async (answer) => resources.use(await startWebhookReceiver(answer)),
    async publish(target, event = 'job.succeeded') {
      subjects += 1
      const subjectId = `subject_${subjects}`
      await db.transaction(async (tx) => {
        await publish(tx, [{ event, at: new Date(), subjectId, owner: null, target, summary: { subjectId } }])
      })
      return subjectId
    },
    async settled() {
      for (;;) {
        const [open] = await db.query(
          sql`select from webhook_records where completed_at is null and direction = 'outgoing' limit 1`,
        )
        if (open === undefined) return
        await db.query(sql`select pg_sleep(0.02)`)
      }
    },
  }
}
