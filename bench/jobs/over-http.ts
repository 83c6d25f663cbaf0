// Our jobs as a worker on another machine runs them: crawl in a process of its own, everything over HTTP.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import type { ScratchDatabase } from '#test/support/database/scratch-database.ts'
import { openClient, type KeepAliveClient } from '#test/support/http/keep-alive-client.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'
import { benchExtractor, IDLE_PATH, RUN_PATH, RUN_TYPE } from './bench-extractor.ts'
import type { Contestant } from './contestant.ts'

const PROGRAM = fileURLToPath(new URL('./crawl-program.ts', import.meta.url))
/** Of one host only a few jobs run at a time, so that a queue of one host would measure that. */
const HOSTS = 1_000
const input = (n: number) => ({ url: `https://host-${n % HOSTS}.example.org/${n}` })

export async function startOverHttp(scratch: ScratchDatabase): Promise<Contestant> {
  await using failed = new AsyncDisposableStack()
  const child = spawn(process.execPath, [...process.execArgv, PROGRAM, scratch.url, scratch.schema], {
    // Its input ends with this process, however that ends, and then it ends as well.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  failed.defer(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  // Long lines are laid without HTTP: it is their being there that counts, not how they came.
  const db = await scratch.open(4)
  const engine = failed.use(createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS }))

  let ran = 0
  let onRun: () => void = () => undefined
  let started: (at: number) => void = () => undefined
  const extractor = benchExtractor(
    () => onRun(),
    () => started(performance.now()),
  )
  const startWorkerOf = async (light: number, http: number, resources: AsyncDisposableStack) =>
    startWorker(
      { origin, resources },
      { concurrency: { light, http, browser: 0, parser: 0 } },
      silentLogger,
      [extractor],
    )
  await startWorkerOf(0, 1, failed)
  const resources = failed.move()

  const clients: KeepAliveClient[] = []
  let prepared: AsyncDisposableStack | null = null
  /** The worker registers while the queue is paused. */
  async function prepare(concurrency: number): Promise<AsyncDisposableStack> {
    await engine.queue.pause()
    await using opening = new AsyncDisposableStack()
    await startWorkerOf(concurrency, 0, opening)
    return opening.move()
  }

  async function post(path: string, n: number): Promise<void> {
    const client = clients.pop() ?? resources.use(await openClient(origin))
    const body = JSON.stringify(input(n))
    const status = await client.send(
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nPrefer: respond-async\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    clients.push(client)
    if (status !== 202) throw new Error(`crawl answered ${status}`)
  }

  return {
    name: 'surveyor, over HTTP, crawl and worker in two processes',
    processes: { crawl: child.pid ?? 0 },
    enqueue: async (n) => post(RUN_PATH, n),
    async enqueueMany(numbers) {
      await engine.enqueueMany(numbers.map((n) => ({ type: RUN_TYPE, pool: 'light', input: input(n) })))
    },
    async prepare(concurrency) {
      prepared = resources.use(await prepare(concurrency))
    },
    async process(jobs, concurrency) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = ran
      onRun = () => {
        ran += 1
        if (ran - before >= jobs) resolve()
      }
      {
        await using running = new AsyncDisposableStack()
        running.use(prepared ?? (await prepare(concurrency)))
        prepared = null
        await engine.queue.resume()
        await promise
      }
      // A job that ends in another way costs something else.
      const bad = await db.query(sql`select type, error from jobs where state in ('failed', 'dead') limit 1`)
      if (bad.length > 0) throw new Error(`A job did not succeed: ${JSON.stringify(bad[0])}`)
      return ran - before
    },
    async idleToStart() {
      const starting = Promise.withResolvers<number>()
      started = starting.resolve
      const enqueuedAt = performance.now()
      await post(IDLE_PATH, 0)
      return (await starting.promise) - enqueuedAt
    },
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}
