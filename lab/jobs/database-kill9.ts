// T03: the database server is killed repeatedly under load. Every accepted job ends once, and the engine goes on.
import type { Options, Outcome } from '#lab/experiment.ts'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { startLocalWorkers } from '#platform/jobs/worker/local-worker.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'jobs-database-kill9'
export const about =
  'T03: kill -9 of the database server ten times under load: 0 lost, 0 duplicated, time to recover'

const KILLS = 10
const CLIENTS = 8
const SERVED_BETWEEN_MS = 1_500
const FINISH_WITHIN_MS = 120_000

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using scratch = await startScratchDatabase(['jobs'])
  const db = await scratch.open(10)
  await db.execute(sql`create table effects (job_id text)`)
  await using engine = createJobEngine({
    db,
    log: silentLogger,
    settings: { ...DEFAULT_JOB_SETTINGS, leaseMs: 3_000, heartbeatMs: 1_000, sweepMs: 500 },
  })
  await engine.start()
  const workers = await startLocalWorkers({
    engine,
    log: silentLogger,
    name: 'lab',
    handlers: {
      'lab.job': {
        pool: 'light',
        concurrency: 32,
        async run(job) {
          await job.complete(async (tx) => {
            await tx.execute(sql`insert into effects values (${job.id})`)
            return { input: job.input }
          })
        },
      },
    },
  })

  const accepted: string[] = []
  const submitting = new AbortController()
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (!submitting.signal.aborted) {
        const spec = { type: 'lab.job', pool: 'light', input: accepted.length, maxDeliveries: 1_000 }
        await whileAway(async () => accepted.push((await engine.enqueue(spec)).id))
      }
    }),
  )
  const recoveriesMs: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    say(`${kill} of ${KILLS} kills, ${accepted.length} jobs accepted`)
    await sleep(SERVED_BETWEEN_MS)
    process.kill(await serverPid(scratch.dataDir), 'SIGKILL')
    const killedAt = performance.now()
    await sleep(50)
    await whileAway(async () => db.query(sql`select 1`))
    recoveriesMs.push(Math.round(performance.now() - killedAt))
  }
  await sleep(SERVED_BETWEEN_MS)
  submitting.abort()
  await clients

  const finishBy = performance.now() + FINISH_WITHIN_MS
  while (performance.now() < finishBy && (await unfinished(db)) > 0) await sleep(200)
  await workers.stop()
  const [row] = await db.query<{ lost: number; duplicates: number; present: number }>(sql`
    select
      (
        select count(*) from unnest(${accepted}::text[]) as a (id)
        where not exists (
          select from jobs j join effects e on e.job_id = 'job_' || j.id
          where 'job_' || j.id = a.id and j.state = 'succeeded'
        )
      ) as lost,
      (select count(*) from (select from effects group by job_id having count(*) > 1) as d) as duplicates,
      (select count(*) from jobs) as present`)
  if (row === undefined) throw new Error('The history cannot be read.')
  recoveriesMs.sort((a, b) => a - b)
  return {
    id: 'T03',
    pass: row.lost === 0 && row.duplicates === 0 && accepted.length > 0,
    figure: {
      accepted: accepted.length,
      // An answer that was cut off may have been a commit: more may be there than was acknowledged.
      ...row,
      kills: KILLS,
      recoveryMsMedian: recoveriesMs[Math.floor(KILLS / 2)],
      recoveryMsMost: recoveriesMs.at(-1),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** Repeats an operation while the database is unreachable; any other failure is a defect and ends the experiment. */
async function whileAway(operation: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await operation()
      return
    } catch (error) {
      if (!(error instanceof SurveyorError) || error.code !== 'storage_unavailable') throw error
      await sleep(20)
    }
  }
}

async function unfinished(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from jobs where completed_at is null`)
  return row?.n ?? 0
}

/** The first line of the server's own lock file. */
async function serverPid(dataDir: string): Promise<number> {
  const file = `${dataDir}/postgres/cluster/data/postmaster.pid`
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}
