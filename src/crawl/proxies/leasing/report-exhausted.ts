// Tells receivers of webhooks that a group has no proxy left to give, once in a while.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { publish } from '#platform/webhooks/records/publish.ts'

/** A group that stays without proxies is told of again after this time. */
const AGAIN_S = 900

/** Of these groups, those whose proxies all rest, or that have spent their budget. Busy ones are not exhausted. */
export async function reportExhausted(db: Database, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return
  await db.transaction(async (tx) => {
    const exhausted = await tx.query<{ name: string; at: Date; reason: string; proxies: number }>(sql`
      with counted as (
        select g.name,
          g.budget_bytes_per_day is not null and g.bytes_day = (now() at time zone 'utc')::date
            and g.bytes_today >= g.budget_bytes_per_day as is_spent,
          count(p.id)::integer as proxies,
          count(p.id) filter (where p.state in ('new', 'healthy', 'degraded', 'probing')
            or (p.state in ('cooling', 'quarantined') and p.cooldown_until <= now())) as usable
        from proxy_groups g left join proxies p on p.group_name = g.name
        where g.name = any(${groups}::text[]) group by g.name
      )
      update proxy_groups g set exhausted_at = now()
      from counted c
      where c.name = g.name and c.proxies > 0 and (c.is_spent or c.usable = 0)
        and (g.exhausted_at is null or g.exhausted_at < now() - ${AGAIN_S}::float8 * interval '1 second')
      returning g.name, g.exhausted_at as at, c.proxies,
        case when c.is_spent then 'budget_spent' else 'all_cooling' end as reason`)
    await publish(
      tx,
      exhausted.map(({ name, at, reason, proxies }) => ({
        event: 'proxy.group_exhausted',
        at,
        subjectId: name,
        owner: null,
        target: null,
        summary: { group: name, reason, proxies },
      })),
    )
  })
}
