// The statistics of a time span, from the hours that the job engine keeps.
import type { STATS_BUCKETS, Stats, JobFigures } from '#contract/crawl/stats.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { KEPT_DAYS, readEnds, type JobEnds } from '#platform/jobs/stats/job-ends.ts'
import type { JobQueue } from '#platform/jobs/job-engine.ts'
import { splitJobType } from '#crawl/extractors/operations.ts'
import { outcomeOf, type JobOutcome } from '#platform/jobs/stats/job-outcome.ts'
import { DAY_MS, HOUR_MS } from '#kit/time/clock.ts'

const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS } as const
/** 744 buckets. */
const MAX_HOURS_MS = 31 * DAY_MS
/** Without a requested bucket size, spans of up to three days are shown in hours. */
const HOURS_UP_TO_MS = 3 * DAY_MS
const MAX_ERRORS = 10

/** Null: the last 24 hours, the bucket that fits the span, every extractor. */
export interface StatsRequest {
  readonly from: Date | null
  readonly to: Date | null
  readonly bucket: (typeof STATS_BUCKETS)[number] | null
  readonly extractor: string | null
}

/** Throws `validation_failed` for a span that is empty, or too long for hours. */
export async function readStats(
  deps: { readonly db: Database; readonly engine: JobQueue },
  request: StatsRequest,
  now = Date.now(),
): Promise<Stats> {
  const { from, to, bucket } = spanOf(request, now)
  const [status, all] = await Promise.all([
    deps.engine.queue.status(),
    readEnds(deps.db, { from, to, by: bucket }),
  ])
  const ends = all
    .map((end) => ({ ...end, extractor: splitJobType(end.type).extractor }))
    .filter(({ extractor }) => request.extractor === null || extractor === request.extractor)
  const byExtractor = Map.groupBy(ends, ({ extractor }) => extractor)
  const byBucket = Map.groupBy(ends, (end) => end.from.getTime())
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket,
    jobs: { ...status.counts },
    total: jobFigures(ends),
    extractors: [...byExtractor]
      .map(([extractor, own]) => ({
        extractor,
        ...jobFigures(own),
        errors: errorCounts(own, MAX_ERRORS),
      }))
      .toSorted((a, b) => b.ended - a.ended),
    buckets: beginnings(from, to, BUCKET_MS[bucket]).map((since) => ({
      from: new Date(since).toISOString(),
      ...jobFigures(byBucket.get(since) ?? ([] as JobEnds[])),
    })),
  }
}

function spanOf(
  request: StatsRequest,
  now: number,
): { readonly from: Date; readonly to: Date; readonly bucket: keyof typeof BUCKET_MS } {
  const to = Math.min(now, request.to?.getTime() ?? now)
  const from = Math.max(request.from?.getTime() ?? to - DAY_MS, now - KEPT_DAYS * DAY_MS)
  if (from >= to) {
    const detail = `Must be before the end of the span and in the past; figures are kept for ${KEPT_DAYS} days.`
    throw refusal('?from', 'too_large', detail)
  }
  const bucket = request.bucket ?? (to - from <= HOURS_UP_TO_MS ? 'hour' : 'day')
  if (bucket === 'hour' && to - from > MAX_HOURS_MS) {
    throw refusal(
      '?bucket',
      'too_many',
      'Hours are for at most 31 days: ask for days, or for a shorter span.',
    )
  }
  const size = BUCKET_MS[bucket]
  return { from: new Date(Math.floor(from / size) * size), to: new Date(to), bucket }
}

function beginnings(from: Date, to: Date, size: number): number[] {
  const first = from.getTime()
  return Array.from({ length: Math.ceil((to.getTime() - first) / size) }, (_, index) => first + index * size)
}

function refusal(pointer: string, code: string, detail: string): SurveyorError {
  return invalidInput('The span of time', [{ pointer, code, detail }])
}

/** A cancelled job counts as ended and not as tried. */
export function jobFigures(ends: readonly JobEnds[]): JobFigures {
  const outcomes: Record<JobOutcome, number> = {
    succeeded: 0,
    blocked: 0,
    empty: 0,
    failed: 0,
    expired: 0,
    cancelled: 0,
  }
  for (const { state, code, count } of ends) {
    const outcome = outcomeOf(state, code)
    if (outcome !== null) outcomes[outcome] += count
  }
  const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const tried = ended - outcomes.cancelled
  const rate = (count: number) => (tried === 0 ? null : count / tried)
  return {
    ended,
    outcomes,
    rates: {
      success: rate(outcomes.succeeded),
      blocked: rate(outcomes.blocked),
      empty: rate(outcomes.empty),
      failed: rate(outcomes.failed),
      expired: rate(outcomes.expired),
    },
    durationMs: { p50: quantile(ends, 0.5), p95: quantile(ends, 0.95) },
  }
}

/** The codes of the errors, most frequent first. */
export function errorCounts(ends: readonly JobEnds[], max: number): { code: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { code, count } of ends) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
    .slice(0, max)
}

/** By nearest rank, in milliseconds with two significant digits; null when no job ran. */
function quantile(ends: readonly JobEnds[], q: number): number | null {
  const ran = ends
    .flatMap(({ durationMs, count }) => (durationMs === null ? [] : [{ durationMs, count }]))
    .toSorted((a, b) => a.durationMs - b.durationMs)
  const rank = Math.ceil(q * ran.reduce((sum, { count }) => sum + count, 0))
  let seen = 0
  for (const { durationMs, count } of ran) {
    seen += count
    if (seen >= rank) return Number(durationMs.toPrecision(2))
  }
  return null
}
