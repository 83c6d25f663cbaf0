// Stops deliveries to an endpoint that is gone or has failed for too long, and notifies the other endpoints.
import { formatId, newId, uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { insertRecords, notifyOfEndpoints } from '#platform/webhooks/records/new-records.ts'
import { publish } from '#platform/webhooks/records/publish.ts'

/** `gone`: it answered 410; `failing`: only failures for five days; `user`: a caller asked for it. */
export type DisableReason = 'gone' | 'failing' | 'user'

/**
 * Waiting deliveries are discarded and can be replayed later. Writes an `endpoint.disabled` record, also when no other
 * endpoint receives it, except for `user`, who knows already. Does nothing when the endpoint is disabled already.
 */
export async function disableEndpoint(tx: Queryable, uuid: string, reason: DisableReason): Promise<void> {
  const [disabled] = await tx.query<{ owner: string | null; at: Date }>(sql`
    update webhook_endpoints
    set status = 'disabled', disabled_reason = ${reason}, disabled_at = now(), updated_at = now()
    where id = ${uuid} and status = 'enabled'
    returning owner, disabled_at as at`)
  if (disabled === undefined) return
  await discardOpen(tx, uuid)
  await notifyOfEndpoints(tx)
  if (reason === 'user') return
  const event = 'endpoint.disabled'
  const subjectId = formatId('whe', uuid)
  const { owner } = disabled
  const summary = { endpointId: subjectId, reason }
  await publish(tx, [{ event, at: disabled.at, subjectId, owner, target: null, summary }])
  await insertRecords(tx, [
    {
      id: uuidV7(),
      messageId: newId('msg'),
      event,
      endpointId: null,
      lane: null,
      sealed: null,
      owner,
      subjectId,
      body: JSON.stringify({ type: event, timestamp: disabled.at.toISOString(), data: summary }),
      replayOf: null,
    },
  ])
}

/** A running attempt ends by itself. The job of a discarded record ends when it is claimed. */
export async function discardOpen(tx: Queryable, uuid: string): Promise<void> {
  await tx.execute(sql`
    with waiting as materialized (
      select id from webhook_records r
      where endpoint_id = ${uuid} and completed_at is null
        and not exists (select from jobs j where j.id = r.id and j.state = 'running')
      order by id
      for update
    )
    update webhook_records set status = 'discarded', completed_at = now()
    where id in (select id from waiting)`)
}
