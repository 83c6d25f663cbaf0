// Reads rows of an index with the columns that its statements select.
import type { SQLInputValue, StatementSync } from 'node:sqlite'

/** All rows at once. */
export function allRows<Row extends object>(
  statement: StatementSync,
  ...parameters: readonly SQLInputValue[]
): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the columns that it selects
  return statement.all(...parameters) as unknown[] as Row[]
}

/** The rows one after the other, as they are read. The statement must not be run again meanwhile. */
export function eachRow<Row extends object>(
  statement: StatementSync,
  ...parameters: readonly SQLInputValue[]
): Iterable<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return statement.iterate(...parameters) as Iterable<unknown> as Iterable<Row>
}

/** The first row, or undefined without any. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export function firstRow<Row extends object>(
  statement: StatementSync,
  ...parameters: readonly SQLInputValue[]
): Row | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return statement.get(...parameters) as Row | undefined
}
