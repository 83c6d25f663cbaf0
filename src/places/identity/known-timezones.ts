// The time zones that the database knows.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Read once, at the first call: the view takes the server some 50 ms. */
export function knownTimezones(db: Queryable): () => Promise<ReadonlySet<string>> {
  let known: Promise<ReadonlySet<string>> | null = null
  return async () => {
    known ??= db
      .query<{ name: string }>(sql`select name from pg_timezone_names`)
      .then((rows) => new Set(rows.map(({ name }) => name)))
    try {
      return await known
    } catch (error) {
      known = null
      throw error
    }
  }
}
