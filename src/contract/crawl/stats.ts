// What GET /api/stats of crawl answers: how the jobs of the extractors ended, in numbers.
import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Words } from '#contract/schema.ts'

const count = Type.Integer({ minimum: 0 })
const rate = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

/** The steps of a series over time. */
export const STATS_BUCKETS = ['hour', 'day'] as const

const figures = {
  ended: Type.Integer({ minimum: 0, description: 'Jobs that ended; a batch counts as its jobs.' }),
  outcomes: Type.Object(
    { succeeded: count, blocked: count, empty: count, failed: count, expired: count, cancelled: count },
    {
      description:
        '`blocked`: the target refused (block, captcha, login, robots.txt). `empty`: it had no content. `expired`: no ' +
        'worker came in time or the deadline passed.',
    },
  ),
  rates: Type.Object(
    { success: rate, blocked: rate, empty: rate, failed: rate, expired: rate },
    { description: 'Shares of all that ended but were not cancelled; null where there were none.' },
  ),
  durationMs: Type.Object(
    { p50: Nullable(Type.Number()), p95: Nullable(Type.Number()) },
    { description: 'From the first claim to the end, of all that ran; within 10 %. Null where none ran.' },
  ),
}

/** Counts and rates (0 to 1) of jobs that ended, and how long they ran. A rate without a job is null. */
export const JobFigures = Type.Object(figures)
export type JobFigures = Static<typeof JobFigures>

/** What GET /api/stats answers: totals of the span, figures by extractor, and a series over time. */
export const Stats = Type.Object(
  {
    from: Type.Unsafe<string>({
      ...Timestamp,
      description: 'Where the figures really begin: a whole bucket.',
    }),
    to: Timestamp,
    bucket: Words(STATS_BUCKETS),
    jobs: Type.Record(Type.String(), count, {
      description: 'Jobs kept now, by state, batches included.',
    }),
    total: JobFigures,
    extractors: Type.Array(
      Type.Object({
        extractor: Type.String(),
        ...figures,
        errors: Type.Array(Type.Object({ code: Type.String(), count }), {
          description: 'The ten most frequent codes.',
        }),
      }),
      { description: 'Those that ended a job, most jobs first.' },
    ),
    buckets: Type.Array(Type.Object({ from: Timestamp, ...figures }), {
      description: 'In UTC, oldest first.',
    }),
  },
  { $id: 'Stats' },
)
export type Stats = Static<typeof Stats>
