// Our jobs as a worker on another machine runs them: crawl in a process of its own, everything over HTTP.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { startWorker } from '#test/support/worker/start-worker.ts'
import { benchExtractor, IDLE_PATH, RUN_PATH, RUN_TYPE } from './bench-extractor.ts'
import type { Contestant } from './contestant.ts'

const PROGRAM = fileURLToPath(new URL('./crawl-program.ts', import.meta.url))
const input = (n: number) => ({ url: `https://example.org/${n}` })

export async function startOverHttp(): Promise<Contestant> {
  await using failed = new AsyncDisposableStack()
  const scratch = failed.use(await startScratchDatabase(['jobs', 'keys', 'webhooks', 'blobs', 'crawl']))
  const child = spawn(process.execPath, [PROGRAM, scratch.url, scratch.schema], {
    stdio: ['ignore', 'pipe', 'inherit'],
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

  let asked = 0
  let ran = 0
  let enough: () => void = () => undefined
  let started: (at: number) => void = () => undefined
  const extractor = benchExtractor(
    () => {
      ran += 1
      if (ran >= asked) enough()
    },
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

  async function post(path: string, n: number): Promise<void> {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(input(n)),
    })
    if (response.status !== 202) throw new Error(`crawl answered ${response.status}`)
    await response.arrayBuffer()
  }

  return {
    name: 'surveyor, over HTTP, crawl and worker in two processes',
    enqueue: async (n) => post(RUN_PATH, n),
    async enqueueMany(numbers) {
      await engine.enqueueMany(numbers.map((n) => ({ type: RUN_TYPE, pool: 'light', input: input(n) })))
    },
    async process(jobs, concurrency) {
      asked += jobs
      if (ran >= asked) return
      const { promise, resolve } = Promise.withResolvers<void>()
      enough = resolve
      await using running = new AsyncDisposableStack()
      await startWorkerOf(concurrency, 0, running)
      await promise
      // Its memory is reported before it has stopped.
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
