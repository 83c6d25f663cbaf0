// Records in numbers, of a span that ends now.
import type { WebhookStats } from '#contract/webhook.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { visibleTo } from './read-records.ts'
import { records, shownStatus } from './record-row.ts'

interface GroupRow {
  readonly status: string
  readonly event: string
  readonly endpoint_id: string | null
  readonly count: number
  readonly attempts: number
}

/** Of the records made since then, for one owner; null: for all. Rates and latencies are null when nothing ended. */
export async function recordStats(db: Queryable, since: Date, owner: string | null): Promise<WebhookStats> {
  const groups = await db.query<GroupRow>(sql`
    select ${shownStatus} as status, r.event, r.endpoint_id, count(*) as count, sum(r.attempts)::bigint as attempts
    from ${records} where r.created_at >= ${since} and ${visibleTo(owner)}
    group by 1, r.event, r.endpoint_id`)
  const [times] = await db.query<{ p50: number | null; p95: number | null; oldest_ms: number | null }>(sql`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
      (
        select (extract(epoch from now() - created_at) * 1000)::bigint from webhook_records r
        where completed_at is null and ${visibleTo(owner)} order by id limit 1
      ) as oldest_ms
    from (
      select extract(epoch from completed_at - created_at)::float8 * 1000 as ms from webhook_records r
      where created_at >= ${since} and status = 'delivered' and ${visibleTo(owner)}
    ) as delivered`)
  const count = (of: (group: GroupRow) => boolean) =>
    groups.reduce((sum, group) => (of(group) ? sum + group.count : sum), 0)
  const delivered = count(({ status }) => status === 'delivered')
  const ended = delivered + count(({ status }) => status === 'failed')
  return {
    since: since.toISOString(),
    total: count(() => true),
    byStatus: sums(groups, ({ status }) => status),
    byEvent: sums(groups, ({ event }) => event),
    byEndpoint: [...new Set(groups.map((group) => group.endpoint_id))].map((id) => ({
      endpointId: id === null ? null : formatId('whe', id),
      total: count((group) => group.endpoint_id === id),
      delivered: count((group) => group.endpoint_id === id && group.status === 'delivered'),
      failed: count((group) => group.endpoint_id === id && group.status === 'failed'),
    })),
    successRate: ended === 0 ? null : delivered / ended,
    attempts: groups.reduce((sum, group) => sum + group.attempts, 0),
    latencyMs: { p50: times?.p50 ?? null, p95: times?.p95 ?? null },
    oldestPendingAgeMs: times?.oldest_ms ?? null,
  }
}

function sums(groups: readonly GroupRow[], keyOf: (group: GroupRow) => string): Record<string, number> {
  const result: Record<string, number> = {}
  for (const group of groups) result[keyOf(group)] = (result[keyOf(group)] ?? 0) + group.count
  return result
}
