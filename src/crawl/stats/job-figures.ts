// Sums the ends of jobs into the numbers of the statistics.
import type { JobFigures } from '#contract/crawl/stats.ts'
import type { JobEnds } from '#platform/jobs/stats/job-ends.ts'
import { outcomeOf, type JobOutcome } from '#platform/jobs/stats/job-outcome.ts'

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
