// Keeps what the cells of a search say would have found more. Those of several cells are added up: each counts in its part.
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
