// Statements on one connection or on a pool of them.
import type { QueryConfig, QueryResult } from 'pg'
import { storageError } from './connection.ts'
import { sql, type Sql } from './sql.ts'

/** Runs statements: the pool itself, or one open transaction. */
export interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>
  /** The number of rows that the statement touched. */
  execute(statement: Sql): Promise<number>
}

/** `work` within an open transaction, which goes on after an error of it: only its own writes are undone. Throws the error. */
export async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint work`)
  try {
    const done = await work()
    await tx.execute(sql`release savepoint work`)
    return done
  } catch (error) {
    await tx.execute(sql`rollback to savepoint work`)
    throw error
  }
}

interface Target {
  query(config: QueryConfig): Promise<QueryResult>
}

/** Statements on one connection or on the pool; errors of lost connections are recognised. */
export function queryOn(target: Target): Queryable {
  const run = async (statement: Sql) => {
    try {
      return await target.query({
        text: statement.text,
        values: [...statement.values],
        ...(statement.name === undefined ? {} : { name: statement.name }),
      })
    } catch (error) {
      throw storageError(error)
    }
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the columns that it selects
    query: async <Row extends object>(statement: Sql) => (await run(statement)).rows as Row[],
    execute: async (statement) => (await run(statement)).rowCount ?? 0,
  }
}
