// The searches that a search of several providers is made of.
import type { Search, SearchState } from '#contract/places/search.ts'
import type { Problem } from '#contract/problem.ts'
import type { Provider } from '#contract/places/place.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'

/** The ids of the searches whose places are those of this one: itself, and one for each of its providers. */
export const withSources = (searchId: string): Sql =>
  sql`(select id from searches where id = ${searchId} or parent_id = ${searchId})`

/** The result of one provider. The ids are uuids. */
export interface EndedSource {
  readonly provider: Provider
  readonly status: SearchState
  readonly complete: boolean | null
  readonly reasons: Search['reasons']
  readonly error: Problem | null
}

/** How a search of several providers ends: the providers that failed are named, and take nothing from the others. */
export interface EndOfSources {
  readonly status: SearchState
  readonly reasons: Search['reasons']
  readonly error: Problem | null
}

/** The uuid of the search of several providers that this one belongs to; null: none. */
export async function parentOf(tx: Queryable, searchId: string): Promise<string | null> {
  const [row] = await tx.query<{ parentId: string | null }>(
    sql`select parent_id as "parentId" from searches where id = ${searchId}`,
  )
  return row?.parentId ?? null
}

/**
 * Null while one of the providers is still searched. The end of the last one must be written in `tx` already: of those that
 * end at the same time, the lock lets the second one see the first.
 */
export async function endOfSources(tx: Queryable, parentId: string): Promise<EndOfSources | null> {
  await tx.query(sql`select from searches where id = ${parentId} for no key update`)
  const sources = await tx.query<EndedSource>(sql`
    select request ->> 'provider' as provider, status, complete, reasons, error
    from searches where parent_id = ${parentId} order by id`)
  if (sources.some(({ status }) => status === 'queued' || status === 'running')) return null
  return resultOf(sources)
}

/** Exported for its test: the result of ended searches. */
export function resultOf(sources: readonly EndedSource[]): EndOfSources {
  const reasons = sources.flatMap(({ provider, reasons: own }) =>
    own.map((reason) => ({ ...reason, detail: `${provider}: ${reason.detail}` })),
  )
  const all = (wanted: SearchState) => sources.every(({ status }) => status === wanted)
  if (all('failed')) return { status: 'failed', reasons, error: sources[0]?.error ?? null }
  const status = all('cancelled') ? 'cancelled' : all('succeeded') ? 'succeeded' : 'partially_succeeded'
  return { status, reasons, error: null }
}

/** The first provider that begins makes the whole search one that runs. */
export async function markParentRunning(tx: Queryable, searchId: string): Promise<void> {
  await tx.execute(sql`
    update searches set status = 'running', started_at = now()
    where id = (select parent_id from searches where id = ${searchId}) and status = 'queued'`)
}

/** A provider is searched once more, so the search has not ended. A cancelled one stays cancelled. */
export async function reopenParent(tx: Queryable, searchId: string): Promise<void> {
  await tx.execute(sql`
    update searches
    set status = 'running', completed_at = null, complete = null, reasons = '[]', error = null
    where id = (select parent_id from searches where id = ${searchId}) and status in ('failed', 'partially_succeeded')`)
}
