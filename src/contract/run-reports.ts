// What a worker learned while it ran a job, by kind: crawl stores it together with the end of the job.
import { Type, type Static } from 'typebox'

/** The kinds, in the order in which a transaction stores them. */
export const REPORT_KINDS = ['cdn', 'signals', 'proxies', 'fields'] as const
/** What the entries are about: CDNs and bot walls, pages with contacts, leased proxies, filled fields of places. */
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Entries of one kind in one run; further ones are left out by our workers and refused by crawl. */
export const MAX_REPORTS: Readonly<Record<ReportKind, number>> = {
  cdn: 50,
  signals: 200,
  proxies: 100,
  fields: 20,
}

const entriesOf = (kind: ReportKind, description: string) =>
  Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_REPORTS[kind], description }))

/** Each entry is checked alone. A wrong one is named in `refused` and costs neither the result nor the others. */
export const RunReports = Type.Object(
  {
    cdn: entriesOf('cdn', 'Entries as in `POST /api/cdn-report`.'),
    signals: entriesOf('signals', 'Entries as in `POST /api/signals`.'),
    proxies: entriesOf('proxies', 'Entries as in `POST /api/proxy/release`.'),
    fields: entriesOf('fields', 'How many places of an answer of a map had each field: `FieldCounts`.'),
  },
  {
    additionalProperties: false,
    description:
      'What the run found out, stored with the end of the job. Of a kind that registering did not name, all are refused.',
  },
)
export type RunReports = Static<typeof RunReports>

/** Of the places in one answer of a map, how many have each field. */
export const FieldCounts = Type.Object(
  {
    provider: Type.String({ pattern: '^[a-z][a-z-]{0,30}$' }),
    payload: Type.String({
      pattern: '^[a-z][a-z-]{0,30}$',
      description: 'The kind of answer: `search`, `place`.',
    }),
    places: Type.Integer({ minimum: 1, maximum: 500 }),
    filled: Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z.]{0,60}$' }),
      Type.Integer({ minimum: 0, maximum: 500 }),
      { additionalProperties: false, maxProperties: 100 },
    ),
  },
  { additionalProperties: false },
)
export type FieldCounts = Static<typeof FieldCounts>
