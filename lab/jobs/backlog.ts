// T10: a claim behind a million jobs takes no longer than behind a thousand, and the status is read from counters.
import type { Options, Outcome, Say } from '#lab/experiment.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS, type JobEngine } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'jobs-backlog'
export const minutes = 3
export const about = 'T10: claims and status with 1,000 and with 1,000,000 waiting jobs'

const SMALL = 1_000
const LARGE = 1_000_000
const CALL = 5_000
const SAMPLES = 300
/** Of the shorter queue, which is asked in turn; the second is for a clock and a database that answer in a millisecond. */
const [SLOWER, NOISE_MS] = [2, 2]

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const small = await openQueue(resources)
  const large = await openQueue(resources)
  await fill(small.engine, SMALL, () => undefined)
  const fillingAt = performance.now()
  await fill(large.engine, LARGE, say)
  const enqueuedPerSecond = Math.round(LARGE / ((performance.now() - fillingAt) / 1_000))
  for (const { db } of [small, large]) await db.execute(sql`vacuum analyze jobs`)
  const rssBefore = process.memoryUsage.rss()
  // In turn, so that whatever else the machine does is the same for both.
  for (let i = 0; i < SAMPLES; i += 1) {
    say(`${i} of ${SAMPLES} claims from each queue`)
    for (const each of [small, large]) await sample(each)
  }
  const p95 = ({ claimMs, statusMs }: Queue) => [quantile(claimMs, 0.95), quantile(statusMs, 0.95)] as const
  const [claimP95MsSmall, statusP95MsSmall] = p95(small)
  const [claimP95MsLarge, statusP95MsLarge] = p95(large)
  return {
    id: 'T10',
    pass:
      claimP95MsLarge <= SLOWER * claimP95MsSmall + NOISE_MS &&
      statusP95MsLarge <= SLOWER * statusP95MsSmall + NOISE_MS,
    figure: {
      waiting: (await large.engine.queue.status()).counts.queued,
      claimP95MsSmall,
      claimP95MsLarge,
      claimP50MsSmall: quantile(small.claimMs, 0.5),
      claimP50MsLarge: quantile(large.claimMs, 0.5),
      statusP95MsSmall,
      statusP95MsLarge,
      enqueuedPerSecond,
      rssGrowthMB: Math.round((process.memoryUsage.rss() - rssBefore) / 1e6),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

interface Queue {
  readonly db: Database
  readonly engine: JobEngine
  readonly workerId: string
  readonly claimMs: number[]
  readonly statusMs: number[]
}

async function openQueue(resources: AsyncDisposableStack): Promise<Queue> {
  const scratch = resources.use(await startScratchDatabase(['jobs']))
  const db = await scratch.open(5)
  const engine = resources.use(createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS }))
  await engine.start()
  const { workerId } = await engine.workers.register({
    name: 'lab',
    instanceId: 'lab-backlog',
    version: '0.0.0',
    capabilities: { types: ['lab.job'], concurrency: { light: 1 } },
  })
  return { db, engine, workerId, claimMs: [], statusMs: [] }
}

async function fill(engine: JobEngine, jobs: number, say: Say): Promise<void> {
  for (let from = 0; from < jobs; from += CALL) {
    say(`${from} of ${jobs} jobs enqueued`)
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

/** One claim and one status; the job is released, so that the number of waiting jobs stays the same. */
async function sample({ engine, workerId, claimMs, statusMs }: Queue): Promise<void> {
  const claimedAt = performance.now()
  const [claimed] = await engine.claimNext({
    workerId,
    max: [{ types: ['lab.job'], count: 1 }],
    waitMs: 0,
  })
  claimMs.push(performance.now() - claimedAt)
  if (claimed === undefined) throw new Error('A claim found nothing in a full queue.')
  await engine.release(claimed.job.id, claimed.leaseToken)
  const askedAt = performance.now()
  await engine.queue.status()
  statusMs.push(performance.now() - askedAt)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
}
