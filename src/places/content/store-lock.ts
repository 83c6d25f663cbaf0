// Separates deleting places from storing pages: a page finds a place by its alias and writes to it a moment later.
import { sql } from '#platform/db/sql.ts'

const key = sql`hashtextextended(current_schema() || ' places', 0)`

/** An expression of the transaction that stores a page; pages do not block each other. */
export const storeLock = sql`pg_advisory_xact_lock_shared(${key})`

/** An expression of a transaction that deletes places, before anything else: it waits for the pages being stored. */
export const deleteLock = sql`pg_advisory_xact_lock(${key})`
