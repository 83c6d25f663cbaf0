// Claims due deliveries under a lease: at most a fixed number for each destination at once, over all replicas.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { WebhookSettings } from './webhook-settings.ts'

export interface ClaimedDelivery {
  readonly id: string
  readonly leaseToken: string
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /** Attempts that failed before. */
  readonly failures: number
  readonly messageId: string
  readonly body: string
  /** Only in records from before URLs were encrypted. */
  readonly url: string | null
  /** When the record was made. */
  readonly createdAt: Date
  /** The encrypted URL of the endpoint, or the URL, secret and headers of an address that a request named. */
  readonly sealed: Buffer | null
  readonly endpointId: string | null
  /** Null when the record has no endpoint, or the endpoint was deleted meanwhile. */
  readonly endpoint: ClaimedEndpoint | null
}

export interface ClaimedEndpoint {
  readonly status: 'enabled' | 'disabled'
  readonly encryptedSecret: Buffer
  /** Only while both secrets count. */
  readonly encryptedPreviousSecret: Buffer | null
  readonly encryptedHeaders: Buffer | null
}

const DESTINATIONS_AT_ONCE = 100

interface ClaimedRow extends Omit<ClaimedDelivery, 'endpoint'>, ClaimedEndpoint {
  readonly status: ClaimedEndpoint['status']
}

/** Skips deliveries that another replica is claiming. Each claimed one has an attempt in the database from now on. */
export async function claimDeliveries(
  db: Database,
  settings: WebhookSettings,
  capacity: number,
): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const destinations = await tx.query<{ lane: string; room: number }>(sql`
      select lane, ${settings.perReceiver}::integer - running as room from webhook_lanes
      where due_at <= now() and running < ${settings.perReceiver} and (closed_until is null or closed_until <= now())
      order by due_at
      limit ${DESTINATIONS_AT_ONCE}
      for update skip locked`)
    if (destinations.length === 0) return []
    // A separate statement, so that it sees every record that was added to the destinations before they were locked.
    const rows = await tx.query<ClaimedRow>(sql`
      with lane as (
        select * from unnest(${destinations.map((l) => l.lane)}::text[], ${destinations.map((l) => l.room)}::integer[]) as l (lane, room)
      ),
      due as materialized (
        select d.id from lane l
        cross join lateral (
          select r.id, r.next_attempt_at from webhook_records r
          where r.lane = l.lane and r.status in ('pending', 'retrying') and r.direction = 'outgoing'
            and r.next_attempt_at <= now()
          order by r.next_attempt_at
          limit l.room
        ) as d
        order by d.next_attempt_at
        limit ${capacity}
      ),
      moved as (
        update webhook_records r
        set status = 'delivering', attempts = r.attempts + 1, next_attempt_at = null, lease_token = gen_random_uuid(),
          lease_expires_at = now() + ${settings.leaseMs}::float8 * interval '1 ms',
          url = case when r.endpoint_id is null then r.url
            else (select e.url from webhook_endpoints e where e.id = r.endpoint_id) end,
          sealed = coalesce((select e.url_sealed from webhook_endpoints e where e.id = r.endpoint_id), r.sealed)
        from due
        where r.id = due.id and r.status in ('pending', 'retrying')
        returning r.*
      ),
      attempt as (
        insert into webhook_attempts (record_id, number) select id, attempts from moved
      ),
      taken as (
        update webhook_lanes l
        set running = l.running + (select count(*) from moved m where m.lane = l.lane),
          due_at = (
            select min(r.next_attempt_at) from webhook_records r
            where r.lane = l.lane and r.status in ('pending', 'retrying') and r.direction = 'outgoing'
              and r.id not in (select id from moved)
          )
        from lane
        where l.lane = lane.lane
      )
      select m.id, m.lease_token as "leaseToken", m.attempts as attempt, m.failures, m.message_id as "messageId",
        m.created_at as "createdAt", m.body, m.url, m.sealed, m.endpoint_id as "endpointId", e.status,
        e.secret_sealed as "encryptedSecret", e.headers_sealed as "encryptedHeaders",
        case when e.previous_until > now() then e.previous_secret_sealed end as "encryptedPreviousSecret"
      from moved m
      left join webhook_endpoints e on e.id = m.endpoint_id`)
    return rows.map(
      ({ status, encryptedSecret, encryptedPreviousSecret, encryptedHeaders, ...delivery }) => ({
        ...delivery,
        endpoint:
          status === null ? null : { status, encryptedSecret, encryptedPreviousSecret, encryptedHeaders },
      }),
    )
  })
}

/** Milliseconds until a delivery is due that may be claimed; null when nothing waits. */
export async function nextDueInMs(db: Database, settings: WebhookSettings): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(sql`
    select extract(epoch from min(greatest(due_at, closed_until)) - now())::float8 * 1000 as ms from webhook_lanes
    where due_at is not null and running < ${settings.perReceiver}`)
  return row?.ms ?? null
}
