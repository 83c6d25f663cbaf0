// The webhooks of one service: accepts targets, keeps endpoints and records, and delivers.
import { Counter, Histogram } from 'prom-client'
import type { WebhookRequest } from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createEgress } from '#platform/egress/egress.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import type { JobLeases, JobRecord, JobSignals, JobWorkers, SystemJobs } from '#platform/jobs/job-engine.ts'
import { startLocalWorkers, type LocalWorkers } from '#platform/jobs/worker/local-worker.ts'
import { startRetention } from '#platform/db/retention.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { createDeliver } from '#platform/webhooks/delivery/deliver.ts'
import { createEndpointStore, type EndpointStore } from '#platform/webhooks/endpoints/endpoint-store.ts'
import { createProcess, type IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'
import {
  receiveWebhook,
  verifyWebhook,
  type IncomingWebhook,
  type ReceivedWebhook,
  type WebhookSource,
} from '#platform/webhooks/incoming/receive.ts'
import { DELIVER_JOB, endpointsChannel, PROCESS_JOB } from '#platform/webhooks/records/new-records.ts'
import { cleanUpRecords } from '#platform/webhooks/records/cleanup.ts'
import { encryptPlainUrls } from '#platform/webhooks/targets/receiver-url.ts'
import { createEncryptor, type Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import { createOutboxDrain } from './drain-ended-jobs.ts'
import { acceptTarget, type WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { WebhookSettings } from '#platform/webhooks/delivery/webhook-settings.ts'
import type { Attempt } from './delivery/attempt.ts'
import { openNamedReceiver } from './delivery/named-receiver.ts'

/** From immediate delivery to the end of the retry table. */
const LAG_BUCKETS_S = [0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1_800, 7_200, 21_600, 86_400, 259_200]

/** The webhooks of one service, as its routes and jobs use them. */
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

/** How long attempts that run when the process stops may take to end. */
const STOP_GRACE_MS = 2_000

/** What delivering needs of the job engine. */
export type WebhookEngine = JobLeases & JobWorkers & JobSignals & SystemJobs

/** What the webhooks of a service work with. The caller closes what it opened. */
export interface WebhooksDeps {
  /** Migrated with the modules jobs and webhooks. */
  readonly db: Database
  /** The engine of the same schema; started before `start`. */
  readonly engine: WebhookEngine
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
  /**
   * The one address on a private network that the operator named, such as the callback of places; null: there is none.
   * It may become known after the start.
   */
  readonly namedReceiver?: () => string | null
  /** The source that the service receives webhooks from, and the handlers; absent when it receives none. */
  readonly incoming?: {
    readonly source: WebhookSource
    readonly handlers: Readonly<Record<string, IncomingHandler>>
  }
}

/** Accepts and stores from the first moment; delivers and processes after `start`. Disposing releases running attempts. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { db, engine, log, settings, presentJob, presentResult, incoming, onRefused = () => undefined } = deps
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
  const namedReceiver = openNamedReceiver(deps.namedReceiver ?? (() => null), settings.timeoutMs)
  const handlers = {
    [DELIVER_JOB]: createDeliver({
      db,
      engine,
      egress,
      namedReceiver,
      encryptor,
      settings,
      log,
      onAttempt: registerWebhookMetrics(deps.metrics),
    }),
    ...(incoming === undefined
      ? {}
      : { [PROCESS_JOB]: createProcess({ engine, log, handlers: incoming.handlers }) }),
  }
  const outbox =
    presentJob === null
      ? null
      : createOutboxDrain({
          db,
          log,
          present: presentJob,
          pollMs: settings.pollMs,
          ...(presentResult === undefined ? {} : { presentResult }),
        })
  const source: WebhookSource = incoming?.source ?? { name: 'nobody', secrets: [] }
  const checkUrl = (url: URL): void => {
    if (!namedReceiver.is(url)) guard.checkUrl(url)
  }
  const targets = { db, encryptor, checkUrl }
  const endpoints = createEndpointStore(targets)
  let anyEndpoint = false
  let stopListening: (() => Promise<void>) | null = null
  let retention: AsyncDisposable | null = null
  let workers: LocalWorkers | null = null

  async function checkForEndpoints(): Promise<void> {
    const rows = await db.query(sql`select from webhook_endpoints where status = 'enabled' limit 1`)
    anyEndpoint = rows.length > 0
  }

  function onEndpointsChanged(): void {
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
      stopListening ??= await db.listen(endpointsChannel(db.schema), onEndpointsChanged)
      await encryptPlainUrls(db, encryptor)
      await checkForEndpoints()
      workers ??= await startLocalWorkers({
        engine,
        log,
        name: 'webhooks',
        version: productVersion,
        handlers,
        stopGraceMs: Math.min(STOP_GRACE_MS, settings.timeoutMs),
      })
      outbox?.start()
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
    jobEnded: () => outbox?.wake(),
    async [Symbol.asyncDispose]() {
      await stopListening?.()
      await outbox?.[Symbol.asyncDispose]()
      await workers?.stop()
      await retention?.[Symbol.asyncDispose]()
      await egress[Symbol.asyncDispose]()
      await namedReceiver[Symbol.asyncDispose]()
    },
  }
}

/** Answers the function to call after each recorded attempt, with the time since the event. */
function registerWebhookMetrics({ registry }: Metrics): (attempt: Attempt, lagMs: number) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'surveyor_webhook_attempts_total',
    help: 'Attempts to deliver a webhook: delivered, refused (any other status), unreachable, discarded.',
    labelNames: ['outcome'],
    registers,
  })
  const lag = new Histogram({
    name: 'surveyor_webhook_delivery_lag_seconds',
    help: 'From an event to its delivery.',
    buckets: LAG_BUCKETS_S,
    registers,
  })
  return (attempt, lagMs) => {
    attempts.inc({ outcome: outcomeOf(attempt) })
    if (attempt.error === null) lag.observe(Math.max(0, lagMs) / 1000)
  }
}

function outcomeOf({ error, statusCode }: Attempt): string {
  if (error === null) return 'delivered'
  if (error === 'endpoint_disabled') return 'discarded'
  return statusCode === null ? 'unreachable' : 'refused'
}
