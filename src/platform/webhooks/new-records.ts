// Puts records into the line of their receiver.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

export interface NewRecord {
  readonly id: string
  readonly messageId: string
  readonly event: string
  readonly endpointId: string | null
  /** Null where there is nobody to deliver to: the record only tells that it happened. */
  readonly lane: string | null
  /** Base64 of the sealed URL of an endpoint, or of the sealed target that a request named. */
  readonly sealed: string | null
  /** Of a target from before URLs were sealed. */
  readonly url?: string
  /** Who may see the record besides those who see all. */
  readonly owner: string | null
  readonly subjectId: string | null
  readonly body: string
  readonly replayOf: string | null
}

/** Which deliveries share the limits of one receiver: those of an endpoint. */
export function laneOfEndpoint(endpointUuid: string): string {
  return `whe_${endpointUuid}`
}

/** Due at once; call `wakeSenders` with it where the senders may be on other machines. */
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

/** The channel on which senders hear of new records and of changed endpoints. */
export function webhookChannel(schema: string): string {
  return `${schema}_webhooks`
}

/** Wakes the senders of all replicas when the transaction commits. */
export async function wakeSenders(tx: Queryable, what: 'records' | 'endpoints' = 'records'): Promise<void> {
  await tx.query(sql`select pg_notify(current_schema() || '_webhooks', ${what})`)
}

/** Wakes those who work on received webhooks, on all replicas, when the transaction commits. */
export async function wakeProcessors(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(current_schema() || '_webhooks', 'incoming')`)
}
