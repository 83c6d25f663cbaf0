// Ends a search with its result: complete or not, and for what reasons.
import type { Problem } from '#contract/problem.ts'
import type { SearchState } from '#contract/places/search.ts'
import { classifySearch, type CellCounts, type SearchFacts } from './classify-search.ts'
import { runChanges } from '#places/schedules/model/run-changes.ts'
import { compareLater } from './search-jobs.ts'
import { closeVanished } from '#places/identity/close-places.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { formatId } from '#kit/ids.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import { readSubscription, takeSubscription } from '#platform/webhooks/targets/subscriptions.ts'
import { readSearches } from './get-search.ts'
import { warnOfOlderData } from './sources/older-data.ts'
import { endOfSources, parentOf } from './sources/source-rows.ts'

/** The channel for each end of a search, with its uuid. */
export function searchEndedChannel(schema: string): string {
  return `${schema}_search_ended`
}

/** All cells of the search have ended. */
export async function endSearch(tx: Queryable, searchId: string): Promise<void> {
  const counted = await readCellCounts(tx, searchId)
  const [search] = await tx.query<SearchFacts>(sql`
    select waiting ->> 'detail' as "waitedFor",
           jsonb_path_query_first(warnings, '$[*] ? (@.code == "boundary_cut").detail') #>> '{}' as "cutArea"
    from searches where id = ${searchId}`)
  const { status, reasons } = classifySearch(counted, search)
  if (reasons.length === 0) await closeVanished(tx, searchId)
  await warnOfOlderData(tx, searchId)
  await compareLater(tx, searchId)
  const [firstError] =
    status === 'failed'
      ? await tx.query<{ error: Problem }>(sql`
          select error from cells where search_id = ${searchId} and state = 'failed' order by id limit 1`)
      : []
  await writeEnd(tx, searchId, { status, reasons, error: firstError?.error ?? null })
}

async function readCellCounts(tx: Queryable, searchId: string): Promise<CellCounts[]> {
  return tx.query<CellCounts>(sql`
    select state, cut_code as "cutCode", saturated, partial_reason is not null as partial, repeated > 0 as repeated, missed > 0 as missed, count(*)::integer as count,
           sum(repeated)::integer as "unseenRows",
           min(partial_reason) as "partialReason", min(error ->> 'detail') as "errorDetail"
    from cells where search_id = ${searchId} and (state <> 'split' or repeated > 0)
    group by state, cut_code, saturated, partial_reason is not null, repeated > 0, missed > 0`)
}

/** The area could not be resolved or planned: nothing was searched. */
export async function failSearch(tx: Queryable, searchId: string, error: Problem): Promise<void> {
  const reasons = [{ code: 'planning_failed', detail: error.detail, count: 1 }]
  await writeEnd(tx, searchId, { status: 'failed', reasons, error })
}

/** The search was cancelled: cells that are still open count as cut, now or later. Does nothing when it has ended. */
export async function endCancelled(tx: Queryable, searchId: string): Promise<void> {
  const counted = await readCellCounts(tx, searchId)
  const cells = counted.map((cellCounts) =>
    cellCounts.state === 'open' ? { ...cellCounts, state: 'cut' as const, cutCode: 'cancelled' } : cellCounts,
  )
  const { reasons } = classifySearch(cells)
  const all = reasons.some(({ code }) => code === 'cancelled') ? reasons : [CANCELLED_BEFORE, ...reasons]
  await writeEnd(tx, searchId, { status: 'cancelled', reasons: all, error: null })
}

/** Cancelled before there were cells, or while the last one ended. */
const CANCELLED_BEFORE = { code: 'cancelled', detail: 'The search was cancelled.', count: 1 }

interface SearchEnd {
  readonly status: SearchState
  readonly reasons: readonly { code: string; detail: string; count: number }[]
  readonly error: Problem | null
}

async function writeEnd(
  tx: Queryable,
  searchId: string,
  { status, reasons, error }: SearchEnd,
): Promise<void> {
  const ended = await tx.execute(sql`
    with ended as (
      update searches
      set status = ${status}, complete = ${reasons.length === 0}, reasons = ${JSON.stringify(reasons)},
          error = ${error === null ? null : JSON.stringify(error)}, completed_at = now(),
          waiting = null
      where id = ${searchId} and status in ('queued', 'running')
      returning id
    )
    select pg_notify(current_schema() || '_search_ended', id::text) from ended`)
  if (ended === 0) return
  const parentId = await parentOf(tx, searchId)
  if (parentId === null) return announceEnd(tx, searchId)
  const whole = await endOfSources(tx, parentId)
  if (whole !== null) await writeEnd(tx, parentId, whole)
}

/** The end of the search must be written in `tx` already. */
async function announceEnd(tx: Queryable, searchId: string): Promise<void> {
  const [search] = await readSearches(tx, sql`id = ${searchId}`)
  if (search === undefined) return
  const { id, sessionId, status, query, complete, counts, error, links } = search
  // A failed job of it may be run again, and then the search ends once more.
  const mayReopen = status === 'failed' || status === 'partially_succeeded'
  const changes = await runChanges(tx, searchId)
  const target = await (mayReopen ? readSubscription(tx, searchId) : takeSubscription(tx, searchId))
  await publish(tx, [
    {
      event: `search.${status}`,
      at: new Date(search.completedAt ?? search.createdAt),
      subjectId: formatId('sea', searchId),
      owner: target?.owner ?? null,
      target,
      summary: {
        searchId: id,
        sessionId,
        status,
        query,
        complete,
        kept: counts.kept,
        new: counts.new,
        error,
        ...(changes === null ? {} : { changes }),
        searchHref: links['self'],
        resultHref: links['export'],
      },
      result: search,
    },
  ])
}
