// Statements on one connection or on a pool of them.
import type { QueryConfig, QueryResult } from 'pg'
import { storageError } from './connection.ts'
import type { Sql } from './sql.ts'

/** Runs statements: the pool itself, or one open transaction. */
export interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>
  /** The number of rows that the statement touched. */
  execute(statement: Sql): Promise<number>
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
