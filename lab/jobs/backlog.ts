// T10: a claim behind a million jobs takes no longer than behind a thousand, and the status is read from counters.
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type JobEngine } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'jobs-backlog'
export const about = 'T10: claims and status with 1,000 and with 1,000,000 waiting jobs'

const SMALL = 1_000
const LARGE = 1_000_000
const CALL = 5_000
const SAMPLES = 300
const STATUS_LIMIT_MS = 50

export async function run(): Promise<{ id: string; pass: boolean; figure: object; secs: number }> {
  const startedAt = performance.now()
  await using scratch = await startScratchDatabase(['jobs'])
  const db = await scratch.open(5)
  await using engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  await engine.start()
  const { workerId } = await engine.workers.register({
    name: 'lab',
    instanceId: 'lab-backlog',
    version: '0.0.0',
    capabilities: { types: ['lab.job'], concurrency: { light: 1 } },
  })

  await fill(engine, SMALL)
  const small = await claimTimes(engine, workerId)
  const fillingAt = performance.now()
  await fill(engine, LARGE)
  const enqueuedPerSecond = Math.round(LARGE / ((performance.now() - fillingAt) / 1_000))
  await db.execute(sql`vacuum analyze jobs`)
  const rssBefore = process.memoryUsage.rss()
  const large = await claimTimes(engine, workerId)
  const statusMs: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) {
    const askedAt = performance.now()
    await engine.queue.status()
    statusMs.push(performance.now() - askedAt)
  }
  const status95 = quantile(statusMs, 0.95)
  return {
    id: 'T10',
    pass: quantile(large, 0.95) <= 2 * quantile(small, 0.95) && status95 < STATUS_LIMIT_MS,
    figure: {
      waiting: (await engine.queue.status()).counts.queued,
      claimP95MsSmall: quantile(small, 0.95),
      claimP95MsLarge: quantile(large, 0.95),
      claimP50MsSmall: quantile(small, 0.5),
      claimP50MsLarge: quantile(large, 0.5),
      statusP95Ms: status95,
      enqueuedPerSecond,
      rssGrowthMB: Math.round((process.memoryUsage.rss() - rssBefore) / 1e6),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function fill(engine: JobEngine, jobs: number): Promise<void> {
  for (let from = 0; from < jobs; from += CALL) {
    await engine.enqueueMany(
      Array.from({ length: Math.min(CALL, jobs - from) }, (_, i) => ({
        type: 'lab.job',
        pool: 'light',
        input: { url: `https://example.org/${from + i}` },
        fairnessKey: `key ${i % 10}`,
      })),
    )
  }
}

/** Milliseconds of single claims; each job is released, so that the number of waiting jobs stays the same. */
async function claimTimes(engine: JobEngine, workerId: string): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) {
    const askedAt = performance.now()
    const [claimed] = await engine.claimNext({
      workerId,
      max: [{ types: ['lab.job'], count: 1 }],
      waitMs: 0,
    })
    times.push(performance.now() - askedAt)
    if (claimed === undefined) throw new Error('A claim found nothing in a full queue.')
    await engine.release(claimed.job.id, claimed.leaseToken)
  }
  return times
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
}
