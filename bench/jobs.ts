// The job engine: jobs accepted and run per second, with short and long queues, and the time from idle to the start of
// a job.
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import type { Contestant } from './jobs/contestant.ts'
import { startOurs } from './jobs/ours.ts'
import { startOverHttp } from './jobs/over-http.ts'

export const name = 'jobs'
export const about =
  'enqueue, claim + complete and idle to start of the job engine, with 1,000 and 100,000 jobs waiting'

const PEERS = new URL('queue-peers/queue-peers.mjs', import.meta.url)

const ROUNDS = 3
const BACKLOGS = [1_000, 100_000] as const
const PER_CALL = 100
const IDLE_SAMPLES = 200

/** Prints one row for each measure: the median of the rounds, and the least and the most of them. */
export async function run(): Promise<void> {
  for (const start of [startOurs, startOverHttp, ...(await findPeers())]) {
    await using contestant = await start()
    console.log(`${contestant.name}: durable commits, jobs/s as the median of ${ROUNDS} rounds (least, most)`)
    await enqueueRates(contestant)
    for (const backlog of BACKLOGS) await runRates(contestant, backlog)
    await idleTimes(contestant)
  }
}

/** Each with its own database server, like ours; none when they are not installed. */
async function findPeers(): Promise<(() => Promise<Contestant>)[]> {
  type Peers = Readonly<Record<string, (url: string) => Promise<Contestant>>>
  const peers = await import(PEERS.href).then(
    (module: Peers) => module,
    () => null,
  )
  if (peers === null)
    console.log('jobs: without peers (run `npm ci` in bench/queue-peers to measure them too)')
  return Object.values(peers ?? {}).map((start) => async () => {
    await using failed = new AsyncDisposableStack()
    const scratch = failed.use(await startScratchDatabase([]))
    const contestant = failed.use(await start(scratch.url))
    const resources = failed.move()
    return { ...contestant, [Symbol.asyncDispose]: async () => resources.disposeAsync() }
  })
}

async function enqueueRates(contestant: Contestant): Promise<void> {
  const empty = async (jobs: number) => contestant.process(jobs, 100)
  for (const [callers, jobs] of [
    [1, 500],
    [10, 5_000],
    [50, 10_000],
  ] as const) {
    await rate(`enqueue one, ${callers} callers`, jobs, {
      timed: async () => shareOut(callers, jobs, async (n) => contestant.enqueue(n)),
      after: async () => empty(jobs),
    })
  }
  const many = 20_000
  await rate(`enqueue ${PER_CALL} a call, 4 callers`, many, {
    timed: async () => fill(contestant, many),
    after: async () => empty(many),
  })
}

async function runRates(contestant: Contestant, backlog: number): Promise<void> {
  await fill(contestant, backlog)
  for (const [concurrency, jobs] of [
    [1, 500],
    [10, 5_000],
    [50, 10_000],
    [200, 20_000],
  ] as const) {
    await rate(`run, ${concurrency} at a time, ${backlog} left waiting`, jobs, {
      before: async () => fill(contestant, jobs),
      timed: async () => contestant.process(jobs, concurrency),
    })
  }
  await contestant.process(backlog, 100)
}

async function idleTimes(contestant: Contestant): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < IDLE_SAMPLES; i += 1) times.push(await contestant.idleToStart())
  times.sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`
  console.log(`  ${'idle to start'.padEnd(44)} p50 ${at(0.5)}, p95 ${at(0.95)}`)
}

interface Measure {
  readonly before?: () => Promise<void>
  readonly timed: () => Promise<void>
  readonly after?: () => Promise<void>
}

async function rate(label: string, jobs: number, { before, timed, after }: Measure): Promise<void> {
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await before?.()
    const startedAt = performance.now()
    await timed()
    rates.push(Math.round((jobs / (performance.now() - startedAt)) * 1_000))
    await after?.()
  }
  rates.sort((a, b) => a - b)
  const median = String(rates[Math.floor(ROUNDS / 2)])
  console.log(`  ${label.padEnd(44)} ${median.padStart(7)}  (${rates[0]}, ${rates.at(-1)})`)
}

async function fill(contestant: Contestant, jobs: number): Promise<void> {
  await shareOut(4, jobs / PER_CALL, async (call) => {
    await contestant.enqueueMany(Array.from({ length: PER_CALL }, (_, i) => call * PER_CALL + i))
  })
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
