// Queues records for their destination.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

export interface NewRecord {
  readonly id: string
  readonly messageId: string
  readonly event: string
  readonly endpointId: string | null
  /** Null without a receiver: the record then only shows that the event happened. */
  readonly lane: string | null
  /** Base64 of the encrypted URL of an endpoint, or of the encrypted target that a request named. */
  readonly sealed: string | null
  /** For a target from before URLs were encrypted. */
  readonly url?: string
  /** The owner who may see the record, besides callers who see all. */
  readonly owner: string | null
  readonly subjectId: string | null
  readonly body: string
  readonly replayOf: string | null
}

/** The destination of an endpoint: all its deliveries share the limits of one receiver. */
export function destinationOfEndpoint(endpointUuid: string): string {
  return `whe_${endpointUuid}`
}

/** The records are due at once. Also call `wakeSenders` when the senders may be on other machines. */
export async function insertRecords(tx: Queryable, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return
  const column = <K extends keyof NewRecord>(name: K) => records.map((record) => record[name])
  await tx.execute(sql`
    with record as (
      select * from unnest(
        ${column('id')}::uuid[], ${column('messageId')}::text[], ${column('event')}::text[],
        ${column('endpointId')}::uuid[], ${column('lane')}::text[], ${column('owner')}::text[], ${records.map(({ url }) => url ?? null)}::text[],
        ${column('sealed')}::text[], ${column('subjectId')}::text[], ${column('body')}::text[],
        ${column('replayOf')}::uuid[]
      ) as r (id, message_id, event, endpoint_id, lane, owner, url, sealed, subject_id, body, replay_of)
    ),
    inserted as (
      insert into webhook_records (
        id, direction, message_id, event, endpoint_id, lane, owner, url, sealed, subject_id, body, status, next_attempt_at,
        replay_of, completed_at
      )
      select id, 'outgoing', message_id, event, endpoint_id, lane, owner, url, decode(sealed, 'base64'), subject_id, body,
        case when lane is null then 'discarded' else 'pending' end, case when lane is not null then now() end,
        replay_of, case when lane is null then now() end
      from record
    )
    -- In the order of the lanes, as everywhere: two statements never wait for each other crosswise.
    insert into webhook_lanes as l (lane, due_at)
    select distinct lane, now() from record where lane is not null order by lane
    on conflict (lane) do update set due_at = least(l.due_at, excluded.due_at)`)
}

/** The channel that notifies senders of new records and of changed endpoints. */
export function webhookChannel(schema: string): string {
  return `${schema}_webhooks`
}

/** Wakes the senders of all replicas when the transaction commits. */
export async function wakeSenders(tx: Queryable, what: 'records' | 'endpoints' = 'records'): Promise<void> {
  await tx.query(sql`select pg_notify(current_schema() || '_webhooks', ${what})`)
}

/** Wakes the processors of received webhooks on all replicas when the transaction commits. */
export async function wakeProcessors(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(current_schema() || '_webhooks', 'incoming')`)
}
