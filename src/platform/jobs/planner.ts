// What the hot statements tell the planner. Their plans are made once per connection, often while the tables are empty,
// and must still be right with a million jobs.
import { sql, type Sql } from '#platform/db/sql.ts'

/**
 * `value` as part of the text. A prepared statement keeps one plan only where that looks no dearer than planning anew,
 * and an unknown limit looks dear. Only for settings and constants: each value makes a statement of its own.
 */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no integer`)
  const text = [String(value)]
  return sql(Object.assign(text, { raw: text }))
}

/**
 * A condition on the ordinal `n` of a list that is always true and that the planner takes for one row in two hundred. It
 * then looks each row of the list up by its key; otherwise it would read a table that is small today from end to end,
 * and go on doing so when it has grown.
 */
export const looksRare = sql`n between 1 and 1000000000`
