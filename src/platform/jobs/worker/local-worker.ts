// A worker inside this process: it claims jobs from the engine, runs their handlers, and keeps their leases alive.
import { randomUUID } from 'node:crypto'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { passingTracer, type Tracer } from '#platform/telemetry/tracer.ts'
import type { JobLeases, JobSignals, JobWorkers } from '#platform/jobs/job-engine.ts'
import { runClaimed, type LocalJob, type RunningJob, type StopReason } from './local-job.ts'
import type { WorkerIntervals } from '#platform/jobs/worker-registry.ts'

export type { LocalJob } from './local-job.ts'

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
}

export interface LocalWorkers {
  /** Stops the handlers by their signal and releases their jobs; no delivery is charged. */
  stop(): Promise<void>
}

const RETRY = { baseMs: 100, factor: 2, capMs: 5_000 }
/** How long a handler may take to react to its signal when the process stops. */
const STOP_WITHIN_MS = 5_000

/** Registers one worker and claims for all handlers. An unreachable database delays the worker, but does not end it. */
export async function startLocalWorkers(deps: LocalWorkersDeps): Promise<LocalWorkers> {
  const { engine, handlers, tracer = passingTracer } = deps
  const log = deps.log.child({ worker: deps.name })
  const instanceId = randomUUID()
  const stopping = new AbortController()
  const running = new Map<string, RunningJob>()
  let registration = await register()

  async function register(): Promise<{ workerId: string; intervals: WorkerIntervals }> {
    const concurrency: Record<string, number> = {}
    for (const handler of Object.values(handlers)) {
      concurrency[handler.pool] = (concurrency[handler.pool] ?? 0) + handler.concurrency
    }
    return engine.workers.register({
      name: deps.name,
      instanceId,
      version: deps.version ?? 'unversioned',
      capabilities: { types: Object.keys(handlers), concurrency },
    })
  }

  function stopAll(reason: StopReason): void {
    for (const job of running.values()) job.stop(reason)
  }

  /** Claims for one type as long as there is room for its jobs. */
  async function serve(type: string, handler: LocalHandler): Promise<void> {
    const mine = new Set<Promise<void>>()
    await untilStopped(`claiming ${type}`, async () => {
      const free = handler.concurrency - mine.size
      if (free <= 0) {
        await Promise.race(mine)
        return
      }
      const { workerId, intervals } = registration
      const claimed = await engine.claimNext({
        workerId,
        max: [{ types: [type], count: free }],
        waitMs: intervals.pollWaitMs,
        signal: stopping.signal,
      })
      for (const job of claimed) {
        const { leaseMs } = intervals
        const one = runClaimed({ engine, log, leaseMs, tracer, run: handler.run }, job)
        // When a job that runs here is claimed again, its first lease must be gone.
        running.get(job.job.id)?.stop('lease_lost')
        running.set(job.job.id, one)
        if (stopping.signal.aborted) one.stop('worker_stops')
        const done = one.done.finally(() => {
          mine.delete(done)
          if (running.get(job.job.id) === one) running.delete(job.job.id)
        })
        mine.add(done)
      }
    })
    await Promise.all(mine)
  }

  async function heartbeat(): Promise<void> {
    await systemClock.sleep(registration.intervals.heartbeatMs, stopping.signal)
    if (stopping.signal.aborted) return
    const { workerId } = registration
    await engine.workers.heartbeat(workerId, { status: 'running' })
    const leases = [...running].map(([jobId, job]) => ({ jobId, leaseToken: job.leaseToken, job }))
    if (leases.length === 0) return
    const answer = await engine.renew(workerId, leases)
    const byId = new Map(leases.map(({ jobId, job }) => [jobId, job]))
    for (const id of answer.lostJobs) byId.get(id)?.stop('lease_lost')
    for (const { jobId, reason } of answer.cancelJobs) {
      byId.get(jobId)?.stop(reason === 'deadline' ? 'deadline' : 'cancelled')
    }
  }

  /** Repeats `step`. Of consecutive failures only the first is logged, and later the recovery. */
  async function untilStopped(what: string, step: () => Promise<void>): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted;) {
      const used = registration
      try {
        await step()
        if (failures > 0) log.info(`${what} works again`)
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn({ err: error }, `${what} failed`)
        if (error instanceof SurveyorError && error.code === 'unknown_worker') await registerAgain(used)
        await systemClock.sleep(fullJitter(RETRY, failures), stopping.signal)
      }
    }
  }

  /**
   * This worker was pruned, so its jobs belong to others by now. When several loops notice it, only the first one
   * registers.
   */
  async function registerAgain(used: typeof registration): Promise<void> {
    if (registration !== used) return
    stopAll('lease_lost')
    try {
      registration = await register()
    } catch (error) {
      log.debug({ err: error }, 'the worker could not register again')
    }
  }

  const stopListening = engine.onCancelRequested((jobId) => running.get(jobId)?.stop('cancelled'))
  const loops = [
    ...Object.entries(handlers).map(async ([type, handler]) => serve(type, handler)),
    untilStopped('the heartbeat', heartbeat),
  ]

  return {
    async stop() {
      stopping.abort()
      stopAll('worker_stops')
      const obeyed = new AbortController()
      await Promise.race([
        Promise.all(loops).finally(() => obeyed.abort()),
        systemClock.sleep(STOP_WITHIN_MS, obeyed.signal),
      ])
      stopListening()
      if (running.size > 0) log.warn({ jobs: [...running.keys()] }, 'job handlers did not obey their signal')
      await engine.workers.unregister(registration.workerId).catch((error: unknown) => {
        log.info({ err: error }, 'the worker could not unregister; its leases will run out')
      })
    },
  }
}
