// What crawl does with reports of CDNs: adds them to the records, learns the ways to their domains, announces what is certain.
import type { Queryable } from '#platform/db/database.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import { addWayOutcomes } from '#crawl/engines/way-store.ts'
import { reportTaker, type ReportTaker } from '#crawl/workers/run-reports.ts'
import type { ReadReport } from './cdn-record.ts'
import { addReports } from './cdn-store.ts'
import { CHECK_TYPE } from './refresh.ts'
import { readReport } from './read-report.ts'

/** Reports of workers, in the transaction that ends their runs. */
export function cdnReports(): ReportTaker {
  return reportTaker(
    'cdn',
    (entry) => readReport(entry, 'worker'),
    async (tx, runs) => {
      const reports = runs.flatMap(({ job, entries }) =>
        entries.map((entry) => ({ ...entry, last: { ...entry.last, jobId: job.id } })),
      )
      // A check that was asked for is recorded also where it found no CDN.
      const asked = runs.filter(({ job }) => job.type === CHECK_TYPE).map(({ job }) => job.id)
      await takeReports(tx, reports, new Set(asked))
      return () => undefined
    },
  )
}

/** Only what workers saw changes how jobs go to a domain. */
export async function takeReports(
  tx: Queryable,
  reports: readonly ReadReport[],
  askedJobs: ReadonlySet<string> = new Set(),
): Promise<void> {
  await addWayOutcomes(
    tx,
    reports.flatMap(({ registrableDomain, last: { source, engine, proxyKind, outcome, at } }) =>
      source === 'worker' && engine !== null
        ? [{ domain: registrableDomain, engine, proxyKind, outcome, at }]
        : [],
    ),
  )
  const changes = await addReports(
    tx,
    reports,
    ({ last }) => last.jobId !== null && askedJobs.has(last.jobId),
  )
  await publish(
    tx,
    changes.map(({ domain, registrableDomain, provider, former, protection }) => ({
      event: 'cdn.detected',
      at: new Date(),
      subjectId: domain,
      owner: null,
      target: null,
      summary: {
        domain,
        registrableDomain,
        provider,
        formerProvider: former,
        protection,
        detectionHref: `/api/cdn-detection/${encodeURIComponent(domain)}`,
      },
    })),
  )
}
