// Begins attempts: marks each in the history before anything is sent, and reads what is to be sent where.
import { createBatcher } from '#platform/db/batcher.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { relaxedCommit } from '#platform/db/relaxed-commit.ts'
import { sql } from '#platform/db/sql.ts'
import { storedLease, type LeaseRef } from '#platform/jobs/leases/leases.ts'

/** A delivery whose attempt has begun. */
export interface Delivery {
  /** The uuid of the record, which is also that of its job. */
  readonly id: string
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
  readonly endpoint: DeliveryEndpoint | null
}

/** The endpoint as it is now, which may not be as it was when the event happened. */
export interface DeliveryEndpoint {
  readonly status: 'enabled' | 'disabled'
  readonly encryptedSecret: Buffer
  /** Only while both secrets count. */
  readonly encryptedPreviousSecret: Buffer | null
  readonly encryptedHeaders: Buffer | null
}

const MAX_BATCH = 500

/** Null when the lease no longer counts, or the record has ended meanwhile. Concurrent calls share a statement. */
export function createAttemptBeginnings(db: Database): (lease: LeaseRef) => Promise<Delivery | null> {
  const beginnings = createBatcher<LeaseRef, Delivery | null>({
    async run(refs) {
      const leases = refs.map(storedLease)
      const begun = new Map((await begin(db, leases)).map((delivery) => [delivery.id, delivery]))
      return leases.map(({ id }) => begun.get(id) ?? null)
    },
    maxEntries: MAX_BATCH,
    keyOf: ({ jobId }) => jobId,
    concurrency: 2,
  })
  return beginnings.submit
}

interface BegunRow extends Omit<Delivery, 'endpoint'>, Omit<DeliveryEndpoint, 'status'> {
  readonly status: DeliveryEndpoint['status'] | null
}

/**
 * An attempt that began before and has no outcome was that of a lost sender. The commit is not awaited on the disk:
 * after a power cut the mark may be missing, and the delivery is repeated under the same id as after any other.
 */
async function begin(db: Queryable, leases: readonly ReturnType<typeof storedLease>[]): Promise<Delivery[]> {
  const rows = await db.query<BegunRow>(sql`
    with ${relaxedCommit},
    held as materialized (
      select r.id from relaxed
      cross join unnest(
        ${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ leaseToken }) => leaseToken)}::uuid[]
      ) as l (id, token)
      join jobs j on j.id = l.id and j.lease_token = l.token and j.state = 'running'
      join webhook_records r on r.id = l.id
      where r.completed_at is null
      order by r.id
      for update of r
    ),
    lost as (
      update webhook_attempts a set error = 'sender_lost' from held
      where a.record_id = held.id and a.duration_ms is null and a.error is null
    ),
    moved as (
      update webhook_records r
      set attempts = r.attempts + 1,
        url = case when r.endpoint_id is null then r.url
          else (select e.url from webhook_endpoints e where e.id = r.endpoint_id) end,
        sealed = coalesce((select e.url_sealed from webhook_endpoints e where e.id = r.endpoint_id), r.sealed)
      from held
      where r.id = held.id
      returning r.*
    ),
    attempt as (
      insert into webhook_attempts (record_id, number) select id, attempts from moved
    )
    select m.id, m.attempts as attempt, m.failures, m.message_id as "messageId", m.created_at as "createdAt", m.body,
      m.url, m.sealed, m.endpoint_id as "endpointId", e.status, e.secret_sealed as "encryptedSecret",
      e.headers_sealed as "encryptedHeaders",
      case when e.previous_until > now() then e.previous_secret_sealed end as "encryptedPreviousSecret"
    from moved m
    left join webhook_endpoints e on e.id = m.endpoint_id`)
  return rows.map(({ status, encryptedSecret, encryptedPreviousSecret, encryptedHeaders, ...delivery }) => ({
    ...delivery,
    endpoint: status === null ? null : { status, encryptedSecret, encryptedPreviousSecret, encryptedHeaders },
  }))
}
