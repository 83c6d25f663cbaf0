// Ended jobs to be reported: batched while a call is in flight, kept until acknowledged. A bad one fails alone.
import { systemClock } from '#kit/time/clock.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { waitAfter, type Reachability } from './reachability.ts'
import type { JobEnd, JobLease, JobReport, WorkerTransport } from './transport.ts'

/** What is not acknowledged yet. Kept in memory: when the process dies, the leases run out and the jobs run again. */
export interface CompletionOutbox {
  /** `result` must be a JSON value; any other value is reported as `internal`. */
  add(job: JobLease, end: JobEnd): void
  /** So many reports are waiting that no new work should be claimed. */
  readonly full: boolean
  /** The next turn of the event loop sends reports. */
  readonly sendsNext: boolean
  /** The jobs whose end is not acknowledged: their leases are still needed. */
  readonly leases: readonly JobLease[]
  /** Resolves when everything is acknowledged, or when the signal aborts. */
  flushed(signal: AbortSignal): Promise<void>
}

/** How reports are sent. */
export interface CompletionOutboxDeps {
  readonly send: (reports: readonly JobReport[]) => ReturnType<WorkerTransport['report']>
  readonly reachability: Reachability
  /** The outbox is no longer full. */
  readonly onCapacity: () => void
  readonly log: Logger
  /** Aborts at the end of the worker; after that nothing is retried. */
  readonly signal: AbortSignal
}

interface Entry {
  readonly report: JobReport
  readonly bytes: number
}

const MAX_ENTRIES = 500
const MAX_BYTES = 4 * 1024 * 1024
const MAX_CALLS = 2
const FULL_ENTRIES = 1_000
const FULL_BYTES = 128 * 1024 * 1024
/** The body itself is wrong: sending it again brings the same answer. */
const REFUSED = new Set([400, 413, 422])
/** An internal error may be chance; after this many in a row the body is blamed as well. */
const CHANCES = 4

/** At most two calls at a time; one while calls fail. */
export function createCompletionOutbox(deps: CompletionOutboxDeps): CompletionOutbox {
  let waiting: Entry[] = []
  const sending = new Set<Entry>()
  let bytes = 0
  let calls = 0
  let failures = 0
  let resting = false
  let scheduled = false
  const flushWaiters: (() => void)[] = []

  const isFull = (): boolean => waiting.length + sending.size >= FULL_ENTRIES || bytes >= FULL_BYTES

  const done = (entry: Entry): void => {
    const wasFull = isFull()
    sending.delete(entry)
    bytes -= entry.bytes
    if (wasFull && !isFull()) deps.onCapacity()
    if (sending.size === 0 && waiting.length === 0) for (const wake of flushWaiters.splice(0)) wake()
  }

  // Jobs that end in the same turn of the event loop share a call; a job that ends alone does not wait.
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      while (mayCall()) void call(nextBatch())
    })
  }
  const mayCall = (): boolean =>
    waiting.length > 0 && !resting && !deps.signal.aborted && calls < (failures === 0 ? MAX_CALLS : 1)

  const nextBatch = (): Entry[] => {
    let size = 0
    let count = 0
    for (const entry of waiting) {
      if (count === MAX_ENTRIES || (count > 0 && size + entry.bytes > MAX_BYTES)) break
      size += entry.bytes
      count += 1
    }
    return waiting.splice(0, count)
  }

  const call = async (batch: Entry[]): Promise<void> => {
    calls += 1
    for (const entry of batch) sending.add(entry)
    try {
      await deliver(batch)
      failures = 0
      deps.reachability.contact(null)
    } catch (error) {
      failures += 1
      const known =
        error instanceof SurveyorError
          ? error
          : new SurveyorError('internal', 'Sending failed.', { cause: error })
      deps.reachability.contact(known)
      void rest(known)
    }
    const again = batch.filter((entry) => sending.delete(entry))
    waiting = [...again, ...waiting]
    calls -= 1
    schedule()
  }

  const rest = async (error: SurveyorError): Promise<void> => {
    if (resting) return
    resting = true
    await systemClock.sleep(waitAfter(error, failures), deps.signal)
    resting = false
    schedule()
  }

  const isRefusal = (error: unknown): error is SurveyorError =>
    error instanceof SurveyorError &&
    (REFUSED.has(error.status) || (error.code === 'internal' && failures >= CHANCES))

  /** Throws when some of it cannot be stored now; the part accepted before that is done. */
  const deliver = async (batch: readonly Entry[]): Promise<void> => {
    let outcomes: (SurveyorError | null)[]
    try {
      outcomes = await deps.send(batch.map((entry) => entry.report))
    } catch (error) {
      if (!isRefusal(error)) throw error
      const [first] = batch
      if (first !== undefined && batch.length === 1) return refused(first, error)
      const half = Math.ceil(batch.length / 2)
      await deliver(batch.slice(0, half))
      return deliver(batch.slice(half))
    }
    let later: SurveyorError | null = null
    for (const [index, entry] of batch.entries()) {
      const error = outcomes[index] ?? null
      if (error === null) done(entry)
      else if (error.retryable) later = error
      else refused(entry, error)
    }
    if (later !== null) throw later
  }

  const refused = (entry: Entry, error: SurveyorError): void => {
    const { jobId } = entry.report
    if (error.code === 'lease_lost' || error.status === 404 || error.status === 410) {
      deps.log.info({ jobId, code: error.code }, 'a job ended too late; its outcome is dropped')
    } else if ('reports' in entry.report && entry.report.reports !== undefined) {
      // They may be what is wrong, and they are worth less than the end of the job.
      deps.log.warn({ jobId, err: error }, 'the end of a job is sent once more without its reports')
      const { reports: _, ...end } = entry.report
      put(entry.report, end)
    } else if (!('result' in entry.report)) {
      deps.log.error(
        { jobId, err: error },
        'the end of a job without a result is refused; its lease will run out',
      )
    } else {
      deps.log.error({ jobId, err: error }, 'the result of a job is refused')
      const problem =
        error.status === 413
          ? new SurveyorError('target_too_large', 'The result is larger than can be stored.')
          : new SurveyorError('internal', 'The result cannot be stored.')
      put(entry.report, { error: problemOf(problem) })
    }
    done(entry)
  }

  const put = ({ jobId, leaseToken }: JobLease, end: JobEnd): void => {
    const report = { jobId, leaseToken, ...end }
    const text = JSON.stringify(report)
    waiting.push({ report, bytes: text.length })
    bytes += text.length
    schedule()
  }

  return {
    add(job, end) {
      try {
        put(job, end)
      } catch (error) {
        // BigInt, a circular value, a toJSON that throws: a defect of the operation, not a reason to lose the job.
        deps.log.error({ jobId: job.jobId, err: error }, 'the result of an operation is not JSON')
        put(job, {
          error: problemOf(new SurveyorError('internal', 'The result of the operation is not JSON.')),
        })
      }
    },
    get sendsNext() {
      return scheduled && mayCall()
    },
    get full() {
      return isFull()
    },
    get leases() {
      return [...waiting, ...sending].map(({ report: { jobId, leaseToken } }) => ({
        jobId,
        leaseToken,
      }))
    },
    flushed(signal) {
      if ((sending.size === 0 && waiting.length === 0) || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        flushWaiters.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
  }
}
