// Reports what this process does to jobs as it happens, for metrics that each replica counts for itself.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { JobState } from '#contract/job.ts'
import type { TransitionRow } from '#platform/jobs/model/job-row.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import type { Claim } from '#platform/jobs/sql/claim.ts'

/** Is called at once, in the process that made the change. It must not throw. */
export interface JobObserver {
  /** The first claim of a job, with the milliseconds since it became claimable. */
  readonly started: (job: {
    readonly id: string
    readonly type: string
    readonly waitMs: number
    readonly traceparent: string | null
  }) => void
  /** Not called for batch parents. `durationMs` counts from the first claim; null when the job never ran. */
  readonly ended: (job: {
    readonly type: string
    readonly state: JobState
    readonly errorCode: string | null
    readonly durationMs: number | null
  }) => void
  readonly leasesExpired: (count: number) => void
  /** Reports that came with a token which no longer counts. */
  readonly countFenced: (count: number) => void
}

/** All observers, and the places where the engine calls them. */
export interface Observers extends JobObserver {
  readonly add: (observer: Partial<JobObserver>) => () => void
  readonly moved: (rows: readonly TransitionRow[]) => void
  readonly claimed: (claims: readonly Claim[]) => void
  /** Passes a report through and counts it when it was fenced. */
  readonly fenced: <T>(report: Promise<T>) => Promise<T>
}

export function createObservers(): Observers {
  const all = new Set<Partial<JobObserver>>()
  const each = (call: (observer: Partial<JobObserver>) => void) => {
    for (const observer of all) call(observer)
  }
  const observers: Observers = {
    add(observer) {
      all.add(observer)
      return () => void all.delete(observer)
    },
    started: (job) => each((observer) => observer.started?.(job)),
    ended: (job) => each((observer) => observer.ended?.(job)),
    leasesExpired: (count) => each((observer) => observer.leasesExpired?.(count)),
    countFenced: (count) => each((observer) => observer.countFenced?.(count)),

    moved(rows) {
      if (all.size === 0) return
      for (const row of rows) {
        const { type, state, completed_at: end, started_at: start } = row
        if (end === null || row.children_total !== null) continue
        const durationMs = start === null ? null : Math.max(0, end.getTime() - start.getTime())
        observers.ended({ type, state, errorCode: row.error?.code ?? null, durationMs })
      }
    },

    claimed(claims) {
      if (all.size === 0) return
      for (const { claimed, waitedMs } of claims) {
        if (waitedMs === null || isSystemType(claimed.job.type)) continue
        const { id, type, traceparent } = claimed.job
        observers.started({ id, type, traceparent, waitMs: Math.max(0, waitedMs) })
      }
    },

    async fenced(report) {
      try {
        return await report
      } catch (error) {
        if (error instanceof SurveyorError && error.code === 'lease_lost') observers.countFenced(1)
        throw error
      }
    },
  }
  return observers
}
