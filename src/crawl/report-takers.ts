// Who stores the reports of workers, by kind. A kind without an owner is not taken, and registering does not name it.
import type { ReportKind } from '#contract/run-reports.ts'
import { cdnReports } from '#crawl/cdn/take-reports.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import { fieldReports } from '#crawl/fields/field-reports.ts'
import { signalTaker } from '#crawl/discovery/signals/signal-taker.ts'
import type { ReportTaker } from '#crawl/workers/run-reports.ts'

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
