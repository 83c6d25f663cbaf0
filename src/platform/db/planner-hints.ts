// Hints to the query planner in the hot statements. Their plans are made once per connection, often while the tables
// are empty, and must still be right with a million jobs.
import { sql, type Sql } from './sql.ts'

/**
 * `value` as part of the statement text. PostgreSQL keeps one plan for a prepared statement only when that plan looks
 * no more expensive than planning again, and an unknown limit looks expensive. Only for settings and constants: each
 * value makes another statement.
 */
export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no integer`)
  const text = [String(value)]
  return sql(Object.assign(text, { raw: text }))
}

/**
 * A condition on the ordinal `n` of a list that is always true: PostgreSQL expects a range to keep one row in two hundred,
 * and therefore looks each row of the list up by its key instead of reading the whole table.
 */
export const looksRare = sql`n between 1 and 1000000000`

/**
 * `condition`, which is true of every row in question, written so that PostgreSQL expects each row to cost as much as a count to
 * a thousand, which it never does. The plan is then the one that reads the fewest rows: by the index that has all the other
 * conditions, in its order and up to the limit. Without it, a plan that was made for a short table reads and sorts all of it, and
 * stays until the next analysis, however long the table has become. `column` is of `bigint`, and of the same row.
 */
export function looksDear(condition: Sql, column: Sql): Sql {
  return sql`(${condition} or (select count(*) from generate_series(1, 1000) as g where g = ${column}) > 1)`
}
