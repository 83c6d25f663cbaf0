// Our job engine in process, without the HTTP around it.
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import type { ScratchDatabase } from '#test/support/database/scratch-database.ts'
import type { Contestant } from './contestant.ts'

export async function startOurs(scratch: ScratchDatabase): Promise<Contestant> {
  await using failed = new AsyncDisposableStack()
  const db = await scratch.open(10)
  const engine = failed.use(createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS }))
  await engine.start()
  const { workerId } = await engine.workers.register({
    name: 'bench',
    instanceId: 'bench-jobs',
    version: '0.0.0',
    capabilities: { types: ['bench.job', 'bench.idle'], concurrency: { light: 100 } },
  })
  const resources = failed.move()

  const spec = (n: number, type = 'bench.job') => ({
    type,
    pool: 'light',
    input: { url: `https://example.org/${n}` },
  })
  const claim = async (type: string, waitMs: number) =>
    engine.claimNext({ workerId, max: [{ types: [type], count: 1 }], waitMs })

  return {
    name: 'surveyor, in process',
    async enqueue(n) {
      await engine.enqueue(spec(n))
    },
    async enqueueMany(numbers) {
      await engine.enqueueMany(numbers.map((n) => spec(n)))
    },
    async process(jobs, concurrency) {
      let left = jobs
      const loop = async () => {
        while (left > 0) {
          left -= 1
          const [claimed] = await claim('bench.job', 10_000)
          if (claimed === undefined) throw new Error('There was no job to run.')
          await engine.complete(claimed.job.id, claimed.leaseToken, null)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, loop))
      return jobs
    },
    async idleToStart() {
      const claiming = claim('bench.idle', 10_000)
      // The first look has found nothing by then; from here on only a wake-up counts.
      await new Promise((resolve) => setTimeout(resolve, 10))
      const enqueuedAt = performance.now()
      await engine.enqueue(spec(0, 'bench.idle'))
      const [claimed] = await claiming
      const startedAt = performance.now()
      if (claimed !== undefined) await engine.complete(claimed.job.id, claimed.leaseToken, null)
      return startedAt - enqueuedAt
    },
    [Symbol.asyncDispose]: async () => resources.disposeAsync(),
  }
}
