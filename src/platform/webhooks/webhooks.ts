// The webhooks of one service: accepts targets, keeps endpoints and records, and delivers.
import type { WebhookRequest } from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import type { JobRecord } from '#platform/jobs/job-record.ts'
import { startRetention } from '#platform/jobs/retention.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { createSender } from './delivery/sender.ts'
import { createEndpointBook, type EndpointBook } from './endpoints/endpoint-book.ts'
import type { IncomingHandler } from './incoming/process-incoming.ts'
import { createIncomingProcessor } from './incoming/processor.ts'
import {
  receiveWebhook,
  verifyWebhook,
  type IncomingWebhook,
  type ReceivedWebhook,
  type WebhookSource,
} from './incoming/receive.ts'
import { webhookChannel } from './new-records.ts'
import { cleanUpRecords } from './records/cleanup.ts'
import { sealPlainUrls } from './receiver-url.ts'
import { createSealer, type Sealer } from './sealer.ts'
import { takeEndedJobs } from './take-ended-jobs.ts'
import { acceptTarget, type WebhookTarget } from './target.ts'
import { registerWebhookMetrics } from './webhook-metrics.ts'
import type { WebhookSettings } from './webhook-settings.ts'

export interface Webhooks extends AsyncDisposable {
  readonly endpoints: EndpointBook
  /** Decrypts what records keep encrypted. */
  readonly sealer: Sealer
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
const LOOK_EVERY_MS = 100
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
  const sealer = createSealer(deps.pepper)
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
    permits: { acquire: async () => ({ release: () => undefined }) },
  })
  const sender = createSender({
    db,
    egress,
    sealer,
    settings,
    log,
    onAttempt: registerWebhookMetrics(deps.metrics),
    takeOver: presentJob === null ? null : async () => takeEndedJobs(db, presentJob, presentResult),
  })
  const processor =
    incoming === undefined
      ? null
      : createIncomingProcessor({ db, log, handlers: incoming.handlers, pollMs: settings.pollMs })
  const source: WebhookSource = incoming?.source ?? { name: 'nobody', secrets: [] }
  const targets = { db, sealer, checkUrl: (url: URL) => guard.checkUrl(url) }
  const book = createEndpointBook(targets)
  let anyEndpoint = false
  let stopListening: (() => Promise<void>) | null = null
  let lookedAt = -Infinity
  let lookLater: NodeJS.Timeout | null = null
  let retention: AsyncDisposable | null = null

  async function lookForEndpoints(): Promise<void> {
    const rows = await db.query(sql`select from webhook_endpoints where status = 'enabled' limit 1`)
    anyEndpoint = rows.length > 0
  }

  function hear(payload: string): void {
    if (payload === 'incoming' || payload === '') processor?.wake()
    if (payload === 'incoming') return
    sender.wake()
    if (payload === 'records') return
    lookForEndpoints().catch((error: unknown) => log.warn({ err: error }, 'webhook endpoints were not read'))
  }

  return {
    sealer,
    endpoints: {
      ...book,
      async create(body, owner) {
        const created = await book.create(body, owner)
        anyEndpoint = true
        return created
      },
    },
    async start() {
      stopListening ??= await db.listen(webhookChannel(db.schema), hear)
      await sealPlainUrls(db, sealer)
      await lookForEndpoints()
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
      if (lookLater !== null) return
      const waitMs = Math.max(0, lookedAt + LOOK_EVERY_MS - performance.now())
      lookLater = setTimeout(() => {
        lookLater = null
        lookedAt = performance.now()
        sender.wake()
      }, waitMs).unref()
    },
    async [Symbol.asyncDispose]() {
      if (lookLater !== null) clearTimeout(lookLater)
      await stopListening?.()
      await sender.stop()
      await processor?.stop()
      await retention?.[Symbol.asyncDispose]()
      await egress[Symbol.asyncDispose]()
    },
  }
}
