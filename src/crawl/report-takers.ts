// Who stores the reports of workers, by kind. A kind without an owner is not taken, and registering does not name it.
import { FieldCounts, type ReportKind } from '#contract/run-reports.ts'
import { cdnReports } from '#crawl/cdn/take-reports.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import type { ReadSignals } from '#crawl/discovery/signals/read-signals.ts'
import { WORKER_SENDER, type SignalSender } from '#crawl/discovery/signals/signal-store.ts'
import { addFieldCounts } from '#crawl/fields/field-rates.ts'
import { entryOf, reportTaker, type ReportTaker } from '#crawl/workers/run-reports.ts'
import type { Queryable } from '#platform/db/database.ts'

/** The owner of each kind. */
export function reportTakers({ discovery }: { readonly discovery: Discovery }): readonly ReportTaker[] {
  const owners: Readonly<Record<ReportKind, ReportTaker | null>> = {
    // CDNs and bot walls that fetches met.
    cdn: cdnReports(),
    // Pages with contacts, and pages without.
    signals: signalTaker(discovery),
    // How leased proxies did.
    proxies: null,
    // How many places of an answer of a map had each field.
    fields: fieldReports(),
  }
  return Object.values(owners).filter((owner) => owner !== null)
}

/** Signals of discovery. They are trusted, and carry the id of the job that they came with. */
function signalTaker(signals: {
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

/** Counts of filled fields, stored in the transaction that ends the runs. */
export function fieldReports(): ReportTaker {
  return reportTaker('fields', entryOf(FieldCounts), async (tx, runs) => {
    await addFieldCounts(
      tx,
      runs.flatMap(({ entries }) => entries),
    )
    return () => undefined
  })
}
