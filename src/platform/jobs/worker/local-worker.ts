// A worker inside the process that has the job engine: a handler for each job type, and what a handler gets.
import { randomUUID } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import type { JobLeases, JobSignals, JobWorkers } from '#platform/jobs/job-engine.ts'
import type { JobControls } from './job-runner.ts'
import { createWorkerLoop } from './loop.ts'
import type { WorkerJob } from './transport.ts'
import { createLocalTransport, type TransactionalJob } from './transport-local.ts'

/** What a handler gets. */
export interface LocalJob
  extends
    Pick<WorkerJob, 'id' | 'type' | 'input' | 'attempt' | 'leaseToken'>,
    JobControls,
    TransactionalJob {}

/** Runs a job of one type. */
export interface LocalHandler {
  readonly pool: string
  /** How many jobs of this type run here at the same time. */
  readonly concurrency: number
  /**
   * The returned value is the result. A thrown SurveyorError is the error of the job, which is retried when the error
   * is retryable.
   */
  readonly run: (job: LocalJob) => Promise<unknown>
}

/** The handlers and how many jobs run at once. */
export interface LocalWorkersDeps {
  readonly engine: JobLeases & JobWorkers & JobSignals
  readonly log: Logger
  /** The name in the list of workers. */
  readonly name: string
  readonly version?: string
  /** By job type. */
  readonly handlers: Readonly<Record<string, LocalHandler>>
  /** When absent, trace contexts are passed on and nothing is recorded. */
  readonly tracer?: Tracer
  /** How long running jobs may go on after `stop()`; 0 by default, because a job may last as long as a search. */
  readonly stopGraceMs?: number
}

/** The workers of this process. */
export interface LocalWorkers {
  /** Stops the handlers by their signal after the grace and releases their jobs; no delivery is charged. */
  stop(): Promise<void>
}

/** How long a handler may take to react to its signal. */
const ABORT_GRACE_MS = 5_000

/** Registers one worker and claims for all handlers. An unreachable database delays the worker, but does not end it. */
export async function startLocalWorkers(deps: LocalWorkersDeps): Promise<LocalWorkers> {
  const handlers = new Map(Object.entries(deps.handlers))
  const types = [...handlers.keys()]
  const byPool: Record<string, number> = {}
  for (const { pool, concurrency } of handlers.values()) byPool[pool] = (byPool[pool] ?? 0) + concurrency

  const loop = createWorkerLoop({
    transport: createLocalTransport(deps.engine),
    registration: {
      name: deps.name,
      instanceId: randomUUID(),
      version: deps.version ?? 'unversioned',
      capabilities: { types, concurrency: byPool },
    },
    // Each type has slots of its own, also where handlers share a pool.
    slots: Object.fromEntries([...handlers].map(([type, { concurrency }]) => [type, concurrency])),
    typesByPool: new Map(types.map((type) => [type, [type]])),
    async run(job, controls) {
      const handler = handlers.get(job.type)
      if (handler === undefined) throw new Error(`No handler takes ${job.type}, which was never claimed.`)
      const left = new AbortController()
      const signal = AbortSignal.any([controls.signal, left.signal])
      try {
        return await handler.run({ ...job, ...controls, signal })
      } finally {
        // Ends requests that the handler left behind and no longer waits for.
        left.abort(new SurveyorError('job_ended', 'The job has ended.'))
      }
    },
    stopGraceMs: deps.stopGraceMs ?? 0,
    abortGraceMs: ABORT_GRACE_MS,
    tracer: deps.tracer ?? passingTracer,
    log: deps.log.child({ worker: deps.name }),
  })
  await loop.start()
  return { stop: loop.stop }
}
