// The lifecycle of a worker: register, claim while there is room, send heartbeats, report, and leave without losing a
// job.
import type { WorkPool } from '#contract/crawl/extractor.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { HeartbeatBody, RegisterWorkerAnswer, RegisterWorkerBody } from '#contract/worker.ts'
import { fullJitter, type BackoffPolicy } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { Capacity, ClaimPlan } from './capacity.ts'
import type { CompletionOutbox } from './completion-outbox.ts'
import type { WorkerTransport } from '#worker/transport/http-transport.ts'
import type { JobRunner } from './job-runner.ts'
import type { Reachability } from '#worker/transport/reachability.ts'
import type { RefusalCounts } from './refusal-counts.ts'

export interface WorkerLoop {
  start(): void
  /** There may be room for a claim again; many calls in one turn of the event loop cause one check. */
  wake(): void
  /** Lets running jobs end within the grace period, reports them, and releases the rest. All callers share one stop. */
  stop(): Promise<void>
  /** Resolves when the worker has stopped, for whatever reason. */
  readonly done: Promise<void>
}

export interface WorkerLoopDeps {
  readonly transport: WorkerTransport
  readonly registration: RegisterWorkerBody
  readonly capacity: Capacity
  readonly runner: JobRunner
  readonly outbox: CompletionOutbox
  readonly reachability: Reachability
  readonly kindOf: (jobType: string) => WorkPool | null
  readonly pressure: () => NonNullable<HeartbeatBody['pressure']>
  readonly refusals: RefusalCounts
  readonly stopGraceMs: number
  /** Aborted when the worker has left: nothing is sent after that. */
  readonly ended: AbortController
  readonly clock: Clock
  readonly log: Logger
}

const RETRY: BackoffPolicy = { baseMs: 200, factor: 2, capMs: 10_000 }
/** An answer without jobs that comes sooner than this is not a long poll: asking again at once would be a hot loop. */
const MIN_POLL_MS = 500
const MAX_LEASES_PER_HEARTBEAT = 1_000
const MAX_WAIT_MS = 30_000
const FLUSH_MS = 5_000

