// Takes the counts of filled fields that workers report with the end of a run.
import { FieldCounts } from '#contract/run-reports.ts'
import { entryOf, reportTaker, type ReportTaker } from '#crawl/workers/run-reports.ts'
import { addFieldCounts } from './field-rates.ts'

/** Stored in the transaction that ends the runs. */
export function fieldReports(): ReportTaker {
  return reportTaker('fields', entryOf(FieldCounts), async (tx, runs) => {
    await addFieldCounts(
      tx,
      runs.flatMap(({ entries }) => entries),
    )
    return () => undefined
  })
}
