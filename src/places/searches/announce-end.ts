// Announces the end of a search, in the transaction that ends it.
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { wakeSenders } from '#platform/webhooks/records/new-records.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import { readSubscription, takeSubscription } from '#platform/webhooks/targets/subscriptions.ts'
import { readSearches } from './get-search.ts'

/** The end of the search must be written in `tx` already. */
export async function announceEnd(tx: Queryable, searchId: string): Promise<void> {
  const [search] = await readSearches(tx, sql`id = ${searchId}`)
  if (search === undefined) return
  const { id, sessionId, status, query, complete, counts, error, links } = search
  // A failed job of it may be run again, and then the search ends once more.
  const mayReopen = status === 'failed' || status === 'partially_succeeded'
  const target = await (mayReopen ? readSubscription(tx, searchId) : takeSubscription(tx, searchId))
  await publish(tx, [
    {
      event: `search.${status}`,
      at: new Date(search.completedAt ?? search.createdAt),
      subjectId: formatId('sea', searchId),
      owner: target?.owner ?? null,
      target,
      summary: {
        searchId: id,
        sessionId,
        status,
        query,
        complete,
        kept: counts.kept,
        new: counts.new,
        error,
        searchHref: links['self'],
        resultHref: links['export'],
      },
      result: search,
    },
  ])
  await wakeSenders(tx)
}
