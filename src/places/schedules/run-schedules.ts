// Begins the searches of schedules: of those whose time has come, and of one at once. Any replica may do it; the lock of the row
// lets one of them.
import type { AcceptedSearch } from '#contract/places/search.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { inSavepoint } from '#platform/db/queryable.ts'
import { sql } from '#platform/db/sql.ts'
import { ownerEnd } from '#platform/keys/key-store.ts'
import {
  acceptedSearch,
  beginSearch,
  type BeginSearchDeps,
  type BegunSearch,
} from '#places/searches/create-search.ts'
import { missedRuns, nextRun } from './model/next-run.ts'
import { readSchedules, type ScheduleRow } from './model/schedule-rows.ts'

/** What a schedule begins its searches with. */
export interface RunDueDeps extends BeginSearchDeps {
  readonly db: Database
}

/** More times are not counted one by one. */
const MAX_COUNTED = 10_000

/** Answers how many searches it began. A schedule that no time fits any more is deleted. */
export async function runDue(deps: RunDueDeps): Promise<number> {
  let begun = 0
  for (;;) {
    const ran = await deps.db.transaction(async (tx) => runNext(deps, tx))
    if (ran === null) return begun
    begun += ran
  }
}

/** Of the schedules that are due the first one that nobody else runs; null: there is none. */
async function runNext(deps: RunDueDeps, tx: Queryable): Promise<number | null> {
  const [due] = await readSchedules(tx, sql`next_at <= now() order by next_at limit 1 for update skip locked`)
  const [clock] = await tx.query<{ now: Date }>(sql`select now()`)
  if (due === undefined || due.nextAt === null || clock === undefined) return null
  const missed = missedRuns(due, due.nextAt, clock.now, MAX_COUNTED)
  const next = nextRun(due, due.nextAt, clock.now)
  const isRunning = await goesOn(tx, due)
  const end = await ownerEnd(tx, due.owner)
  const error = end !== null ? ended(end) : isRunning ? null : await begin(deps, tx, due)
  const ran = !isRunning && error === null ? 1 : 0
  if (next === null) await tx.execute(sql`delete from schedules where id = ${due.id}`)
  else {
    await tx.execute(sql`
      update schedules
      set next_at = ${next}, runs = runs + ${ran}, skipped = skipped + ${missed + 1 - ran},
          error = ${error === null ? null : JSON.stringify(problemOf(error))}
      where id = ${due.id}`)
  }
  return ran
}

/** Nobody watches what such a schedule would go on to search for. */
const ended = (code: 'key_revoked' | 'key_expired'): SurveyorError =>
  new SurveyorError(
    code,
    `The key that made this schedule ${code === 'key_revoked' ? 'was revoked' : 'has expired'}: it begins no more searches. ` +
      'Delete it, and make it again with another key.',
  )

/** Null where the search began. A queue that is drained, or a session that is gone, is an error of this time alone. */
async function begin(deps: RunDueDeps, tx: Queryable, due: ScheduleRow): Promise<SurveyorError | null> {
  try {
    await inSavepoint(tx, () => beginSearch(tx, deps, searchOf(due, null)))
    return null
  } catch (error) {
    if (!(error instanceof SurveyorError) || error.code === 'storage_unavailable') throw error
    return error
  }
}

const searchOf = ({ id, request, target, owner }: ScheduleRow, traceparent: string | null): BegunSearch => ({
  id: uuidV7(),
  body: request,
  target,
  scheduleId: id,
  origin: { fairnessKey: owner, traceparent },
})

async function goesOn(tx: Queryable, { id }: ScheduleRow): Promise<boolean> {
  const running = await tx.query(sql`
    select from searches where schedule_id = ${id} and status in ('queued', 'running') limit 1`)
  return running.length > 0
}

/**
 * Begins a search of the schedule now; the caller holds the lock of its row. Its next time stays, and a paused one stays
 * paused. Throws `conflict` (a run goes on, or the key that made it has ended), and what `beginSearch` throws.
 */
export async function runNow(
  deps: BeginSearchDeps,
  tx: Queryable,
  row: ScheduleRow,
  traceparent: string | null,
): Promise<AcceptedSearch> {
  const end = await ownerEnd(tx, row.owner)
  if (end !== null) throw new SurveyorError('conflict', ended(end).message)
  if (await goesOn(tx, row)) throw new SurveyorError('conflict', 'A run of this schedule goes on.')
  const search = searchOf(row, traceparent)
  const session = await beginSearch(tx, deps, search)
  await tx.execute(sql`update schedules set runs = runs + 1, error = null where id = ${row.id}`)
  return acceptedSearch(search, session)
}
