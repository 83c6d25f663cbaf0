// GET /api/stats: how the jobs of the extractors ended over a time span.
import { Type } from 'typebox'
import { Timestamp, Words } from '#contract/schema.ts'
import { Stats, STATS_BUCKETS } from '#contract/crawl/stats.ts'
import type { Database } from '#platform/db/database.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobQueue } from '#platform/jobs/job-engine.ts'
import { readStats } from './read-stats.ts'

const figures = {
  ended: 40,
  outcomes: { succeeded: 36, blocked: 2, empty: 1, failed: 1, expired: 0, cancelled: 0 },
  rates: { success: 0.9, blocked: 0.05, empty: 0.025, failed: 0.025, expired: 0 },
  durationMs: { p50: 410, p95: 1_900 },
}
const NONE = {
  scheduled: 0,
  queued: 0,
  running: 0,
  partially_succeeded: 0,
  dead: 0,
  cancelled: 0,
  expired: 0,
}
const EXAMPLE: Stats = {
  from: '2026-11-21T08:00:00.000Z',
  to: '2026-11-21T09:00:00.000Z',
  bucket: 'hour',
  jobs: { ...NONE, succeeded: 36, failed: 4 },
  total: figures,
  extractors: [{ extractor: 'markdown', ...figures, errors: [{ code: 'target_blocked', count: 2 }] }],
  buckets: [{ from: '2026-11-21T08:00:00.000Z', ...figures }],
}

/** Answers from sums by the hour, so the span is widened to whole buckets. */
export function statsRoute(app: App, deps: { readonly db: Database; readonly engine: JobQueue }): void {
  app.get(
    '/api/stats',
    {
      config: { group: 'stats', scope: 'stats' },
      schema: {
        summary: 'How jobs ended, by extractor and by time',
        description:
          'The last 24 hours where no span is given. The span is widened to whole buckets (UTC); figures are kept by ' +
          'the hour for 90 days and outlive the jobs they count.',
        querystring: Type.Object({
          from: Type.Optional(Type.Unsafe<string>({ ...Timestamp, examples: ['2026-11-21T08:00:00Z'] })),
          to: Type.Optional(Timestamp),
          bucket: Type.Optional(
            Words(STATS_BUCKETS, { description: 'Default: hours for up to three days, else days.' }),
          ),
          extractor: Type.Optional(Type.String({ maxLength: 100 })),
        }),
        response: { 200: { ...Stats, examples: [EXAMPLE] } },
      },
    },
    async ({ query: { from, to, bucket = null, extractor = null } }) =>
      readStats(deps, { from: dateOf(from), to: dateOf(to), bucket, extractor }),
  )
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}
