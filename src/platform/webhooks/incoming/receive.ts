// Receives webhooks: genuine and fresh ones are stored once, however often their sender repeats them.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import { storableText } from '#kit/text/text-rules.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'
import { PROCESS_JOB } from '#platform/webhooks/records/new-records.ts'
import { refusalOf, type Refusal } from '#platform/webhooks/secrets/sign.ts'

/** A request as it came, before anything was parsed. */
export interface IncomingWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as received: a body that was parsed and written again has another signature. */
  readonly rawBody: Uint8Array
}

/** Whom a service receives webhooks from. */
export interface WebhookSource {
  /** The name of the sender that the secrets belong to. */
  readonly name: string
  /** A genuine webhook is signed with one of them; without secrets, none is genuine. */
  readonly secrets: readonly string[]
}

/** What the sender is answered. */
export interface ReceivedWebhook {
  /** The record of the first webhook with this webhook-id. */
  readonly recordId: string
  readonly webhookId: string
  readonly event: string
  /** It was received before: the answer is the same, and there is nothing to do. */
  readonly duplicate: boolean
}

const MAX_ID_CHARS = 256
const MAX_EVENT_CHARS = 100

const REFUSALS: Readonly<Record<Refusal, string>> = {
  missing_headers: 'Send webhook-id, webhook-timestamp and webhook-signature.',
  bad_timestamp: 'webhook-timestamp must be seconds since 1970.',
  too_old: 'The webhook is older than five minutes.',
  too_new: 'The webhook comes from the future.',
  bad_signature: 'No signature of the webhook is right.',
}

/** Throws `unauthenticated` unless the source signed it within the last five minutes. */
export function verifyWebhook(
  source: WebhookSource,
  { headers, rawBody }: IncomingWebhook,
  nowMs: number = Date.now(),
): void {
  const refusal = refusalOf(source.secrets, { headers, body: rawBody }, nowMs)
  if (refusal !== null) throw new SurveyorError('unauthenticated', REFUSALS[refusal])
}

/**
 * Verifies the event, stores it as a pending incoming record with the job that processes it. Throws `unauthenticated`,
 * and `validation_failed` for a genuine body that is not an event.
 */
export async function receiveWebhook(
  db: Database,
  source: WebhookSource,
  { headers, rawBody }: IncomingWebhook,
): Promise<ReceivedWebhook> {
  verifyWebhook(source, { headers, rawBody })
  const webhookId = String(headers['webhook-id'])
  const body = storableText(Buffer.from(rawBody).toString('utf8'))
  const event = eventOf(body)
  if (event === null || webhookId.length > MAX_ID_CHARS) {
    throw new SurveyorError('validation_failed', 'The body is no event: it needs a `type`.')
  }
  const id = uuidV7()
  const inserted = await db.transaction(async (tx) => {
    const count = await tx.execute(sql`
      insert into webhook_records (id, direction, message_id, event, source, body, status)
      values (${id}, 'incoming', ${webhookId}, ${event}, ${source.name}, ${body}, 'pending')
      on conflict (source, message_id) where direction = 'incoming' and replay_of is null do nothing`)
    if (count > 0) await enqueueSystemJobs(tx, [{ id, type: PROCESS_JOB }])
    return count > 0
  })
  if (inserted) return { recordId: formatId('whk', id), webhookId, event, duplicate: false }
  const [known] = await db.query<{ id: string; event: string }>(sql`
    select id, event from webhook_records
    where source = ${source.name} and message_id = ${webhookId} and direction = 'incoming' and replay_of is null`)
  if (known === undefined)
    throw new SurveyorError('conflict', 'The webhook is just being cleaned up; send it again.')
  return { recordId: formatId('whk', known.id), webhookId, event: known.event, duplicate: true }
}

function eventOf(body: string): string | null {
  try {
    const { type } = fieldsOf(JSON.parse(body))
    return typeof type === 'string' && type !== '' && type.length <= MAX_EVENT_CHARS ? type : null
  } catch {
    return null
  }
}
