// T01: workers are killed at random while some of them outlive their leases; nothing is lost and nothing happens twice.
import type { Outcome } from '#lab/experiment.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase, type ScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'jobs-kill9'
export const about =
  'T01: kill -9 of workers and zombies: 0 lost, 0 duplicated; without fencing there are duplicates'

const JOBS = 1_500
const KILLS = 100
const WORKERS = 4
const LEASE_MS = 400
const KILL_EVERY_MS = [60, 120] as const
const GIVE_UP_MS = 180_000
const PROGRAM = `${import.meta.dirname}/programs/worker.ts`

type Mode = 'fenced' | 'unfenced'

interface History {
  readonly accepted: number
  readonly kills: number
  /** Accepted and not succeeded in the end. */
  readonly lost: number
  /** Jobs whose effect was written more than once. */
  readonly duplicates: number
  /** Executions beyond the first of each job. */
  readonly repeated: number
  /** Completions that came with a token that no longer counted. */
  readonly fenced: number
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const fenced = await experiment('fenced')
  const control = await experiment('unfenced')
  const pass =
    fenced.lost === 0 &&
    fenced.duplicates === 0 &&
    fenced.fenced > 0 &&
    fenced.kills === KILLS &&
    // A control that finds nothing would mean that the experiment is blind.
    control.duplicates > 0
  return {
    id: 'T01',
    pass,
    figure: { ...fenced, unfencedDuplicates: control.duplicates },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function experiment(mode: Mode): Promise<History> {
  await using scratch = await startScratchDatabase(['jobs'])
  const db = await scratch.open(5)
  await db.execute(sql`create table executions (job_id text, attempt integer)`)
  await db.execute(sql`create table effects (job_id text, pid integer)`)
  await db.execute(sql`create table fenced (job_id text)`)
  await using engine = createJobEngine({
    db,
    log: silentLogger,
    settings: { ...DEFAULT_JOB_SETTINGS, leaseMs: LEASE_MS, sweepMs: LEASE_MS / 4 },
  })
  await engine.start()
  const jobs = await engine.enqueueMany(
    Array.from({ length: JOBS }, (_, input) => ({
      type: 'lab.job',
      pool: 'light',
      input,
      // The kills would use up the deliveries; poison pills are another experiment.
      maxDeliveries: 1_000,
    })),
  )
  const kills = await killWorkersUntilDone(scratch, mode, async () => {
    const { counts } = await engine.queue.status()
    return counts.queued + counts.running === 0
  })
  return { accepted: jobs.length, kills, ...(await check(db)) }
}

/** Keeps the workers running, repeatedly kills one at random, and then lets the rest finish. */
async function killWorkersUntilDone(
  scratch: ScratchDatabase,
  mode: Mode,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const workers: ChildProcess[] = []
  const ready = new Set<ChildProcess>()
  let stopping = false
  const start = (slot: number) => {
    const args = [PROGRAM, scratch.url, scratch.schema, String(LEASE_MS), mode]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    workers[slot] = child
    child.stdout.once('data', () => ready.add(child))
    child.once('exit', () => {
      ready.delete(child)
      if (!stopping) start(slot)
    })
  }
  for (let slot = 0; slot < WORKERS; slot += 1) start(slot)
  let kills = 0
  const giveUp = performance.now() + GIVE_UP_MS
  while (!(await isDone()) && performance.now() < giveUp) {
    await sleep(KILL_EVERY_MS[0] + Math.random() * (KILL_EVERY_MS[1] - KILL_EVERY_MS[0]))
    const victims = [...ready]
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (kills < KILLS && victim !== undefined && victim.kill('SIGKILL')) kills += 1
  }
  stopping = true
  await Promise.all(
    workers.map(async (worker) => {
      if (worker.exitCode !== null || worker.signalCode !== null) return
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }),
  )
  return kills
}

async function check(db: Database): Promise<Omit<History, 'accepted' | 'kills'>> {
  const [row] = await db.query<Omit<History, 'accepted' | 'kills'>>(sql`
    select
      (
        select count(*) from jobs j
        where state <> 'succeeded' or not exists (select from effects e where e.job_id = 'job_' || j.id)
      ) as lost,
      (select count(*) from (select from effects group by job_id having count(*) > 1) as d) as duplicates,
      (select count(*) - count(distinct job_id) from executions) as repeated,
      (select count(*) from fenced) as fenced`)
  if (row === undefined) throw new Error('The history cannot be read.')
  return row
}
