// GET /health: whether the service works, for people, load balancers (`?probe=ready`) and supervisors (`?probe=live`).
import { Type } from 'typebox'
import { Health, type HealthCheck, type Pressure } from '#contract/health.ts'
import { Words } from '#contract/schema.ts'
import { createProcessGauge, type QueueLoad } from './process-load.ts'
import type { App, ServiceInfo } from '#platform/http/routing/app.ts'

export interface HealthRouteOptions {
  readonly service: ServiceInfo
  /** Key of the self-description. */
  readonly group: string
  /**
   * Checks each part at a request: `database`, `queue`, `workers`, … A check that throws counts as `fail`. Concurrent
   * requests share one check, so that frequent requests cause no extra work.
   */
  readonly checks: Readonly<Record<string, () => Promise<HealthCheck>>>
  /**
   * The checks that must not `fail` for the service to accept requests, which `?probe=ready` reports. All by default.
   */
  readonly needed?: readonly string[]
  /** The load of the queue; when absent, or when it throws, the answer does not contain it. */
  readonly queueLoad?: () => Promise<QueueLoad>
}

const LEAVING: HealthCheck = { status: 'fail', detail: 'The service is about to stop.' }

/** A hanging check counts like a failed one. */
const CHECK_TIMEOUT_MS = 3_000

const UNKNOWN_LOAD: QueueLoad = {
  reason: null,
  running: null,
  queued: null,
  maxConcurrent: null,
  oldestQueuedMs: null,
}

/**
 * 200 while the service can accept requests, 503 with the same body when a needed check fails or it is about to stop.
 */
export function addHealthRoute(app: App, options: HealthRouteOptions): void {
  const startedAt = performance.now()
  const { service, checks, needed = Object.keys(checks), queueLoad } = options
  const gauge = createProcessGauge()
  app.addHook('onClose', async () => gauge[Symbol.dispose]())
  const check = {
    live: async () => ({}),
    ready: shared(async () => runChecks(Object.entries(checks).filter(([name]) => needed.includes(name)))),
    all: shared(async () => runChecks(Object.entries(checks))),
  }

  async function pressure(): Promise<Pressure> {
    const load = await queueLoad?.().catch(() => undefined)
    return { ...(load ?? UNKNOWN_LOAD), ...gauge.read() }
  }

  app.get(
    '/health',
    {
      schema: {
        summary: 'Whether the service works',
        description:
          '`?probe=live` only says that the process answers; `?probe=ready` whether requests can be taken, which is all ' +
          'that it looks at. Without, everything is looked at. What was found in detail is for callers with a key, ' +
          'where the service asks for keys.',
        querystring: Type.Object({ probe: Type.Optional(Words(['live', 'ready'])) }),
        response: { 200: Health, 503: Health },
      },
      config: { group: options.group, scope: null, keyOptional: true, bucket: 'none' },
    },
    async (request, reply) => {
      const { probe } = request.query
      const outcomes: Record<string, HealthCheck> = await check[probe ?? 'all']()
      const leaving = app.departure.begun && probe !== 'live'
      const failed = Object.entries(outcomes).filter(([, outcome]) => outcome.status === 'fail')
      const down = leaving || failed.some(([name]) => needed.includes(name))
      const detailed = request.caller.scopes.length > 0
      const warned = failed.length > 0 || Object.values(outcomes).some((outcome) => outcome.status === 'warn')
      const body: Health = {
        status: down ? 'fail' : warned ? 'warn' : 'pass',
        version: service.version,
        uptimeMs: Math.round(performance.now() - startedAt),
        ...(detailed
          ? {
              checks: leaving ? { ...outcomes, departure: LEAVING } : outcomes,
              pressure: probe === undefined ? await pressure() : null,
            }
          : {}),
      }
      return reply.code(down ? 503 : 200).send(body)
    },
  )
}

async function runChecks(
  checks: readonly [string, () => Promise<HealthCheck>][],
): Promise<Record<string, HealthCheck>> {
  const outcomes = await Promise.all(
    checks.map(async ([name, check]) => [name, await runCheck(check)] as const),
  )
  return Object.fromEntries(outcomes)
}

/** Requests during a run share its answer. */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => (running ??= run().finally(() => (running = null)))
}

async function runCheck(check: () => Promise<HealthCheck>): Promise<HealthCheck> {
  const late = Promise.withResolvers<HealthCheck>()
  const timer = setTimeout(
    () => late.resolve({ status: 'fail', detail: 'No answer in time.' }),
    CHECK_TIMEOUT_MS,
  )
  try {
    return await Promise.race([check(), late.promise])
  } catch {
    // The error of a check may contain addresses and passwords, and this answer is public.
    return { status: 'fail', detail: 'The check failed.' }
  } finally {
    clearTimeout(timer)
  }
}
