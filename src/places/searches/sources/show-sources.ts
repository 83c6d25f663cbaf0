// A search of several providers as the wire shows it: what its sources say, put together.
import type { Search, SearchContacts, SearchDetails, SourceSearch } from '#contract/places/search.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { distinct } from '#kit/distinct.ts'

/** `search`: its own row. `kept`: the distinct places of all sources. */
export function showSources(search: SourceSearch, sources: readonly SourceSearch[], kept: number): Search {
  return {
    ...search,
    area: firstOf(sources, ({ area }) => area),
    progress: progressOf(sources),
    waiting: firstOf(sources, ({ waiting }) => waiting),
    counts: { ...sources.map(({ counts }) => counts).reduce(sumOf, search.counts), kept },
    ...(sources.some(({ contacts }) => contacts !== undefined)
      ? { contacts: sources.flatMap(({ contacts }) => contacts ?? []).reduce(sumOfContacts) }
      : {}),
    ...(sources.some(({ details }) => details !== undefined)
      ? { details: sources.flatMap(({ details }) => details ?? []).reduce(sumOfDetails) }
      : {}),
    understood: firstOf(sources, ({ understood }) => understood),
    warnings: distinct(sources.flatMap(({ warnings }) => warnings)),
    attribution: distinct(sources.flatMap(({ attribution }) => attribution)),
    sources: [...sources],
  }
}

/** How many places the sources of a search found, each once: also those that a merge made one. */
export async function countPlaces(db: Queryable, parentId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(distinct s.place_id)::integer as n
    from searches c join search_places s on s.search_id = c.id join places p on p.id = s.place_id
    where c.parent_id = ${parentId}`)
  return row?.n ?? 0
}

function progressOf(sources: readonly SourceSearch[]): Search['progress'] {
  const all = sources.map(({ progress }) => progress)
  const totals = all.flatMap(({ total }) => total ?? [])
  const shares = all.flatMap(({ share }) => share ?? [])
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    total: totals.length < all.length ? null : totals.reduce((sum, total) => sum + total, 0),
    share: shares.length < all.length ? null : shares.reduce((sum, share) => sum + share, 0) / all.length,
    message: firstOf(all, ({ message }) => message),
  }
}

type Counts = Search['counts']

/** `kept` is no sum: several providers know the same places. */
function sumOf(a: Counts, b: Counts): Counts {
  return {
    cellsPlanned: a.cellsPlanned + b.cellsPlanned,
    cellsDone: a.cellsDone + b.cellsDone,
    cellsFailed: a.cellsFailed + b.cellsFailed,
    cellsSaturated: a.cellsSaturated + b.cellsSaturated,
    cellsSplit: a.cellsSplit + b.cellsSplit,
    requests: a.requests + b.requests,
    raw: a.raw + b.raw,
    duplicate: a.duplicate + b.duplicate,
    outside: a.outside + b.outside,
    unplaced: a.unplaced + b.unplaced,
    kept: 0,
    approximate: a.approximate + b.approximate,
    new: a.new + b.new,
  }
}

function sumOfContacts(a: SearchContacts, b: SearchContacts): SearchContacts {
  return {
    pending: a.pending + b.pending,
    enriched: a.enriched + b.enriched,
    failed: a.failed + b.failed,
    noWebsite: a.noWebsite + b.noWebsite,
  }
}

function sumOfDetails(a: SearchDetails, b: SearchDetails): SearchDetails {
  return { pending: a.pending + b.pending, done: a.done + b.done, failed: a.failed + b.failed }
}

function firstOf<Item, Value>(items: readonly Item[], of: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = of(item)
    if (value !== null) return value
  }
  return null
}
