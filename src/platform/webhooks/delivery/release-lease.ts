// Releases leased deliveries: those of a lost sender, and those of a sender that stops.
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'

const BATCH = 500

/**
 * Releases the deliveries of a lost or stopped sender. The attempt stays in the history without an outcome, and does
 * not count as a failure.
 */
export async function releaseExpired(db: Queryable): Promise<number> {
  return releaseLease(db, sql`lease_expires_at < now()`, 'sender_lost')
}

export async function releaseByToken(db: Queryable, leaseTokens: readonly string[]): Promise<number> {
  return releaseLease(
    db,
    sql`status = 'delivering' and lease_token = any(${leaseTokens}::uuid[])`,
    'sender_stopped',
  )
}

async function releaseLease(db: Queryable, which: Sql, why: string): Promise<number> {
  return db.execute(sql`
    with lapsed as materialized (
      select id from webhook_records where status = 'delivering' and ${which}
      order by lane
      limit ${BATCH}
      for update skip locked
    ),
    moved as (
      update webhook_records r
      set status = case when r.failures = 0 then 'pending' else 'retrying' end, next_attempt_at = now(),
        lease_token = null, lease_expires_at = null
      from lapsed
      where r.id = lapsed.id
      returning r.id, r.lane, r.attempts
    ),
    attempt as (
      update webhook_attempts a set error = ${why}
      from moved
      where a.record_id = moved.id and a.number = moved.attempts
    )
    update webhook_lanes l
    set running = l.running - m.n, due_at = least(l.due_at, now())
    from (select lane, count(*) as n from moved group by lane) as m
    where l.lane = m.lane`)
}
