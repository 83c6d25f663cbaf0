// What a PostgreSQL server must support before Surveyor stores data in it.
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** PostgreSQL 15, as server_version_num. */
const OLDEST_VERSION = 150_000

/** Throws a message for the operator when the server is too old or its database is not UTF8. */
export async function checkServer(db: Queryable): Promise<void> {
  const [server] = await db.query<{ version: number; shown: string; encoding: string; name: string }>(sql`
    select
      current_setting('server_version_num')::int as version,
      current_setting('server_version') as shown,
      current_setting('server_encoding') as encoding,
      current_database() as name`)
  if (server === undefined) throw new Error('The database server did not tell its version.')
  if (server.version < OLDEST_VERSION) {
    throw new Error(`The database server is PostgreSQL ${server.shown}; Surveyor needs 15 or newer.`)
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `The database "${server.name}" has the encoding ${server.encoding}; Surveyor needs UTF8. ` +
        `Make another one: create database surveyor encoding 'UTF8' template template0`,
    )
  }
}
