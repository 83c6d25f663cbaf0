// Takes the signals that workers report with the end of a run.
import type { Queryable } from '#platform/db/database.ts'
import { reportTaker, type ReportTaker } from '#crawl/workers/run-reports.ts'
import type { ReadSignals } from './read-signals.ts'
import { WORKER_SENDER, type SignalSender } from './signal-store.ts'

/** They are trusted, and carry the id of the job that they came with. */
export function signalTaker(signals: {
  read(entries: readonly unknown[]): ReadSignals
  store(on: Queryable, sender: SignalSender, read: Pick<ReadSignals, 'rows'>): Promise<number>
}): ReportTaker {
  return reportTaker(
    'signals',
    (entry) => signals.read([entry]).rows[0] ?? null,
    async (tx, runs) => {
      const rows = runs.flatMap(({ job, entries }) => entries.map((entry) => ({ ...entry, jobId: job.id })))
      await signals.store(tx, WORKER_SENDER, { rows })
      return () => undefined
    },
  )
}