export function createWorkerLoop(deps: WorkerLoopDeps): WorkerLoop {
  const { transport, capacity, runner, outbox, ended, log } = deps
  const stopping = new AbortController()
  const graceOver = new AbortController()
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  let member: RegisterWorkerAnswer | null = null
  let joining: Promise<void> | null = null
  let paused = false
  let resting = false
  let woken = false
  let failures = 0
  let stopped: Promise<void> | null = null

  const join = (): Promise<void> => (joining ??= register().finally(() => (joining = null)))
  const register = async (): Promise<void> => {
    member = null
    for (let attempt = 1; !ended.signal.aborted; attempt += 1) {
      try {
        member = await transport.register(deps.registration, ended.signal)
        deps.reachability.contact(null)
        log.info({ workerId: member.workerId }, 'registered with crawl')
        return
      } catch (error) {
        deps.reachability.contact(error)
        await deps.clock.sleep(waitAfter(error, attempt), ended.signal)
      }
    }
  }

  const pump = (): void => {
    if (member === null || paused || resting || outbox.full || stopping.signal.aborted) return
    for (let plan = capacity.plan(); plan !== null; plan = capacity.plan()) void claim(member, plan)
  }

  const claim = async ({ workerId, intervals }: RegisterWorkerAnswer, plan: ClaimPlan): Promise<void> => {
    const startedMs = performance.now()
    const waitMs = Math.min(intervals.pollWaitMs, MAX_WAIT_MS)
    try {
      const { jobs } = await transport.claim({ workerId, max: plan.max, waitMs }, stopping.signal)
      const claimed = jobs.map((job) => ({ job, kind: deps.kindOf(job.job.type) }))
      capacity.finish(
        plan,
        claimed.flatMap(({ kind }) => kind ?? []),
      )
      failures = 0
      deps.reachability.contact(null)
      for (const { job, kind } of claimed) {
        if (kind !== null) capacity.take(kind)
        runner.start(job, kind, intervals.leaseMs)
      }
      if (jobs.length === 0 && performance.now() - startedMs < MIN_POLL_MS) await rest(MIN_POLL_MS)
    } catch (error) {
      capacity.finish(plan, null)
      if (stopping.signal.aborted) return
      if (isUnknownWorker(error)) await join()
      else {
        failures += 1
        deps.reachability.contact(error)
        await rest(waitAfter(error, failures))
      }
    }
    pump()
  }

  /** Makes no claims for a while; several failures together cause one pause. */
  const rest = async (ms: number): Promise<void> => {
    if (resting) return
    resting = true
    await deps.clock.sleep(ms, stopping.signal)
    resting = false
  }

  const heartbeat = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The shorter of the two, because a heartbeat also brings the cancellations of all jobs in one call.
      const interval =
        member === null ? 1_000 : Math.min(member.intervals.heartbeatMs, member.intervals.cancelCheckMs)
      await deps.clock.sleep(interval, ended.signal)
      if (member === null || ended.signal.aborted) continue
      try {
        await heartbeatOnce(member.workerId)
        deps.reachability.contact(null)
      } catch (error) {
        if (isUnknownWorker(error)) void join().then(pump)
        else if (!ended.signal.aborted) deps.reachability.contact(error)
      }
    }
  }

  const heartbeatOnce = async (workerId: string): Promise<void> => {
    // Answers name jobs, not leases. So each job is sent once, and a running one takes precedence over one that waits
    // to be reported.
    const newest = new Map([...outbox.leases, ...runner.running].map((lease) => [lease.jobId, lease]))
    const leases = [...newest.values()]
    const status = stopping.signal.aborted ? 'draining' : paused ? 'quiet' : 'running'
    for (let at = 0; at === 0 || at < leases.length; at += MAX_LEASES_PER_HEARTBEAT) {
      const running = leases.slice(at, at + MAX_LEASES_PER_HEARTBEAT)
      const egressBlocked = deps.refusals.take()
      const answer = await transport
        .heartbeat(
          workerId,
          {
            status,
            running,
            pressure: deps.pressure(),
            ...(egressBlocked === undefined ? {} : { egressBlocked }),
          },
          ended.signal,
        )
        .catch((error: unknown) => {
          if (egressBlocked !== undefined) deps.refusals.giveBack(egressBlocked)
          throw error
        })
      // Only the leases that were sent: a job may have been claimed again under a new lease during the heartbeat.
      const tokenOf = new Map(running.map(({ jobId, leaseToken }) => [jobId, leaseToken]))
      for (const { jobId, reason } of answer.cancelJobs) runner.cancel(tokenOf.get(jobId) ?? '', reason)
      for (const jobId of answer.lostJobs) runner.lose(tokenOf.get(jobId) ?? '')
      applyDirective(answer.directive)
    }
  }

  const applyDirective = (directive: 'continue' | 'quiet' | 'drain' | 'stop'): void => {
    if (stopping.signal.aborted) return
    if (directive === 'drain') void stop(Infinity)
    else if (directive === 'stop') void stop(deps.stopGraceMs)
    else {
      if (paused !== (directive === 'quiet')) log.info({ directive }, 'crawl set the pace of this worker')
      paused = directive === 'quiet'
      pump()
    }
  }

  const stop = (graceMs: number): Promise<void> => {
    // A drain waits as long as its jobs need; a later stop still ends it.
    if (graceMs !== Infinity) setTimeout(() => graceOver.abort(), graceMs).unref()
    return (stopped ??= leave())
  }
  const leave = async (): Promise<void> => {
    log.info({ running: runner.running.length }, 'the worker stops')
    // An aborted claim may have claimed jobs: leaving releases them with the others.
    stopping.abort(new SurveyorError('draining', 'The worker stops.'))
    await runner.idle(graceOver.signal)
    const returned = runner.running.length
    runner.abandonAll()
    await outbox.flushed(AbortSignal.timeout(FLUSH_MS))
    ended.abort(new SurveyorError('draining', 'The worker has stopped.'))
    await joining
    if (member !== null) {
      try {
        await transport.unregister(member.workerId)
      } catch (error) {
        log.warn({ err: error, returned }, 'crawl was not told that this worker leaves; its leases run out')
      }
    }
    log.info({ returned }, 'the worker has stopped')
    finish()
  }

  return {
    start() {
      void join().then(() => {
        pump()
        return heartbeat()
      })
    },
    wake() {
      if (woken) return
      woken = true
      setImmediate(() => {
        woken = false
        pump()
      })
    },
    stop: () => stop(deps.stopGraceMs),
    done,
  }
}

function waitAfter(error: unknown, attempt: number): number {
  const asked = error instanceof SurveyorError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(asked, fullJitter(RETRY, attempt))
}

function isUnknownWorker(error: unknown): boolean {
  return error instanceof SurveyorError && error.code === 'unknown_worker'
}
