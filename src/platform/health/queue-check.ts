// The state of the queue of a service: whether it runs, whether lost jobs are found, whether there are workers, how
// much waits.
import type { HealthCheck } from '#contract/health.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobQueue, JobWorkers } from '#platform/jobs/job-engine.ts'
import type { WorkerRecord } from '#platform/jobs/worker-registry.ts'
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
export async function browserCheck({
  listWorkers,
}: {
  readonly listWorkers: () => Promise<readonly Pick<WorkerRecord, 'state' | 'host' | 'pressure'>[]>
}): Promise<HealthCheck> {
  const online = (await listWorkers()).filter(({ state }) => state === 'online')
  const names = online.flatMap((worker) => browserOf(worker) ?? [])
  const counts = Map.groupBy(names, (name) => name)
  const detail = [...counts]
    .map(([name, of]) => `${name}: ${of.length} of ${names.length} workers`)
    .join('; ')
  const isMissing = counts
    .keys()
    .some((name) => name === NO_BROWSER || name.endsWith(DOES_NOT_START) || name === LOST_FARM)
  return { status: isMissing ? 'warn' : 'pass', detail: detail === '' ? null : detail }
}

const NO_BROWSER = 'none'
const LOST_FARM = 'a browser farm that does not answer'
/** Its version is told without the processes and the sandbox that a page needs. */
const DOES_NOT_START = ', which does not start'

/** Null for a worker that opens no pages. A farm may come and go after the worker has started. */
function browserOf({ host, pressure }: Pick<WorkerRecord, 'host' | 'pressure'>): string | null {
  const { browser } = host ?? {}
  if (browser === undefined) return null
  if (pressure?.farmAnswers === false) return LOST_FARM
  if (browser === null) return pressure?.farmAnswers === true ? 'a browser farm' : NO_BROWSER
  const failed = pressure?.browserStarts === false ? DOES_NOT_START : ''
  return `Chromium ${browser.version} (${browser.source}${browser.sandbox === false ? ', without its sandbox' : ''})${failed}`
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
