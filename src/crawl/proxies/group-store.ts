// Groups of proxies: how each chooses, where it falls back to, what it may carry in a day.
import type {
  ChangeProxyGroupBody,
  CreateProxyGroupBody,
  ProxyGroup,
  ProxyStrategy,
} from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'

export interface ProxyGroupStore {
  /** Throws `conflict` for a name that is there, `validation_failed` for a fallback that is not. */
  add(body: CreateProxyGroupBody): Promise<ProxyGroup>
  /** By name, after `after`. */
  list(limit: number, after: string | null): Promise<ProxyGroup[]>
  /** Null for an unknown name, here and below. */
  find(name: string): Promise<ProxyGroup | null>
  change(name: string, body: ChangeProxyGroupBody): Promise<ProxyGroup | null>
  /** Throws `conflict` while proxies are in it. */
  remove(name: string): Promise<boolean>
}

interface GroupRow {
  readonly name: string
  readonly strategy: ProxyStrategy
  readonly fallbackGroup: string | null
  readonly defaultTtlMs: number
  readonly stickyTtlMs: number
  readonly bytesPerDay: number | null
  readonly bytesToday: number
  readonly createdAt: Date
  readonly proxies: number
  readonly healthy: number
}

const COLUMNS = sql`
  g.name, g.strategy, g.fallback_group as "fallbackGroup", g.default_ttl_ms as "defaultTtlMs",
  g.sticky_ttl_ms as "stickyTtlMs", g.budget_bytes_per_day as "bytesPerDay",
  case when g.bytes_day = (now() at time zone 'utc')::date then g.bytes_today else 0 end as "bytesToday",
  g.created_at as "createdAt",
  (select count(*) from proxies p where p.group_name = g.name)::integer as proxies,
  (select count(*) from proxies p where p.group_name = g.name and p.state in ('new', 'healthy'))::integer as healthy`

export function createProxyGroupStore({ db }: { readonly db: Database }): ProxyGroupStore {
  const read = async (on: Queryable, name: string): Promise<ProxyGroup | null> => {
    const [row] = await on.query<GroupRow>(sql`select ${COLUMNS} from proxy_groups g where g.name = ${name}`)
    return row === undefined ? null : present(row)
  }

  return {
    add: async ({ name, ...settings }) =>
      db.transaction(async (tx) => {
        const added = await tx.execute(
          sql`insert into proxy_groups (name) values (${name}) on conflict (name) do nothing`,
        )
        if (added === 0) throw new SurveyorError('conflict', `There is a group ${name} already.`)
        await set(tx, name, settings)
        const group = await read(tx, name)
        if (group === null) throw new Error('the group was not stored')
        return group
      }),
    async list(limit, after) {
      const rows = await db.query<GroupRow>(sql`
        select ${COLUMNS} from proxy_groups g where ${after}::text is null or g.name > ${after}::text
        order by g.name limit ${limit}`)
      return rows.map(present)
    },
    find: async (name) => read(db, name),
    change: async (name, body) =>
      db.transaction(async (tx) => {
        await set(tx, name, body)
        return read(tx, name)
      }),
    remove: async (name) =>
      db.transaction(async (tx) => {
        await tx.query(sql`select name from proxy_groups where name = ${name} for update`)
        const [used] = await tx.query<{ n: number }>(
          sql`select count(*)::integer as n from proxies where group_name = ${name}`,
        )
        if (used !== undefined && used.n > 0)
          throw new SurveyorError(
            'conflict',
            `The group ${name} holds ${used.n} proxies: move or remove them first.`,
          )
        return (await tx.execute(sql`delete from proxy_groups where name = ${name}`)) > 0
      }),
  }
}

async function set(tx: Queryable, name: string, body: ChangeProxyGroupBody): Promise<void> {
  const { strategy, fallbackGroup, defaultTtlMs, stickyTtlMs, budget } = body
  if (fallbackGroup !== undefined && fallbackGroup !== null) await checkFallback(tx, name, fallbackGroup)
  const changes = [
    ...(strategy === undefined ? [] : [sql`strategy = ${strategy}`]),
    ...(fallbackGroup === undefined ? [] : [sql`fallback_group = ${fallbackGroup}`]),
    ...(defaultTtlMs === undefined ? [] : [sql`default_ttl_ms = ${defaultTtlMs}`]),
    ...(stickyTtlMs === undefined ? [] : [sql`sticky_ttl_ms = ${stickyTtlMs}`]),
    ...(budget === undefined ? [] : [sql`budget_bytes_per_day = ${budget?.bytesPerDay ?? null}`]),
  ]
  if (changes.length > 0)
    await tx.execute(sql`update proxy_groups set ${joinSql(changes, ', ')} where name = ${name}`)
}

/** It must be there, and must not lead back to the group itself. */
async function checkFallback(tx: Queryable, name: string, fallback: string): Promise<void> {
  const chain = await tx.query<{ name: string }>(sql`
    with recursive chain (name) as (
      select name from proxy_groups where name = ${fallback}
      union select g.fallback_group from chain c join proxy_groups g on g.name = c.name
      where g.fallback_group is not null
    ) select name from chain`)
  const detail =
    chain.length === 0
      ? `There is no group ${fallback}.`
      : chain.some((each) => each.name === name)
        ? 'The fallback leads back to the group itself.'
        : null
  if (detail === null) return
  throw new SurveyorError('validation_failed', 'The group cannot fall back to that one.', {
    errors: [{ pointer: '/fallbackGroup', code: 'fallback_group', detail }],
  })
}

function present({ bytesPerDay, createdAt, ...row }: GroupRow): ProxyGroup {
  return {
    ...row,
    budget: bytesPerDay === null ? null : { bytesPerDay },
    createdAt: createdAt.toISOString(),
  }
}
