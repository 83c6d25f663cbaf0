// A search of several providers as the wire shows it: what its sources say, put together.
import type { Search, SourceSearch } from '#contract/places/search.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { distinct } from '#kit/distinct.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** `search`: its own row. `kept`: the distinct places of all sources. */
export function showSources(search: SourceSearch, sources: readonly SourceSearch[], kept: number): Search {
  return {
    ...search,
    area: firstOf(sources, ({ area }) => area),
    progress: progressOf(sources),
    waiting: firstOf(sources, ({ waiting }) => waiting),
    // `kept` is no sum: several providers know the same places.
    counts: { ...sources.map(({ counts }) => counts).reduce(sumOf, search.counts), kept },
    ...(sources.some(({ contacts }) => contacts !== undefined)
      ? { contacts: sources.flatMap(({ contacts }) => contacts ?? []).reduce(sumOf) }
      : {}),
    ...(sources.some(({ details }) => details !== undefined)
      ? { details: sources.flatMap(({ details }) => details ?? []).reduce(sumOf) }
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

/** Of counts with the same fields, field by field. */
function sumOf<Counts extends object>(a: Counts, b: Counts): Counts {
  const [one, other] = [fieldsOf(a), fieldsOf(b)]
  const sums = Object.keys(one).map((name) => [name, Number(one[name]) + Number(other[name])])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of both, which are counts
  return Object.fromEntries(sums) as Counts
}

function firstOf<Item, Value>(items: readonly Item[], of: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const value = of(item)
    if (value !== null) return value
  }
  return null
}
