// Stores records, each with the job that delivers or processes it.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'

/** A record to be delivered; ids are uuids. */
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

/** The types of the jobs that deliver what is sent and process what was received. Each has the id of its record. */
export const DELIVER_JOB = 'system.deliver'
export const PROCESS_JOB = 'system.process'

/** The records are due at once. Senders of all replicas are woken when the transaction commits. */
export async function insertRecords(tx: Queryable, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return
  const column = <K extends keyof NewRecord>(name: K) => records.map((record) => record[name])
  await tx.execute(sql`
    insert into webhook_records (
      id, direction, message_id, event, endpoint_id, lane, owner, url, sealed, subject_id, body, status, replay_of,
      completed_at
    )
    select id, 'outgoing', message_id, event, endpoint_id, lane, owner, url, decode(sealed, 'base64'), subject_id, body,
      case when lane is null then 'discarded' else 'pending' end, replay_of, case when lane is null then now() end
    from unnest(
      ${column('id')}::uuid[], ${column('messageId')}::text[], ${column('event')}::text[],
      ${column('endpointId')}::uuid[], ${column('lane')}::text[], ${column('owner')}::text[],
      ${records.map(({ url }) => url ?? null)}::text[], ${column('sealed')}::text[], ${column('subjectId')}::text[],
      ${column('body')}::text[], ${column('replayOf')}::uuid[]
    ) as r (id, message_id, event, endpoint_id, lane, owner, url, sealed, subject_id, body, replay_of)`)
  await enqueueSystemJobs(
    tx,
    records.flatMap(({ id, lane }) =>
      lane === null ? [] : [{ id, type: DELIVER_JOB, domain: domainOf(lane) }],
    ),
  )
}

/** The domain of the jobs for one destination: no host has such a name. */
export function domainOf(lane: string): string {
  return `webhook ${lane}`
}

/** The channel that tells replicas of changed endpoints. */
export function endpointsChannel(schema: string): string {
  return `${schema}_webhooks`
}

/** Tells all replicas when the transaction commits. */
export async function notifyOfEndpoints(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify(current_schema() || '_webhooks', '')`)
}
