// System jobs: work of the service itself, such as deliveries of webhooks. No user sees, pauses, cancels or counts them.
import { sql } from '#platform/db/sql.ts'

/**
 * Whether jobs of this type are the service's own. They are in no list, count, statistic or event, no pause or drain of
 * the queue holds them, a lost worker does not isolate them, and they are deleted at their end.
 */
export function isSystemType(type: string): boolean {
  return type.startsWith('system.')
}

/** The condition that a row with the column `type` is no system job. */
export const isUserType = sql`not starts_with(type, 'system.')`
