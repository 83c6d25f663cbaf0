// A worker for tests that speaks the worker-facing API: step by step, or as a loop with a handler.
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionResult } from '#contract/crawl/result.ts'
import type { ClaimedJob, ClaimsAnswer, RegisterWorkerAnswer } from '#contract/worker.ts'
import type { TestCrawl } from './start-crawl.ts'

export interface TestWorker {
  readonly id: string
  /** The next job, waiting for it up to 10 s. */
  claim(types?: readonly string[]): Promise<ClaimedJob>
}

export async function registerTestWorker(
  crawl: TestCrawl,
  name = 'test',
  types: readonly string[] = ['echo.extract'],
): Promise<TestWorker> {
  const registered = new Set<string>()
  // Again with the same name it is the same worker, which may then claim more.
  const register = async (more: readonly string[]) => {
    for (const type of more) registered.add(type)
    const body = { ...workerBody(name), capabilities: { types: [...registered], concurrency: { light: 10 } } }
    return crawl.call<RegisterWorkerAnswer>('POST', '/api/worker/register', { body })
  }
  const { json } = await register(types)
  return {
    id: json.workerId,
    async claim(types = ['echo.extract']) {
      if (types.some((type) => !registered.has(type))) await register(types)
      const { json: claims } = await crawl.call<ClaimsAnswer>('POST', '/api/worker/claims', {
        body: { workerId: json.workerId, max: [{ types, count: 1 }], waitMs: 10_000 },
      })
      const [job] = claims.jobs
      if (job === undefined) throw new Error('no job came')
      return job
    },
  }
}

export function workerBody(name = 'test') {
  return {
    name,
    instanceId: `instance-${name}`,
    version: '0.0.1',
    capabilities: { types: ['echo.extract'], concurrency: { light: 10 } },
    tags: [name],
  }
}

/** Serves `echo.extract` until the service stops: `handle` gives the data of the result, or the problem to fail with. */
export async function serveEcho(
  crawl: TestCrawl,
  handle: (claim: ClaimedJob) => unknown = ({ job }) => ({ echo: job.input }),
): Promise<void> {
  const stop = new AbortController()
  const worker = await registerTestWorker(crawl, 'loop')
  const loop = async () => {
    while (!stop.signal.aborted) {
      const { json } = await crawl.call<ClaimsAnswer>('POST', '/api/worker/claims', {
        body: { workerId: worker.id, max: [{ types: ['echo.extract'], count: 50 }], waitMs: 10_000 },
        signal: stop.signal,
      })
      if (json.jobs.length === 0) continue
      const completions = json.jobs.map((claim) => {
        const outcome = handle(claim)
        const ended = { jobId: claim.job.id, leaseToken: claim.leaseToken }
        return isProblem(outcome) ? { ...ended, error: outcome } : { ...ended, result: resultOf(outcome) }
      })
      await crawl.call('POST', '/api/worker/completions', { body: { completions } })
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  crawl.beforeStop(async () => {
    stop.abort()
    await ended
  })
}

/** A whole result around `data`, as our workers hand it in. */
export function resultOf(data: unknown): ExtractionResult {
  return {
    data,
    engine: { used: 'light', escalations: [] },
    response: null,
    cdn: null,
    cache: { status: 'bypass', ageMs: null, storedAt: null },
    quality: null,
    timings: { queueMs: null, fetchMs: null, extractMs: 1, totalMs: 1 },
    warnings: [],
    provenance: {},
    extractorVersion: '1.2.3',
  }
}

function isProblem(outcome: unknown): outcome is Problem {
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome
}

/** The same as crawl shows it of a job: with the time that the job waited. */
export function shownResult(data: unknown, { startedAt, createdAt }: Pick<Job, 'startedAt' | 'createdAt'>) {
  const result = resultOf(data)
  const queueMs = Date.parse(startedAt ?? '') - Date.parse(createdAt)
  return { ...result, timings: { ...result.timings, queueMs } }
}
