// Delivers again: a new record with the same body and the same webhook-id, so that a receiver recognises the repeat.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'
import { destinationOfEndpoint, insertRecords, PROCESS_JOB } from './new-records.ts'
import { noRecord, recordUuid, visibleTo } from './read-records.ts'

interface SourceRow {
  readonly id: string
  readonly direction: string
  readonly message_id: string
  readonly event: string
  readonly endpoint_id: string | null
  readonly endpoint_status: string | null
  readonly lane: string | null
  readonly owner: string | null
  /** Base64 of the encrypted address. Null without an address, and in a record from before addresses were encrypted. */
  readonly sealed: string | null
  /** Only of a record that is still in plain text. */
  readonly url: string | null
  readonly subject_id: string | null
  readonly body: string
  readonly ended: boolean
}

/**
 * The id of the new record: an outgoing event is delivered again, a received one is processed again. Throws `not_found`
 * and `conflict` (no receiver; a received one that still waits for its first processing).
 */
export async function replayRecord(db: Database, id: string, owner: string | null): Promise<string> {
  const uuid = recordUuid(id)
  return db.transaction(async (tx) => {
    const [source] = await readSources(tx, sql`where r.id = ${uuid} and ${visibleTo(owner)}`)
    if (source === undefined) throw noRecord()
    if (source.direction === 'incoming') return formatId('whk', await processAgain(tx, source))
    if (source.sealed === null && source.url === null)
      throw new SurveyorError('conflict', 'The record was addressed to nobody.')
    if (source.endpoint_id !== null && source.endpoint_status !== 'enabled') {
      const state = source.endpoint_status === null ? 'was deleted' : 'is disabled'
      throw new SurveyorError('conflict', `The endpoint of the record ${state}.`)
    }
    const [replay = ''] = await insertReplays(tx, [source])
    return formatId('whk', replay)
  })
}

/** Answers the uuid of the new record. */
async function processAgain(tx: Queryable, { id, ended }: SourceRow): Promise<string> {
  if (!ended) throw new SurveyorError('conflict', 'The event was not processed yet.')
  const replay = uuidV7()
  await tx.execute(sql`
    insert into webhook_records (id, direction, message_id, event, source, body, status, replay_of)
    select ${replay}, direction, message_id, event, source, body, 'pending', id from webhook_records
    where id = ${id}`)
  await enqueueSystemJobs(tx, [{ id: replay, type: PROCESS_JOB }])
  return replay
}

/** Which records to deliver again: all conditions must hold, and null ones hold always. */
export interface BulkReplay {
  /** Only records of this owner; null: all. */
  readonly owner: string | null
  readonly status: 'failed' | 'discarded'
  readonly since: Date
  readonly until: Date | null
  readonly event: string | null
  readonly endpointId: string | null
  readonly limit: number
}

/** Oldest first. Leaves out records that were replayed before, and records without a receiver or handler. */
export async function replayRecords(
  db: Database,
  { owner, status, since, until, event, endpointId, limit }: BulkReplay,
): Promise<{ replayed: number; more: boolean }> {
  const endpoint = endpointId === null ? null : parseId('whe', endpointId)
  if (endpointId !== null && endpoint === null) return { replayed: 0, more: false }
  const conditions = [
    sql`r.direction = 'outgoing' and r.status = ${status} and r.created_at >= ${since} and (r.sealed is not null or r.url is not null)`,
    visibleTo(owner),
    sql`(r.endpoint_id is null or e.status = 'enabled')`,
    sql`not exists (select from webhook_records a where a.replay_of = r.id)`,
    ...(until === null ? [] : [sql`r.created_at < ${until}`]),
    ...(event === null ? [] : [sql`r.event = ${event}`]),
    ...(endpoint === null ? [] : [sql`r.endpoint_id = ${endpoint}`]),
  ]
  return db.transaction(async (tx) => {
    // Of two concurrent calls, the second skips the records that the first is replaying.
    const sources = await readSources(
      tx,
      sql`where ${joinSql(conditions, ' and ')} order by r.id limit ${limit + 1} for update of r skip locked`,
    )
    const replayed = await insertReplays(tx, sources.slice(0, limit))
    return { replayed: replayed.length, more: sources.length > limit }
  })
}

async function readSources(tx: Queryable, where: ReturnType<typeof sql>): Promise<SourceRow[]> {
  return tx.query<SourceRow>(sql`
    select r.id, r.direction, r.message_id, r.event, r.endpoint_id, e.status as endpoint_status,
      r.lane, r.owner, case when r.endpoint_id is null then r.url end as url, encode(coalesce(e.url_sealed, r.sealed), 'base64') as sealed, r.subject_id, r.body,
      r.completed_at is not null as ended
    from webhook_records r
    left join webhook_endpoints e on e.id = r.endpoint_id
    ${where}`)
}

/** The uuids of the new records. */
async function insertReplays(tx: Queryable, sources: readonly SourceRow[]): Promise<string[]> {
  const records = sources.map((source) => {
    return {
      id: uuidV7(),
      messageId: source.message_id,
      event: source.event,
      endpointId: source.endpoint_id,
      lane: source.endpoint_id === null ? source.lane : destinationOfEndpoint(source.endpoint_id),
      owner: source.owner,
      ...(source.url === null ? {} : { url: source.url }),
      sealed: source.sealed,
      subjectId: source.subject_id,
      body: source.body,
      replayOf: source.id,
    }
  })
  await insertRecords(tx, records)
  return records.map(({ id }) => id)
}
