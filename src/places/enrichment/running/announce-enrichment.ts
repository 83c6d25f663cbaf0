// Announces the end of an enrichment to those who asked for it, in the transaction that ends it.
import type { Queryable } from '#platform/db/database.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import { sql } from '#platform/db/sql.ts'
import { MAX_RESULT_BYTES, publish, type WebhookMessage } from '#platform/webhooks/records/publish.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { presentEnrichment, readEnrichments } from './enrichment-rows.ts'

/** Stores who is to be told, for each of the enrichments. */
export async function storeReceivers(
  tx: Queryable,
  enrichmentIds: readonly string[],
  { target, toEndpoints }: { readonly target: WebhookTarget; readonly toEndpoints: boolean },
): Promise<void> {
  if (enrichmentIds.length === 0) return
  await tx.execute(sql`
    insert into enrichment_webhooks (enrichment_id, target, to_endpoints)
    select id, ${JSON.stringify(target)}::jsonb, ${toEndpoints} from unnest(${uuidArray(enrichmentIds)}::uuid[]) as e (id)`)
}

/** The end must be written in `tx` already. */
export async function announceEnrichment(tx: Queryable, id: string): Promise<void> {
  const receivers = await tx.query<{ target: WebhookTarget; toEndpoints: boolean }>(sql`
    delete from enrichment_webhooks where enrichment_id = ${id} returning target, to_endpoints as "toEndpoints"`)
  if (receivers.length === 0) return
  const [row] = await readEnrichments(tx, [sql`id = ${id}`], { order: sql`id`, limit: 1, withResult: true })
  if (row === undefined) return
  const { id: enrichmentId, placeId, status, website, added, error, links } = presentEnrichment(row)
  const isSmall = Buffer.byteLength(JSON.stringify(row.result ?? null)) <= MAX_RESULT_BYTES
  await publish(
    tx,
    receivers.map(({ target, toEndpoints }): WebhookMessage => ({
      event: `enrichment.${status}`,
      at: row.completedAt ?? row.createdAt,
      subjectId: enrichmentId,
      owner: target.owner ?? null,
      target,
      onlyTarget: !toEndpoints,
      summary: {
        enrichmentId,
        placeId,
        status,
        website,
        added,
        error,
        resultHref: links['self'],
        placeHref: links['place'],
      },
      result: row.result !== null && isSmall ? row.result : undefined,
    })),
  )
}
