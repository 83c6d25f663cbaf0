// The job engine beside other queues: jobs accepted and run per second, the time from idle to the start of a job, and what
// one job costs. All take turns in every round, so that they meet the same machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { startScratchDatabase, type ScratchDatabase } from '#test/support/database/scratch-database.ts'
import type { Contestant } from './jobs/contestant.ts'
import { startOurs } from './jobs/ours.ts'
import { startOverHttp } from './jobs/over-http.ts'
import { COUNTING_LIBRARIES, describeCost, spentSoFar } from './measure/job-cost.ts'

export const name = 'jobs'
export const about =
  'enqueue, run and idle to start of the job engine and other queues, with what one job costs'
export const parts = ['idle', 'enqueue', 'throughput'] as const

const PEERS = new URL('queue-peers/queue-peers.mjs', import.meta.url)

const ROUNDS = 3
/** Run before anything is measured, so that the code of all processes is compiled. */
const WARM_UP_JOBS = 3_000
const IDLE_SAMPLES = 50
/** Before each sample: the worker reports the job before it, and waits again. */
const IDLE_MS = 25
/** How many enqueue one by one at the same time. */
const CALLERS = [1, 10, 50] as const
const ENQUEUE_MS = 1_000
const PER_CALL = 100
/** How many run at a time, how many in a round, and how many others wait meanwhile. */
const RUNS = [
  [1, 100, 1_000],
  [10, 1_000, 1_000],
  [50, 3_000, 1_000],
  [200, 10_000, 1_000],
  [200, 10_000, 100_000],
] as const

type StartContestant = (server: ScratchDatabase) => Promise<Contestant>

interface Runner {
  readonly contestant: Contestant
  /** Jobs in its queue. */
  waiting: number
  /** The work answers how many jobs it enqueued or ran. */
  measure(work: () => Promise<number>): Promise<{ readonly rate: number; readonly cost: string }>
}

/** Prints for each queue the median of the rounds, the least and the most of them, and what a job of the last round cost. */
export async function run(asked: readonly string[] = parts): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const runners: Runner[] = []
  for (const start of [startOurs, startOverHttp, ...(await findPeers())]) {
    runners.push(await startRunner(start, resources))
  }
  for (const runner of runners) {
    await bringTo(runner, WARM_UP_JOBS)
    await bringTo(runner, 0)
  }
  console.log(`jobs: durable commits, the median of ${ROUNDS} rounds (least, most)`)
  if (asked.includes('idle')) await idleTimes(runners)
  if (asked.includes('enqueue')) await enqueueRates(runners)
  if (asked.includes('throughput')) await runRates(runners)
}

/** None when they are not installed. */
async function findPeers(): Promise<StartContestant[]> {
  type Peers = Readonly<Record<string, (url: string) => Promise<Contestant>>>
  const peers = await import(PEERS.href).then(
    (module: Peers) => module,
    () => null,
  )
  if (peers === null)
    console.log('jobs: without peers (run `npm ci` in bench/queue-peers to measure them too)')
  return Object.values(peers ?? {}).map(
    (start) =>
      async ({ url }) =>
        start(url),
  )
}

/** Each with its own database server. */
async function startRunner(start: StartContestant, resources: AsyncDisposableStack): Promise<Runner> {
  const modules = ['jobs', 'keys', 'webhooks', 'blobs', 'crawl'] as const
  const server = resources.use(await startScratchDatabase(modules, COUNTING_LIBRARIES))
  const db = await server.open(1)
  const contestant = resources.use(await start(server))
  const processes = { here: process.pid, ...contestant.processes }
  return {
    contestant,
    waiting: 0,
    async measure(work) {
      const from = await spentSoFar(db, processes)
      const startedAt = performance.now()
      const jobs = await work()
      const rate = Math.round((jobs / (performance.now() - startedAt)) * 1_000)
      return { rate, cost: await describeCost(db, from, await spentSoFar(db, processes), jobs) }
    },
  }
}

