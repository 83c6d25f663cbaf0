// The webhooks of one service: accepts targets, keeps endpoints and records, and delivers.
import type { WebhookRequest } from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { startRetention } from '#platform/db/retention.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { createSender } from '#platform/webhooks/delivery/sender.ts'
import { createEndpointStore, type EndpointStore } from '#platform/webhooks/endpoints/endpoint-store.ts'
import type { IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'
import { createIncomingProcessor } from '#platform/webhooks/incoming/processor.ts'
import {
  receiveWebhook,
  verifyWebhook,
  type IncomingWebhook,
  type ReceivedWebhook,
  type WebhookSource,
} from '#platform/webhooks/incoming/receive.ts'
import { webhookChannel } from '#platform/webhooks/records/new-records.ts'
import { cleanUpRecords } from '#platform/webhooks/records/cleanup.ts'
import { encryptPlainUrls } from '#platform/webhooks/targets/receiver-url.ts'
import { createEncryptor, type Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { drainEndedJobs } from './drain-ended-jobs.ts'
import { acceptTarget, type WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { registerWebhookMetrics } from './webhook-metrics.ts'
import type { WebhookSettings } from '#platform/webhooks/delivery/webhook-settings.ts'

export interface Webhooks extends AsyncDisposable {
  readonly endpoints: EndpointStore
  /** Decrypts what records keep encrypted. */
  readonly encryptor: Encryptor
  /** Starts delivering. */
  start(): Promise<void>
  /** See acceptTarget. */
  accept(request: WebhookRequest, owner: string | null): Promise<WebhookTarget>
  /**
   * The announcement that a job is enqueued with: the given target. Without one, an empty target when a kept endpoint
   * may want the event. undefined: the end interests no receiver.
   */
  announcementFor(target: WebhookTarget | null): WebhookTarget | undefined
  /** Throws `unauthenticated` unless the configured source of this service signed it just now. */
  verify(incoming: IncomingWebhook): void
  /** Stores it once, to be processed by the handler of its type. Throws as `verify` does, and `validation_failed`. */
  receive(incoming: IncomingWebhook): Promise<ReceivedWebhook>
  /** A job has ended: checks the outbox for its announcement at once, or a little later when many jobs end. */
  jobEnded(): void
}

/** Most jobs that end have no receiver, so this process checks the outbox at most this often. */
const POLL_INTERVAL_MS = 100
const DAY_MS = 86_400_000

export interface WebhooksDeps {
  /** Migrated with the module webhooks, and with jobs when `presentJob` is given. */
  readonly db: Database
  readonly log: Logger
  readonly metrics: Metrics
  readonly pepper: Uint8Array
  readonly settings: WebhookSettings
  /** The `data` of an event about a job; null when ended jobs are not announced. */
  readonly presentJob: ((job: JobRecord) => Record<string, unknown>) | null
  /** The result as it is shown; when absent, the result is shown as stored. */
  readonly presentResult?: (job: JobRecord) => unknown
  /** Called for each refusal of the guard, with a reason from a small set. */
  readonly onRefused?: (reason: string) => void
  /** The source that the service receives webhooks from, and the handlers; absent when it receives none. */
  readonly incoming?: {
    readonly source: WebhookSource
    readonly handlers: Readonly<Record<string, IncomingHandler>>
  }
}

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { db, log, settings, presentJob, presentResult, incoming, onRefused = () => undefined } = deps
  const { allow, hosts, contact, productVersion } = settings
  const encryptor = createEncryptor(deps.pepper)
  const guard = createGuard({ allow, hosts, log, onRefused })
  const egress = createEgress({
    settings: {
      allow,
      hosts,
      contact,
      productVersion,
      hostDelayMs: 0,
      hostConcurrency: settings.concurrency,
    },
    log,
    onRefused,
    // The destination limits what a receiver gets at once; two receivers on one host must not wait for each other.
    limiter: { acquire: async () => ({ release: () => undefined }) },
  })
  const sender = createSender({
    db,
    egress,
    encryptor,
    settings,
    log,
    onAttempt: registerWebhookMetrics(deps.metrics),
    drainOutbox: presentJob === null ? null : async () => drainEndedJobs(db, presentJob, presentResult),
  })
  const processor =
    incoming === undefined
      ? null
      : createIncomingProcessor({ db, log, handlers: incoming.handlers, pollMs: settings.pollMs })
  const source: WebhookSource = incoming?.source ?? { name: 'nobody', secrets: [] }
  const targets = { db, encryptor, checkUrl: (url: URL) => guard.checkUrl(url) }
  const endpoints = createEndpointStore(targets)
  let anyEndpoint = false
  let stopListening: (() => Promise<void>) | null = null
  let checkedAt = -Infinity
  let recheckTimer: NodeJS.Timeout | null = null
  let retention: AsyncDisposable | null = null

  async function checkForEndpoints(): Promise<void> {
    const rows = await db.query(sql`select from webhook_endpoints where status = 'enabled' limit 1`)
    anyEndpoint = rows.length > 0
  }

  function onNotification(payload: string): void {
    if (payload === 'incoming' || payload === '') processor?.wake()
    if (payload === 'incoming') return
    sender.wake()
    if (payload === 'records') return
    checkForEndpoints().catch((error: unknown) => log.warn({ err: error }, 'webhook endpoints were not read'))
  }

  return {
    encryptor,
    endpoints: {
      ...endpoints,
      async create(body, owner) {
        const created = await endpoints.create(body, owner)
        anyEndpoint = true
        return created
      },
    },
    async start() {
      stopListening ??= await db.listen(webhookChannel(db.schema), onNotification)
      await encryptPlainUrls(db, encryptor)
      await checkForEndpoints()
      sender.start()
      processor?.start()
      retention ??= startRetention({
        log,
        everyMs: settings.retentionMs,
        tasks: { webhooks: async () => cleanUpRecords(db, settings.keepMs / DAY_MS) },
      })
    },
    verify: (received) => verifyWebhook(source, received),
    receive: async (received) => receiveWebhook(db, source, received),
    accept: async (request, owner) => acceptTarget(targets, request, owner),
    announcementFor: (target) => target ?? (anyEndpoint ? {} : undefined),
    jobEnded() {
      if (recheckTimer !== null) return
      const waitMs = Math.max(0, checkedAt + POLL_INTERVAL_MS - performance.now())
      recheckTimer = setTimeout(() => {
        recheckTimer = null
        checkedAt = performance.now()
        sender.wake()
      }, waitMs).unref()
    },
    async [Symbol.asyncDispose]() {
      if (recheckTimer !== null) clearTimeout(recheckTimer)
      await stopListening?.()
      await sender.stop()
      await processor?.stop()
      await retention?.[Symbol.asyncDispose]()
      await egress[Symbol.asyncDispose]()
    },
  }
}
