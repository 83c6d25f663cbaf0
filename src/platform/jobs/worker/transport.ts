// What a worker needs from the owner of the jobs: the calls of the worker protocol, in process or over HTTP.
import type { JobProgress } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { RunReports } from '#contract/run-reports.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type {
  ClaimsBody,
  EngineStrategy,
  HeartbeatAnswer,
  HeartbeatBody,
  HostHold,
  RegisterWorkerAnswer,
  RegisterWorkerBody,
} from '#contract/worker.ts'

/** A claimed job of a worker. The token is the proof that the worker may still write for it. */
export interface JobLease {
  readonly jobId: string
  readonly leaseToken: string
}

/** A claimed job. Both times are milliseconds since the epoch by the clock of the database. */
export interface WorkerJob {
  readonly id: string
  readonly type: string
  readonly input: unknown
  /** The number of this delivery, from 1. */
  readonly attempt: number
  readonly leaseToken: string
  /** The trace of the request that the job was made for; null without a trace. */
  readonly traceparent: string | null
  readonly leaseExpiresAtMs: number
  readonly deadlineAtMs: number | null
  /** What the owner of the jobs knows about the engine to begin with; absent: nothing. */
  readonly strategy?: EngineStrategy
}

/** `Time` is how the other side gives a time, and `ms` reads it. */
export function workerJob<Time>(
  claimed: {
    readonly job: Pick<WorkerJob, 'id' | 'type' | 'input' | 'traceparent'>
    readonly leaseToken: string
    readonly attempt: number
    readonly leaseExpiresAt: Time
    readonly deadlineAt: Time | null
    readonly strategy?: EngineStrategy
  },
  ms: (time: Time) => number,
): WorkerJob {
  const { job, leaseToken, attempt, leaseExpiresAt, deadlineAt, strategy } = claimed
  return {
    id: job.id,
    type: job.type,
    input: job.input,
    attempt,
    leaseToken,
    traceparent: job.traceparent,
    leaseExpiresAtMs: ms(leaseExpiresAt),
    deadlineAtMs: deadlineAt === null ? null : ms(deadlineAt),
    ...(strategy === undefined ? {} : { strategy }),
  }
}

/** How a run ended. `release`: the work did not begin, so the job is queued again and the delivery is not charged. */
export type JobEnd =
  | { readonly result: unknown; readonly reports?: RunReports }
  | { readonly error: Problem; readonly hold?: HostHold; readonly reports?: RunReports }
  | { readonly release: true; readonly hold?: HostHold }

/** The end of a run with the token that it may be reported under. */
export type JobReport = JobLease & JobEnd

/** What a transport may do to the run of a job on its own account. */
export interface RunHandle {
  /** The job has ended in a transaction of its handler: nothing more is reported. */
  completed(): void
  /** Somebody asked to cancel the job. */
  cancelled(): void
  /** The lease counts no longer. */
  lost(): void
}

/**
 * Every call throws the error that the other side answered with, or a retryable one when it gave no answer.
 * `unknown_worker` from `claim` or `heartbeat`: register again. `Extra` is what handlers can do only over this
 * transport, such as writing rows in the transaction that ends their job.
 */
export interface WorkerTransport<Extra extends object = object> {
  /** The other side, as the log names it. */
  readonly peer: string
  /**
   * Whether the first progress of a run is sent at once, because a call costs little. Otherwise it waits for a moment,
   * and a run that ends before that saves the call.
   */
  readonly sendsProgressAtOnce: boolean
  /** The same `instanceId` is the same worker. The answer says how often to call. */
  register(worker: RegisterWorkerBody, signal: AbortSignal): Promise<RegisterWorkerAnswer>
  /** Waits up to `waitMs` until there is a job. Jobs of an aborted call are released, at the latest by `unregister`. */
  claim(request: Required<ClaimsBody>, signal: AbortSignal): Promise<WorkerJob[]>
  /** Renews the leases of `running` and brings back what to stop. */
  heartbeat(
    workerId: string,
    heartbeat: Pick<HeartbeatBody, 'status' | 'running'>,
    signal: AbortSignal,
  ): Promise<Pick<HeartbeatAnswer, 'directive' | 'cancelJobs' | 'lostJobs'>>
  progress(
    job: WorkerJob,
    progress: JobProgress,
    signal: AbortSignal,
  ): Promise<{ readonly cancelRequested: boolean }>
  /** One outcome for each report, in their order: null when it was stored. */
  report(reports: readonly JobReport[], signal: AbortSignal): Promise<(SurveyorError | null)[]>
  /**
   * `report`, and in the same call a claim that does not wait. Undefined where a call costs little, or where the other side
   * is too old for it.
   */
  readonly reportAndClaim?:
    | ((
        reports: readonly JobReport[],
        claim: Pick<ClaimsBody, 'workerId' | 'max'>,
        signal: AbortSignal,
      ) => Promise<{ readonly outcomes: (SurveyorError | null)[]; readonly jobs: WorkerJob[] }>)
    | undefined
  /** Releases all jobs that the worker still has; their deliveries are not charged. */
  unregister(workerId: string): Promise<unknown>
  /**
   * Calls the handler for jobs that were asked to stop, where that is known before the next heartbeat. Answers a
   * function that ends it.
   */
  onCancelRequested(handler: (jobId: string) => void): () => void
  extend(lease: JobLease, run: RunHandle): Extra
}

/** The other side has taken the worker out, for example because it was silent for too long. */
export function isUnknownWorker(error: unknown): boolean {
  return error instanceof SurveyorError && error.code === 'unknown_worker'
}