async function idleTimes(runners: readonly Runner[]): Promise<void> {
  const times = new Map(runners.map((runner) => [runner, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [{ contestant }, list] of times) {
      for (let i = 0; i < IDLE_SAMPLES; i += 1) {
        await sleep(IDLE_MS)
        list.push(await contestant.idleToStart())
      }
    }
  }
  console.log('idle to start')
  for (const [{ contestant }, list] of times) {
    list.sort((a, b) => a - b)
    const at = (share: number) => `${(list[Math.floor(list.length * share)] ?? 0).toFixed(1)} ms`
    console.log(`  ${contestant.name.padEnd(56)} p50 ${at(0.5)}, p95 ${at(0.95)}`)
  }
}

async function enqueueRates(runners: readonly Runner[]): Promise<void> {
  for (const callers of CALLERS) {
    await rates(runners, `enqueue one by one, ${callers} callers`, async (runner) => {
      const jobs = await during(ENQUEUE_MS, callers, async (n) => runner.contestant.enqueue(n))
      runner.waiting += jobs
      return jobs
    })
  }
  await rates(runners, `enqueue ${PER_CALL} a call, 4 callers`, async (runner) => {
    const calls = await during(ENQUEUE_MS, 4, async (call) => enqueueCall(runner, call))
    runner.waiting += calls * PER_CALL
    return calls * PER_CALL
  })
}

async function runRates(runners: readonly Runner[]): Promise<void> {
  for (const [concurrency, jobs, others] of RUNS) {
    await rates(
      runners,
      `run, ${concurrency} at a time, ${others} left waiting`,
      async (runner) => {
        const ran = await runner.contestant.process(jobs, concurrency)
        runner.waiting -= ran
        return ran
      },
      async (runner) => {
        await bringTo(runner, others + jobs)
        await runner.contestant.prepare?.(concurrency)
      },
    )
  }
}

/** Prints what `timed` does in a second, in turns; `before` is not counted. */
async function rates(
  runners: readonly Runner[],
  label: string,
  timed: (runner: Runner) => Promise<number>,
  before: (runner: Runner) => Promise<void> = async () => undefined,
): Promise<void> {
  const results = new Map(runners.map((runner) => [runner, { rates: [] as number[], cost: '' }]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [runner, result] of results) {
      await before(runner)
      const { rate, cost } = await runner.measure(async () => timed(runner))
      result.rates.push(rate)
      result.cost = cost
    }
  }
  console.log(`${label}, jobs/s`)
  for (const [{ contestant }, result] of results) {
    const sorted = result.rates.toSorted((a, b) => a - b)
    const median = String(sorted[Math.floor(ROUNDS / 2)]).padStart(7)
    console.log(`  ${contestant.name.padEnd(56)} ${median}  (${sorted[0]}, ${sorted.at(-1)})`)
    console.log(`      each: ${result.cost}`)
  }
}

/** Enqueues or runs jobs until this many wait. */
async function bringTo(runner: Runner, jobs: number): Promise<void> {
  const surplus = runner.waiting - jobs
  if (surplus > 0) runner.waiting -= await runner.contestant.process(surplus, 200)
  const calls = Math.ceil(Math.max(0, jobs - runner.waiting) / PER_CALL)
  await shareOut(4, calls, async (call) => enqueueCall(runner, call))
  runner.waiting += calls * PER_CALL
}

async function enqueueCall({ contestant }: Runner, call: number): Promise<void> {
  await contestant.enqueueMany(Array.from({ length: PER_CALL }, (_, i) => call * PER_CALL + i))
}

/** Calls `work` again and again, `callers` at a time, and answers how often. */
async function during(ms: number, callers: number, work: (i: number) => Promise<void>): Promise<number> {
  const until = performance.now() + ms
  let calls = 0
  const loop = async () => {
    while (performance.now() < until) {
      calls += 1
      await work(calls)
    }
  }
  await Promise.all(Array.from({ length: callers }, loop))
  return calls
}

/** Calls `work` with 0 … n - 1, `callers` at a time. */
async function shareOut(callers: number, n: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const loop = async () => {
    while (next < n) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, loop))
}
