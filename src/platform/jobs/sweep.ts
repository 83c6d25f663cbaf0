// Transitions that no caller starts: lost leases, expired deadlines, due jobs, and clean-up. Any replica may run them,
// at any time.
import { isStorageUnavailable } from '#contract/surveyor-error.ts'
import { withJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { ClockStep, ClockWatch } from '#platform/db/clock-watch.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { HookRunner } from '#platform/jobs/effects/hooks.ts'
import type { Isolation } from '#platform/jobs/waiting/isolation.ts'
import { foldEnds } from '#platform/jobs/stats/job-ends.ts'
import type { MovedRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import { foldCounts } from './queue-control.ts'
import type { AfterCommit } from '#platform/jobs/effects/after-commit.ts'
import { expire } from '#platform/jobs/sql/expire.ts'
import { followClock } from './follow-clock.ts'
import { loseExpiredLeases } from '#platform/jobs/sql/lose-leases.ts'
import { promote } from '#platform/jobs/sql/promote.ts'
import { unparkAll } from '#platform/jobs/sql/unpark.ts'

/** What the sweep repairs, and what it notifies. */
export interface SweepDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: JobSettings
  readonly hooks: HookRunner
  readonly afterCommit: AfterCommit
  readonly onLeasesExpired: (count: number) => void
  readonly isolation: Pick<Isolation, 'check'>
  readonly clock: ClockWatch
  /** What waits for a time besides jobs. */
  readonly onClockSet: (step: ClockStep) => Promise<void>
}

/** Rows of one statement: enough to clear a burst quickly, few enough to hold locks only for a moment. */
const BATCH = 1_000

/** One round. Several replicas may sweep at once, because each skips rows that another holds. */
export async function sweepOnce(deps: SweepDeps): Promise<void> {
  const { db, hooks, afterCommit } = deps
  const { onMoved } = afterCommit
  const set = await deps.clock.look(db)
  if (set !== null) {
    deps.log.warn({ stepMs: Math.round(set.stepMs) }, 'the clock of the database was set; jobs follow it')
    await followClock(db, set, deps.settings)
    await deps.onClockSet(set)
  }
  await all(onMoved, async () => {
    const lost = await hooks.decided(async (on) => loseExpiredLeases(on, deps.settings, BATCH))
    deps.onLeasesExpired(lost.filter(({ type }) => !isSystemType(type)).length)
    return lost
  })
  await deps.isolation.check(db)
  await all(onMoved, async () => hooks.decided(async (on) => expire(on, BATCH)))
  await promoteDue({ db, onMoved })
  await afterCommit.endParents()
  afterCommit.onVisible(await unparkAll(db, deps.settings.domainConcurrency))
  await foldCounts(db)
  await foldEnds(db)
  await forgetIdleDomains(db)
}

/** Promotes every job that is due by now. */
export async function promoteDue(deps: {
  readonly db: Database
  readonly onMoved: AfterCommit['onMoved']
}): Promise<void> {
  await all(deps.onMoved, async () => promote(deps.db, BATCH))
}

/** Sweeps until the signal aborts. Of consecutive failures only the first is logged, and later the recovery. */
export async function sweepUntil(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await sweepOnce(deps)
      if (failing) deps.log.info('the job sweep works again')
      failing = false
    } catch (error) {
      const away = isStorageUnavailable(error)
      if (!failing) deps.log[away ? 'warn' : 'error']({ err: error }, 'the job sweep failed')
      failing = true
    }
    await systemClock.sleep(withJitter(deps.settings.sweepMs), signal)
  }
}

async function all(
  onMoved: AfterCommit['onMoved'],
  transition: () => Promise<readonly MovedRow[]>,
): Promise<void> {
  for (;;) {
    const rows = await transition()
    onMoved(rows)
    if (rows.length < BATCH) return
  }
}

async function forgetIdleDomains(db: Database): Promise<void> {
  await db.execute(sql`
    delete from job_domains where domain in (
      select domain from job_domains
      where running = 0 and coalesce(closed_until <= now(), true)
      for update skip locked
    )`)
}
