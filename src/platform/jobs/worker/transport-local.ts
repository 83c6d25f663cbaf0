// The worker protocol inside the process that has the job engine. Its handlers can end a job together with rows.
import { isStorageUnavailable, SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Queryable } from '#platform/db/database.ts'
import type {
  JobLeases,
  JobReport as EngineReport,
  JobSignals,
  JobWorkers,
} from '#platform/jobs/job-engine.ts'
import { workerJob, type JobReport, type WorkerTransport } from './transport.ts'

/** What handlers of this transport can do beside returning a result. */
export interface TransactionalJob {
  /**
   * Writes rows while the job goes on, in one transaction that holds the job. When the lease is lost or a cancel was
   * requested, `work` does not run, the call throws, and the signal aborts.
   */
  write<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Ends the job in one transaction with the rows that `work` writes. The return value of `work` is the result, and
   * that of the handler no longer counts. `work` does not run after a cancel or the loss of the lease.
   */
  complete(work: (tx: Queryable) => Promise<unknown>): Promise<void>
  /** This delivery was ended by `SystemJobs.endTogether`: nothing is reported of it. */
  ended(): void
}

/** A database that is away for a moment when the worker leaves must not cost its jobs a delivery. */
const UNREGISTER_WITHIN_MS = 3_000
const UNREGISTER_AGAIN_MS = 500

/** The calls throw `storage_unavailable` while the database is unreachable. */
export function createLocalTransport(
  engine: JobLeases & JobSignals & JobWorkers,
): WorkerTransport<TransactionalJob> {
  return {
    peer: 'the database',
    sendsProgressAtOnce: true,
    async register(worker) {
      const { workerId, intervals } = await engine.workers.register(worker)
      // Cancellations are notified, so no heartbeat has to be earlier for them.
      return { workerId, intervals: { ...intervals, cancelCheckMs: intervals.heartbeatMs } }
    },
    async claim(request, signal) {
      const claimed = await engine.claimNext({ ...request, signal })
      return claimed.map((one) => workerJob(one, Number))
    },
    async heartbeat(workerId, { status, running }) {
      const { directive } = await engine.workers.heartbeat(workerId, { status })
      if (running.length === 0) return { directive, cancelJobs: [], lostJobs: [] }
      const { cancelJobs, lostJobs } = await engine.renew(workerId, running)
      return { directive, cancelJobs, lostJobs }
    },
    progress: async ({ id, leaseToken }, progress) => engine.progress(id, leaseToken, progress),
    async report(reports) {
      const outcomes = await engine.completeMany(reports.map(engineReport))
      return outcomes.map((outcome) => (outcome instanceof SurveyorError ? outcome : null))
    },
    async unregister(workerId) {
      const until = performance.now() + UNREGISTER_WITHIN_MS
      for (;;) {
        try {
          return await engine.workers.unregister(workerId)
        } catch (error) {
          if (!isStorageUnavailable(error) || performance.now() >= until) throw error
          await systemClock.sleep(UNREGISTER_AGAIN_MS)
        }
      }
    },
    onCancelRequested: (handler) => engine.onCancelRequested(handler),
    extend({ jobId, leaseToken }, run) {
      /** The first refused write ends the run, because later writes would be refused too. */
      async function stopping<T>(written: Promise<T>): Promise<T> {
        try {
          return await written
        } catch (error) {
          const code = error instanceof SurveyorError ? error.code : null
          if (code === 'lease_lost') run.lost()
          else if (code === 'job_ended') run.cancelled()
          throw error
        }
      }
      return {
        write: async (work) => stopping(engine.writeWith(jobId, leaseToken, work)),
        async complete(work) {
          await stopping(engine.completeWith(jobId, leaseToken, work))
          run.completed()
        },
        ended: () => run.completed(),
      }
    },
  }
}

function engineReport(report: JobReport): EngineReport {
  if (!('release' in report)) return report
  const { jobId, leaseToken, hold } = report
  return { jobId, leaseToken, release: hold === undefined ? {} : { hold } }
}
