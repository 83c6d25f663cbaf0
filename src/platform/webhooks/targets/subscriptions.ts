// Webhook requests for the end of something that is not a job, kept until it ends for good.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { WebhookTarget } from './target.ts'

/** Runs in the transaction that accepts the subject. */
export async function storeSubscription(
  tx: Queryable,
  subjectUuid: string,
  target: WebhookTarget,
): Promise<void> {
  await tx.execute(
    sql`insert into webhook_wishes (subject_id, target) values (${subjectUuid}, ${JSON.stringify(target)})`,
  )
}

/** For a subject that may end once more. Null without a request. */
export async function readSubscription(tx: Queryable, subjectUuid: string): Promise<WebhookTarget | null> {
  const [row] = await tx.query<{ target: WebhookTarget }>(
    sql`select target from webhook_wishes where subject_id = ${subjectUuid}`,
  )
  return row?.target ?? null
}

/** Removes the request, in the transaction that ends the subject. Null without a request. */
export async function takeSubscription(tx: Queryable, subjectUuid: string): Promise<WebhookTarget | null> {
  const [row] = await tx.query<{ target: WebhookTarget }>(
    sql`delete from webhook_wishes where subject_id = ${subjectUuid} returning target`,
  )
  return row?.target ?? null
}

/** For subjects that are deleted. */
export async function deleteSubscriptions(tx: Queryable, subjectUuids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from webhook_wishes where subject_id = any(${subjectUuids}::uuid[])`)
}
