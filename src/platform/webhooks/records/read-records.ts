// Reads records: lists with filters, and one with its attempts.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { WebhookAttempt, WebhookRecord, WebhookRecordDetail } from '#contract/webhook.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { parseId } from '#kit/ids.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { Database } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { pageByIds, uuidOfCursor, type ListPage } from '#platform/http/output/pagination.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { presentRecord, RECORD_COLUMNS, records, shownStatus, type RecordRow } from './record-row.ts'

/** `encryptor` decrypts the URLs that records show. */
export interface RecordDeps {
  readonly db: Database
  readonly encryptor: Encryptor
}

/** All conditions must hold; absent ones hold always. Times are RFC 3339. */
export interface RecordFilter {
  /** Only records of this owner; null: all. */
  readonly owner: string | null
  readonly status?: readonly string[]
  readonly event?: readonly string[]
  readonly direction?: string
  readonly endpointId?: string
  readonly subjectId?: string
  readonly createdAfter?: string
  readonly createdBefore?: string
}

/** With the precision callers see: a Date has no microseconds. */
const createdAt = sql`date_trunc('milliseconds', r.created_at)`

/** Newest first. Throws `invalid_cursor`. */
export async function listRecords(
  { db, encryptor }: RecordDeps,
  filter: RecordFilter,
  limit: number,
  after: CursorValues | null,
): Promise<ListPage<WebhookRecord>> {
  const { owner, status, event, direction, endpointId, subjectId, createdAfter, createdBefore } = filter
  const endpoint = endpointId === undefined ? undefined : parseId('whe', endpointId)
  if (endpoint === null) return { items: [], next: null }
  const before = uuidOfCursor('whk', after)
  const conditions = [
    visibleTo(owner),
    ...(before === null ? [] : [sql`r.id < ${before}`]),
    ...(status === undefined ? [] : [sql`${shownStatus} = any(${status}::text[])`]),
    ...(event === undefined ? [] : [sql`r.event = any(${event}::text[])`]),
    ...(direction === undefined ? [] : [sql`r.direction = ${direction}`]),
    ...(endpoint === undefined ? [] : [sql`r.endpoint_id = ${endpoint}`]),
    ...(subjectId === undefined ? [] : [sql`r.subject_id = ${storableText(subjectId)}`]),
    ...(createdAfter === undefined ? [] : [sql`${createdAt} > ${new Date(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [sql`${createdAt} < ${new Date(createdBefore)}`]),
  ]
  const rows = await db.query<RecordRow>(sql`
    select ${RECORD_COLUMNS} from ${records}
    where ${joinSql(conditions, ' and ')}
    order by r.id desc
    limit ${limit + 1}`)
  return pageByIds(rows, limit, (row) => presentRecord(encryptor, row))
}

interface AttemptRow {
  readonly number: number
  readonly at: Date
  readonly status_code: number | null
  readonly duration_ms: number | null
  readonly error: string | null
  readonly operator_detail: string | null
  readonly response: string | null
  readonly signatures: number
}

/** The records of one owner, of a table called `r`; null: all. */
export function visibleTo(owner: string | null): Sql {
  return owner === null ? sql`true` : sql`r.owner = ${owner}`
}

/** Throws `not_found`, also for a record of another owner. Only an operator learns `operatorDetail` of the attempts. */
export async function getRecord(
  { db, encryptor }: RecordDeps,
  id: string,
  owner: string | null,
  isOperator = false,
): Promise<WebhookRecordDetail> {
  const uuid = recordUuid(id)
  const [row] = await db.query<RecordRow & { body: string }>(
    sql`select ${RECORD_COLUMNS}, r.body from ${records} where r.id = ${uuid} and ${visibleTo(owner)}`,
  )
  if (row === undefined) throw noRecord()
  const attempts = await db.query<AttemptRow>(sql`
    select number, at, status_code, duration_ms, error, operator_detail, response, signatures
    from webhook_attempts
    where record_id = ${uuid} order by number`)
  return {
    ...presentRecord(encryptor, row),
    payload: JSON.parse(row.body),
    attempts: attempts.map((attempt) => presentAttempt(attempt, isOperator)),
  }
}

/** The uuid of a wire id; throws `not_found`. */
export function recordUuid(id: string): string {
  const uuid = parseId('whk', id)
  if (uuid === null) throw noRecord()
  return uuid
}

/** The error `not_found` of an id that no record has. */
export function noRecord(): SurveyorError {
  return new SurveyorError('not_found', 'No webhook record has this id.')
}

function presentAttempt(row: AttemptRow, isOperator: boolean): WebhookAttempt {
  return {
    number: row.number,
    at: row.at.toISOString(),
    statusCode: row.status_code,
    durationMs: row.duration_ms,
    error: row.error,
    ...(isOperator && row.operator_detail !== null ? { operatorDetail: row.operator_detail } : {}),
    response: row.response,
    signatures: row.signatures,
  }
}
