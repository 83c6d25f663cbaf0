// Turns an event into records: one for the address that the request named, and one for each kept endpoint that takes
// it.
import type { WebhookInclude } from '#contract/webhook.ts'
import { formatId, newId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import { insertRecords, destinationOfEndpoint, type NewRecord } from './new-records.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

/** Something that happened, to be told to the address that a request named and to the kept endpoints. */
export interface WebhookMessage {
  /** `job.succeeded` */
  readonly event: string
  readonly at: Date
  /** Wire id of the subject. */
  readonly subjectId: string
  /** The owner of the subject. Null: without an owner, so that only endpoints for all owners receive it. */
  readonly owner: string | null
  /** The address or endpoint that asked for events of this subject. */
  readonly target: WebhookTarget | null
  /** Kept endpoints that `target` does not name are not told. Default false. */
  readonly onlyTarget?: boolean
  /** `data` of the body without the result. */
  readonly summary: Readonly<Record<string, unknown>>
  /** Only for receivers that asked for `include: result`. Undefined when there is no result, or it is too large. */
  readonly result?: unknown
}

/** A larger result is given as a link only. */
export const MAX_RESULT_BYTES = 262_144

/**
 * Runs in the transaction that makes the event happen, or that takes it from an outbox, so that the event is never
 * lost.
 */
export async function publish(tx: Queryable, messages: readonly WebhookMessage[]): Promise<void> {
  if (messages.length === 0) return
  const endpoints = await readSubscribers(tx)
  const sequences = (await nextSequences(tx, messages.length)).values()
  await insertRecords(
    tx,
    messages.flatMap((message) => {
      const { value } = sequences.next()
      if (value === undefined) throw new Error('There are fewer sequence numbers than events.')
      return recordsOf(message, endpoints, value)
    }),
  )
}

interface Subscriber {
  readonly id: string
  /** Base64. */
  readonly sealed: string | null
  readonly owner: string | null
  readonly events: readonly string[] | null
  readonly include: WebhookInclude
  readonly status: 'enabled' | 'disabled'
}

/** Includes disabled ones: a request may have named one, and its record then shows the outcome. */
async function readSubscribers(tx: Queryable): Promise<Subscriber[]> {
  return tx.query<Subscriber>(sql`
    select id, encode(url_sealed, 'base64') as sealed, owner, events, include, status from webhook_endpoints`)
}

async function nextSequences(tx: Queryable, count: number): Promise<number[]> {
  const rows = await tx.query<{ n: number }>(
    sql`select nextval('webhook_sequence') as n from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ n }) => n)
}

function recordsOf(message: WebhookMessage, endpoints: readonly Subscriber[], sequence: number): NewRecord[] {
  const { event, subjectId, owner, target, onlyTarget = false } = message
  const messageId = newId('msg')
  const bodies = new Map<WebhookInclude, string>()
  const bodyOf = (include: WebhookInclude) => {
    const body = bodies.get(include) ?? writeBody(message, sequence, include)
    bodies.set(include, body)
    return body
  }
  const record = (
    of: Pick<NewRecord, 'endpointId' | 'lane' | 'owner' | 'sealed' | 'url'>,
    include: WebhookInclude,
  ) => ({
    id: uuidV7(),
    messageId,
    event,
    subjectId,
    body: bodyOf(include),
    replayOf: null,
    ...of,
  })
  const toEndpoint = ({ id, include, status, ...of }: Subscriber, wanted = include) =>
    record(
      {
        endpointId: id,
        sealed: of.sealed,
        owner: of.owner,
        lane: status === 'enabled' ? destinationOfEndpoint(id) : null,
      },
      wanted,
    )

  const records: NewRecord[] = []
  const asked = target?.events === undefined || target.events.includes(event) ? target : null
  if (asked?.address !== undefined) {
    records.push(record({ endpointId: null, owner, ...asked.address }, asked.include ?? 'summary'))
  } else if (asked?.url !== undefined) {
    const { url, sealed: encrypted = null, include = 'summary' } = asked
    const { origin, pathname } = new URL(url)
    records.push(
      record({ endpointId: null, owner, url, sealed: encrypted, lane: origin + pathname }, include),
    )
  }
  const namedId = asked?.endpointId === undefined ? null : parseId('whe', asked.endpointId)
  for (const endpoint of endpoints) {
    const subscribed =
      !onlyTarget &&
      endpoint.status === 'enabled' &&
      (endpoint.owner === null || endpoint.owner === owner) &&
      (endpoint.events === null || endpoint.events.includes(event))
    if (endpoint.id === namedId) records.push(toEndpoint(endpoint, asked?.include))
    else if (subscribed && formatId('whe', endpoint.id) !== subjectId) records.push(toEndpoint(endpoint))
  }
  return records
}

function writeBody(
  { event, at, target, summary, result }: WebhookMessage,
  sequence: number,
  include: WebhookInclude,
): string {
  const data = {
    sequence,
    ...summary,
    metadata: target?.metadata ?? {},
    ...(include === 'result' && result !== undefined ? { result } : {}),
  }
  return storableJson({ type: event, timestamp: at.toISOString(), data })
}
