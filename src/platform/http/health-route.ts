// GET /health: whether the service works, for people, load balancers (`?probe=ready`) and supervisors (`?probe=live`).
import { Type } from 'typebox'
import { Health, type HealthCheck, type Pressure } from '#contract/health.ts'
import { Words } from '#contract/schema.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { App, ServiceInfo } from './app.ts'

export interface HealthRouteOptions {
  readonly service: ServiceInfo
  /** Key of the self-description. */
  readonly group: string
  /**
   * Looks at each part when asked: `database`, `queue`, `workers`, … A check that throws counts as `fail`. Not called
   * for `?probe=live`.
   */
  readonly checks: Readonly<Record<string, () => Promise<HealthCheck>>>
  /** Which checks must not `fail` for the service to take requests; all where absent. */
  readonly needed?: readonly string[]
  /** How busy the service is; null where it has no measure. */
  readonly pressure?: () => Promise<Omit<Pressure, 'memoryBytes'> | null>
}

const LEAVING: HealthCheck = { status: 'fail', detail: 'The service is about to stop.' }

/** A check that hangs tells as much as one that fails. */
const CHECK_TIMEOUT_MS = 3_000

/** 200 while the service can take requests, 503 with the same body when a needed check fails or it is about to stop. */
export function addHealthRoute(app: App, options: HealthRouteOptions): void {
  const startedAt = performance.now()
  const { service, checks, needed = Object.keys(checks), pressure = async () => null } = options

  app.get(
    '/health',
    {
      schema: {
        summary: 'Whether the service works',
        description:
          '`?probe=live` only says that the process answers; `?probe=ready` whether requests can be taken. What was ' +
          'found in detail is for callers with a key, where the service asks for keys.',
        querystring: Type.Object({ probe: Type.Optional(Words(['live', 'ready'])) }),
        response: { 200: Health, 503: Health },
      },
      config: { group: options.group, scope: null, keyOptional: true, seed: true, bucket: 'none' },
    },
    async (request, reply) => {
      const { probe } = request.query
      const outcomes = probe === 'live' ? {} : await runChecks(checks)
      const leaving = app.departure.begun && probe !== 'live'
      const failed = Object.entries(outcomes).filter(([, outcome]) => outcome.status === 'fail')
      const down = leaving || failed.some(([name]) => needed.includes(name))
      const detailed = request.caller.scopes.length > 0
      const load = detailed && probe === undefined ? await pressure().catch(() => null) : null
      const warned = failed.length > 0 || Object.values(outcomes).some((outcome) => outcome.status === 'warn')
      const body: Health = {
        status: down ? 'fail' : warned ? 'warn' : 'pass',
        version: service.version,
        uptimeMs: Math.round(performance.now() - startedAt),
        ...(detailed
          ? {
              checks: leaving ? { ...outcomes, departure: LEAVING } : outcomes,
              pressure: load === null ? null : { ...load, memoryBytes: process.memoryUsage.rss() },
            }
          : {}),
      }
      return reply.code(down ? 503 : 200).send(body)
    },
  )
}

/** The check of a database that must take writes: one that was demoted to a standby answers, and refuses them. */
export async function databaseCheck(db: Queryable): Promise<HealthCheck> {
  const startedAt = performance.now()
  const [row] = await db.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)
  const latencyMs = Math.round(performance.now() - startedAt)
  return row?.standby === true
    ? { status: 'fail', detail: 'The database takes no writes.', latencyMs }
    : { status: 'pass', detail: null, latencyMs }
}

async function runChecks(checks: HealthRouteOptions['checks']): Promise<Record<string, HealthCheck>> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  )
  return Object.fromEntries(outcomes)
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
    // What a check throws may hold addresses and passwords, and this answer is for everybody.
    return { status: 'fail', detail: 'The check failed.' }
  } finally {
    clearTimeout(timer)
  }
}
