// Commits that are not waited for on the disk, for rows that a crash of the database server may take back.
import { sql } from './sql.ts'

/**
 * The CTE `relaxed` (one row), which the statement has to read: its transaction is visible to all at its commit, and on the
 * disk within three times `wal_writer_delay` (0.6 s by default), or with the next commit that is waited for.
 */
export const relaxedCommit = sql`
  relaxed as materialized (
    select set_config('synchronous_commit', 'off', true)
  )`
