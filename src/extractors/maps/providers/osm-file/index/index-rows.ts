// Reads rows of an index with the columns that its statements select.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { rememberedOf } from '#kit/remembered.ts'

/** Compiling a statement takes longer than running most of them, and few are made of what a caller asks for. */
const MAX_COMPILED = 100
const statementOf = rememberedOf((db: DatabaseSync, text) => db.prepare(text), MAX_COMPILED)

/** All rows at once. */
export function allRows<Row extends object>(
  db: DatabaseSync,
  text: string,
  ...parameters: readonly SQLInputValue[]
): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the columns that it selects
  return statementOf(db, text).all(...parameters) as unknown[] as Row[]
}

/** The rows one after the other, as they are read: by a statement of its own, so that the same text may be run meanwhile. */
export function eachRow<Row extends object>(
  db: DatabaseSync,
  text: string,
  ...parameters: readonly SQLInputValue[]
): Iterable<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return db.prepare(text).iterate(...parameters) as Iterable<unknown> as Iterable<Row>
}

/** The first row, or undefined without any. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export function firstRow<Row extends object>(
  db: DatabaseSync,
  text: string,
  ...parameters: readonly SQLInputValue[]
): Row | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return statementOf(db, text).get(...parameters) as Row | undefined
}
