// What a worker learned while it ran a job, by kind: crawl stores it together with the end of the job.
import { Type, type Static } from 'typebox'

/** The kinds, in the order in which a transaction stores them. */
export const REPORT_KINDS = ['cdn', 'signals', 'proxies'] as const
/** What the entries are about: CDNs and bot walls, pages with contacts, leased proxies. */
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Entries of one kind in one run; further ones are left out by our workers and refused by crawl. */
export const MAX_REPORTS: Readonly<Record<ReportKind, number>> = { cdn: 50, signals: 200, proxies: 100 }

const entriesOf = (kind: ReportKind, description: string) =>
  Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_REPORTS[kind], description }))

/** Each entry is checked alone. A wrong one is named in `refused` and costs neither the result nor the others. */
export const RunReports = Type.Object(
  {
    cdn: entriesOf('cdn', 'Entries as in `POST /api/cdn-report`.'),
    signals: entriesOf('signals', 'Entries as in `POST /api/signals`.'),
    proxies: entriesOf('proxies', 'Entries as in `POST /api/proxy/release`.'),
  },
  {
    additionalProperties: false,
    description:
      'What the run found out, stored with the end of the job. Of a kind that registering did not name, all are refused.',
  },
)
export type RunReports = Static<typeof RunReports>
