// The rows of webhook_records, and a record as the wire shows it: without anything encrypted, without query strings.
import type { WebhookRecord } from '#contract/webhook.ts'
import { formatId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { shownUrl } from '#platform/webhooks/targets/receiver-url.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

/** A row of RECORD_COLUMNS. */
export interface RecordRow {
  readonly id: string
  readonly direction: WebhookRecord['direction']
  readonly message_id: string
  readonly event: string
  readonly endpoint_id: string | null
  readonly url: string | null
  readonly sealed: Buffer | null
  readonly subject_id: string | null
  readonly status: WebhookRecord['status']
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date | null
  readonly replay_of: string | null
  readonly created_at: Date
  readonly completed_at: Date | null
}

/** What the job of a record adds to its status: whether it is being delivered now. For tables called as in `records`. */
export const shownStatus = sql`case when r.completed_at is null and j.state = 'running' then 'delivering' else r.status end`

/** The records and their jobs; a record that has ended has none. */
export const records = sql`webhook_records r left join jobs j on j.id = r.id`

/** The columns of RecordRow, of `records`. */
export const RECORD_COLUMNS = sql`r.id, r.direction, r.message_id, r.event, r.endpoint_id, r.url, r.sealed, r.subject_id,
  ${shownStatus} as status, r.attempts, r.last_status_code, r.last_error,
  case when r.completed_at is null and j.state in ('queued', 'scheduled')
    then coalesce(j.scheduled_for, j.created_at) end as next_attempt_at,
  r.replay_of, r.created_at, r.completed_at`

/** `url` is null without a receiver, and when it was encrypted with another pepper. */
export function presentRecord(encryptor: Encryptor, row: RecordRow): WebhookRecord {
  return {
    id: formatId('whk', row.id),
    direction: row.direction,
    webhookId: row.message_id,
    event: row.event,
    status: row.status,
    endpointId: row.endpoint_id === null ? null : formatId('whe', row.endpoint_id),
    url: shownUrl(encryptor, row),
    subjectId: row.subject_id,
    attemptCount: row.attempts,
    lastStatusCode: row.last_status_code,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    replayOf: row.replay_of === null ? null : formatId('whk', row.replay_of),
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  }
}
