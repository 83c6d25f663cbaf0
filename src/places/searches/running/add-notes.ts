// Keeps what the answers for the cells of a search say beside their places, added up: what it warns of, and what would have found more.
import type { Warning } from '#contract/crawl/result.ts'
import type { Search } from '#contract/places/search.ts'
import type { Understood } from '#contract/places/understood.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

type Suggestions = Understood['suggestions']

/** `tx` holds the search. Nothing is kept of a search whose provider does not say how it understood the query. */
export async function addSuggestions(tx: Queryable, searchId: string, more: Suggestions): Promise<void> {
  if (more.length === 0) return
  const [row] = await tx.query<{ understood: Understood | null }>(
    sql`select understood from searches where id = ${searchId}`,
  )
  const understood = row?.understood ?? null
  if (understood === null) return
  const suggestions = sumOf(understood.suggestions, more)
  await tx.execute(sql`
    update searches set understood = ${JSON.stringify({ ...understood, suggestions })} where id = ${searchId}`)
}

/** A count that is unknown in one part is unknown in all. */
function sumOf(known: Suggestions, more: Suggestions): Suggestions {
  const counts = new Map(known.map(({ query, count }) => [query, count]))
  for (const { query, count } of more) {
    const before = counts.get(query)
    counts.set(
      query,
      before === undefined ? count : before === null || count === null ? null : before + count,
    )
  }
  return [...counts].map(([query, count]) => ({ query, count }))
}

/**
 * Each warning once, with how many places it was said of, where that is known. `tx` holds the search. What its plan says
 * already is said for all cells. `counts`: for a code, how many places this page
 * is the first to show of which it is said. The answer for a cell counts a place again on each of its pages.
 */
export async function addWarnings(
  tx: Queryable,
  searchId: string,
  more: readonly Warning[],
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const counted = more.map((warning) =>
    Object.hasOwn(counts, warning.code) ? { ...warning, count: counts[warning.code] ?? 0 } : warning,
  )
  // What lies outside is dropped, and counted by itself.
  const given = counted.filter(({ code, count }) => code !== 'outside_area' && count !== 0)
  if (given.length === 0) return
  const [row] = await tx.query<Pick<Search, 'warnings'>>(
    sql`select warnings from searches where id = ${searchId}`,
  )
  const warnings = [...(row?.warnings ?? [])]
  for (const { code, detail, count } of given) {
    const at = warnings.findIndex((known) => known.code === code)
    const known = warnings[at]
    if (known === undefined) warnings.push({ code, detail, ...(count === undefined ? {} : { count }) })
    else if (known.count !== undefined && count !== undefined)
      warnings[at] = { ...known, count: known.count + count }
  }
  await tx.execute(sql`update searches set warnings = ${JSON.stringify(warnings)} where id = ${searchId}`)
}
