// Ways to choose the jobs of a claim, beside the one that is used: jobs/s with few and with many jobs waiting.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/db/database.ts'
import { integer } from '#platform/db/planner-hints.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { claimFromQueue, takeLeases } from '#platform/jobs/sql/claim.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'

export const name = 'claim-strategies'
export const about = 'ways to choose the jobs of a claim: jobs/s with few and with many jobs waiting'

const TYPE = 'bench.job'
const OWNERS = 50
const QUEUES = [5_000, 50_000] as const
const CLAIMED = 2_000
const PER_CLAIM = 20
const CONNECTIONS = 4
const ROUNDS = 3

/** Claims up to `PER_CLAIM` jobs and answers how many it got. */
type Claim = (db: Database, workerId: string) => Promise<number>

/** The statement of the engine around another choice of jobs, which answers their `id` and `domain`. */
const withLeases =
  (label: string, select: Sql): Claim =>
  async (db, workerId) => {
    const rows = await db.query(
      prepared(
        `bench_${label}`,
        sql`
          with locked as materialized (
            select id, domain, (row_number() over ())::integer as slot, ${workerId}::uuid as worker_id
            from (${select}) as chosen
          ),
          ${takeLeases(DEFAULT_JOB_SETTINGS)}
          select id from taken`,
      ),
    )
    return rows.length
  }

const claimable = sql`j.state = 'queued' and not j.parked and j.rank > 0 and j.type = ${TYPE}`
const count = integer(PER_CLAIM)

const STRATEGIES: Readonly<Record<string, Claim>> = {
  'ours: lookahead by index, then lock': async (db, workerId) => {
    const slots = Array.from({ length: PER_CLAIM }, () => workerId)
    return (await claimFromQueue(db, DEFAULT_JOB_SETTINGS, { types: [TYPE], slots })).claims.length
  },
  'order by age over all, skip locked': withLeases(
    'age',
    sql`select j.id, j.domain from jobs j where ${claimable}
        order by j.priority desc, j.created_at, j.id limit ${count} for update skip locked`,
  ),
  'order by rank over all, skip locked': withLeases(
    'rank',
    sql`select j.id, j.domain from jobs j where ${claimable}
        order by j.priority desc, j.rank, j.id limit ${count} for update skip locked`,
  ),
  'advisory locks in the place of row locks': withLeases(
    'advisory',
    sql`select j.id, j.domain from (
          select id, domain from jobs j where ${claimable} order by j.priority desc, j.rank, j.id
          limit ${integer(PER_CLAIM * CONNECTIONS * 2)}
        ) as j
        where pg_try_advisory_xact_lock(hashtextextended(j.id::text, 0)) limit ${count}`,
  ),
  'one key after the other, by a lateral': withLeases(
    'lateral',
    sql`select j.id, j.domain from jobs j where j.id in (
          select id from (
            select o.id, o.nth from (select distinct fairness_key from jobs j where ${claimable}) as keys
            cross join lateral (
              select j.id, row_number() over (order by j.rank) as nth from jobs j
              where ${claimable} and j.fairness_key = keys.fairness_key order by j.rank limit ${count}
            ) as o
          ) as heads order by nth limit ${integer(PER_CLAIM * CONNECTIONS)}
        ) and j.state = 'queued' limit ${count} for update skip locked`,
  ),
  'a random place in the queue': withLeases(
    'offset',
    sql`select j.id, j.domain from jobs j where ${claimable} order by j.priority desc, j.rank, j.id
        offset floor(random() * 200)::integer limit ${count} for update skip locked`,
  ),
}

/** Prints the median of the rounds; the strategies take turns. */
export async function run(): Promise<void> {
  await using server = await startScratchDatabase(['jobs'])
  const db = await server.open(CONNECTIONS)
  await using engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  const { workerId } = await engine.workers.register({
    name: 'bench',
    instanceId: randomUUID(),
    version: '0.0.0',
    capabilities: { types: [TYPE], concurrency: { light: 1 } },
  })
  const [worker] = await db.query<{ id: string }>(
    sql`select id from workers where 'wrk_' || id = ${workerId}`,
  )
  if (worker === undefined) throw new Error('The worker is not there.')
  /** Enqueues until so many jobs wait; those that were claimed before run on. */
  const fill = async (jobs: number) => {
    const [{ waiting = 0 } = {}] = await db.query<{ waiting?: number }>(
      sql`select count(*)::integer as waiting from jobs where state = 'queued'`,
    )
    for (let at = waiting; at < jobs; at += 500) {
      await engine.enqueueMany(
        Array.from({ length: 500 }, (_, i) => ({
          type: TYPE,
          pool: 'light',
          input: null,
          // One key has half of all jobs.
          fairnessKey: i % 2 === 0 ? 'large' : `key ${i % OWNERS}`,
        })),
      )
    }
    await db.execute(sql`analyze jobs`)
  }
  for (const queue of QUEUES) {
    const rates = new Map<string, number[]>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [label, claim] of Object.entries(STRATEGIES)) {
        await fill(queue)
        rates.set(label, [...(rates.get(label) ?? []), await rateOf(db, worker.id, claim)])
      }
    }
    console.log(`claims of ${PER_CLAIM} over ${CONNECTIONS} connections, ${queue} jobs waiting, jobs/s`)
    for (const [label, found] of rates) {
      const sorted = found.toSorted((a, b) => a - b)
      console.log(`  ${label.padEnd(44)} ${sorted[Math.floor(ROUNDS / 2)]}  (${sorted[0]}, ${sorted.at(-1)})`)
    }
  }
}

async function rateOf(db: Database, workerId: string, claim: Claim): Promise<number> {
  let claimed = 0
  const startedAt = performance.now()
  const loop = async () => {
    while (claimed < CLAIMED) {
      const got = await claim(db, workerId)
      claimed += got
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return Math.round((claimed / (performance.now() - startedAt)) * 1_000)
}
