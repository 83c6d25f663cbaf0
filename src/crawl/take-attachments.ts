// Slots and pages that travel with completions: each entry is checked alone, so that a wrong one costs no result.
import { lazyShape } from '#contract/lazy-shape.ts'
import { SnapshotReportsBody } from '#contract/crawl/snapshot.ts'
import { ReleaseSlotsBody } from '#contract/crawl/slot.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { namedIn } from '#crawl/cache/snapshot-routes.ts'
import { releaseSlots } from '#crawl/limits/slot-routes.ts'
import type { TakeAttachments } from '#crawl/workers/batch-claims.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { LimitService } from '#platform/limits/store/limit-service.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** Pages are stored before the jobs end, so that the next job finds them; results do not wait longer than this. */
const MAX_WAIT_MS = 2_000

/** The same as the calls `permits/release` and `snapshots` do. */
export function createTakeAttachments(deps: {
  readonly limits: LimitService
  readonly cache: Cache
  readonly extractors: readonly { readonly name: string }[]
  readonly log: Logger
}): TakeAttachments {
  const { limits, cache, log } = deps
  const named = namedIn(deps.extractors)

  /** Work that fails is repeated by the worker in a call of its own. */
  const done = async (field: string, work: Promise<unknown>): Promise<FieldProblem[]> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<FieldProblem[]>((resolve) => {
      timer = setTimeout(() => resolve([]), MAX_WAIT_MS)
    })
    const ended = work.then(
      () => [],
      (error: unknown) => {
        log.warn({ err: error }, `the ${field} of completions were not taken`)
        return [{ pointer: `/${field}`, code: 'not_taken', detail: 'Could not be stored now.' }]
      },
    )
    const problems = await Promise.race([ended, late])
    clearTimeout(timer)
    return problems
  }

  return async (releases, reports) => {
    const slots = fitting('permitReleases', releases, isRelease)
    const pages = fitting('snapshotReports', reports, isReport)
    const problems = await Promise.all([
      slots.fit.length === 0 ? [] : done('permitReleases', releaseSlots(limits, slots.fit)),
      pages.fit.length === 0
        ? []
        : done('snapshotReports', cache.snapshots.report({ reports: named(pages.fit) })),
    ])
    return [...slots.problems, ...pages.problems, ...problems.flat()]
  }
}

const isRelease = lazyShape(ReleaseSlotsBody.properties.releases.items)
const isReport = lazyShape(SnapshotReportsBody.properties.reports.items)

function fitting<T>(
  field: string,
  entries: readonly unknown[],
  shape: { Check(value: unknown): value is T },
): { readonly fit: T[]; readonly problems: FieldProblem[] } {
  const fit: T[] = []
  const problems: FieldProblem[] = []
  for (const [index, entry] of entries.entries()) {
    if (shape.Check(entry)) fit.push(entry)
    else
      problems.push({ pointer: `/${field}/${index}`, code: 'no_form_fits', detail: 'Is not a valid entry.' })
  }
  return { fit, problems }
}
