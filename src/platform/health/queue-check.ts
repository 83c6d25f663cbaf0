// The state of the queue of a service: whether it runs, whether lost jobs are found, whether there are workers, how
// much waits.
import type { HealthCheck } from '#contract/health.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'
import { oldestQueued } from '#platform/jobs/stats/oldest-queued.ts'
import type { QueueLoad } from './process-load.ts'

export interface QueueHealthDeps {
  readonly db: Queryable
  readonly engine: JobQueue & JobWorkers
}

/** By default every replica sweeps every five seconds: a lease that ran out this long ago was overlooked. */
const SWEPT_WITHIN_MS = 60_000

export async function queueCheck({ db, engine }: QueueHealthDeps): Promise<HealthCheck> {
  const [{ state }, overlooked] = await Promise.all([engine.queue.status(), anyOverlooked(db)])
  if (overlooked) return { status: 'warn', detail: 'Jobs of lost workers are not given to others.' }
  return state === 'running'
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: `The queue is ${state}.` }
}

/** `missing` is the message when there are no workers. */
export async function workersCheck({ engine }: QueueHealthDeps, missing: string): Promise<HealthCheck> {
  const workers = await engine.workers.list()
  return workers.some(({ state }) => state === 'online')
    ? { status: 'pass', detail: null }
    : { status: 'warn', detail: missing }
}

/** Which browsers the workers open pages with. A worker that opens none does not count. */
export async function browserCheck({ engine }: Pick<QueueHealthDeps, 'engine'>): Promise<HealthCheck> {
  const online = (await engine.workers.list()).filter(({ state }) => state === 'online')
  const told = online.flatMap(({ host }) => (host?.browser === undefined ? [] : [host.browser]))
  const names = told.map((browser) =>
    browser === null
      ? 'none'
      : `Chromium ${browser.version} (${browser.source}${browser.sandbox === false ? ', without its sandbox' : ''})`,
  )
  const counts = Map.groupBy(names, (name) => name)
  const detail = [...counts].map(([name, of]) => `${name}: ${of.length} of ${told.length} workers`).join('; ')
  const isMissing = told.length > 0 && told.includes(null)
  return { status: isMissing ? 'warn' : 'pass', detail: detail === '' ? null : detail }
}

export async function queueLoad({ db, engine }: QueueHealthDeps): Promise<QueueLoad> {
  const [{ state, counts }, workers, oldestSeconds] = await Promise.all([
    engine.queue.status(),
    engine.workers.list(),
    oldestQueued(db),
  ])
  const free = workers
    .filter((worker) => worker.state === 'online')
    .flatMap(({ capabilities }) => Object.values(capabilities.concurrency))
    .reduce((sum, count) => sum + count, 0)
  return {
    reason: reasonOf(state, free, counts),
    running: counts.running,
    queued: counts.queued,
    maxConcurrent: free,
    oldestQueuedMs: counts.queued === 0 ? null : Math.round(oldestSeconds * 1000),
  }
}

function reasonOf(
  state: string,
  free: number,
  { running, queued }: { readonly running: number; readonly queued: number },
): string | null {
  if (state !== 'running') return `The queue is ${state}.`
  if (free === 0) return 'No worker is online.'
  return queued > 0 && running >= free ? 'All workers are busy.' : null
}

async function anyOverlooked(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ overlooked: boolean }>(sql`
    select exists (
      select from jobs
      where state = 'running' and children_total is null
        and lease_expires_at < now() - ${SWEPT_WITHIN_MS}::float8 * interval '1 ms'
    ) as overlooked`)
  return row?.overlooked === true
}
