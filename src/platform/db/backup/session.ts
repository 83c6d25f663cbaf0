// How values are written as text, whatever the server or the role prefers: a backup of one server is read by another.
import { sql, type Sql } from '#platform/db/sql.ts'

/** For the transaction that writes or reads a backup, which may also take as long as it needs. */
export const sessionAsText: readonly Sql[] = [
  sql`set local client_encoding = 'UTF8'`,
  sql`set local datestyle = 'ISO, YMD'`,
  sql`set local intervalstyle = 'postgres'`,
  sql`set local extra_float_digits = 1`,
  sql`set local bytea_output = 'hex'`,
  sql`set local statement_timeout = 0`,
  sql`set local lock_timeout = 0`,
  sql`set local idle_in_transaction_session_timeout = 0`,
]
