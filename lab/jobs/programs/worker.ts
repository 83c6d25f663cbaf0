// A worker process to be killed: `worker.ts URL SCHEMA LEASE_MS fenced|unfenced`. It notes what it did in tables beside
// the jobs, because whatever it holds in memory is gone with it.
import { randomUUID } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type ClaimedJob } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { openScratch } from '#test/support/database/scratch-database.ts'

const [url, schema, lease, mode] = process.argv.slice(2) as [string, string, string, 'fenced' | 'unfenced']
const leaseMs = Number(lease)

const AT_ONCE = 4
const WORK_MS = [40, 160] as const
/** Some stall beyond their lease and report all the same: zombies. */
const ZOMBIES = 0.06

const db = await openScratch(url, schema, 6)
const engine = createJobEngine({
  db,
  log: silentLogger,
  settings: { ...DEFAULT_JOB_SETTINGS, leaseMs, sweepMs: leaseMs / 4, pollMs: 200 },
})
await engine.start()
const { workerId } = await engine.workers.register({
  name: 'lab',
  instanceId: randomUUID(),
  version: '0.0.0',
  capabilities: { types: ['lab.job'], concurrency: { light: AT_ONCE } },
})

async function work(claimed: ClaimedJob): Promise<void> {
  const { job, leaseToken } = claimed
  await db.execute(sql`insert into executions values (${job.id}, ${claimed.attempt})`)
  const stall = Math.random() < ZOMBIES
  const ms = stall ? leaseMs * 2 : WORK_MS[0] + Math.random() * (WORK_MS[1] - WORK_MS[0])
  await new Promise((resolve) => setTimeout(resolve, ms))
  try {
    await (mode === 'fenced' ? completeFenced(job.id, leaseToken) : completeUnfenced(job.id))
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code !== 'lease_lost') throw error
    await db.execute(sql`insert into fenced values (${job.id})`)
  }
}

async function effect(tx: Queryable, jobId: string): Promise<void> {
  await tx.execute(sql`insert into effects values (${jobId}, ${process.pid})`)
}

async function completeFenced(jobId: string, leaseToken: string): Promise<void> {
  await engine.completeWith(jobId, leaseToken, async (tx) => {
    await effect(tx, jobId)
    return { by: process.pid }
  })
}

/**
 * As a queue without fencing does it: the worker that has finished writes its result, even if another holds the job by
 * now.
 */
async function completeUnfenced(jobId: string): Promise<void> {
  await effect(db, jobId)
  const [row] = await db.query<{ lease_token: string }>(sql`
    select lease_token from jobs where 'job_' || id = ${jobId} and state = 'running'`)
  if (row !== undefined) await engine.complete(jobId, row.lease_token, { by: process.pid })
}

process.stdout.write('ready\n')
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const [claimed] = await engine.claimNext({
        workerId,
        max: [{ types: ['lab.job'], count: 1 }],
        waitMs: 10_000,
      })
      if (claimed !== undefined) await work(claimed)
    }
  }),
)
