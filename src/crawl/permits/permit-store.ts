// Slots in the database, by its clock: granted one resource after the other, renewed, released.
import { LOWEST_RATE, PUSHED_BACK_FACTOR, REGAINED_STEP } from '#kit/time/pace.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { prepared, sql, type Sql } from '#platform/db/sql.ts'
import { decideGrant, type GrantDecision, type PermitRequest, type ResourceState } from './decide-grant.ts'

export interface Grant extends Omit<GrantDecision, 'grant'> {
  /** Stored uuids. */
  readonly permits: readonly string[]
  /** When the first held slot becomes free if it is not renewed; null when none is held. */
  readonly nextExpiryMs: number | null
}

export interface Release {
  readonly id: string
  readonly closedForMs: number
  readonly pushedBack: boolean | null
}

export interface PermitStore {
  /** One grant for each request, in their order; a resource may occur only once. */
  take(requests: readonly PermitRequest[]): Promise<Grant[]>
  /** Answers the ids that are still held. */
  renew(ids: readonly string[]): Promise<string[]>
  /** Answers those that were held. */
  release(releases: readonly Release[]): Promise<{ id: string; resource: string }[]>
  /** Deletes resources without a request for more than a day. */
  forgetIdle(): Promise<number>
}

interface ResourceRow extends ResourceState {
  readonly resource: string
  readonly grants: number
}

/** Like the lease of a job: the slots of a killed worker are free again after this. */
export const PERMIT_LEASE_MS = 30_000

/** `now` replaces the clock of the database only in a test that lets a day pass. */
export function createPermitStore(deps: { readonly db: Database; readonly now?: () => Sql }): PermitStore {
  const { db, now = () => sql`clock_timestamp()` } = deps
  const lease = sql`make_interval(secs => ${PERMIT_LEASE_MS / 1_000}::float8)`

  /** Locks in the order of names, so that two callers never deadlock. Unknown resources are created. */
  const lock = async (tx: Queryable, resources: readonly string[]): Promise<void> => {
    const locked = await tx.query(
      prepared(
        'lock_permit_resources',
        sql`select from permit_resources where resource = any(${resources}) order by resource for update`,
      ),
    )
    if (locked.length === resources.length) return
    await tx.execute(sql`
      insert into permit_resources (resource)
      select resource from unnest(${resources}::text[]) as w (resource) order by resource
      on conflict do nothing`)
    return lock(tx, resources)
  }

  /** A separate statement: it must see the commits that `lock` waited for. */
  const read = (tx: Queryable, requests: readonly PermitRequest[]): Promise<ResourceRow[]> =>
    tx.query<ResourceRow>(
      prepared(
        'read_permit_resources',
        sql`
          select r.resource, c.now, r.last_grant_at as "lastGrantAt", r.closed_until as "closedUntil", r.rate, r.grants,
            h.held, h.next as "nextExpiryAt", g.granted_at as "dayBeganAt"
          from unnest(${requests.map((w) => w.resource)}::text[], ${requests.map((w) => w.perDay)}::int[]) as w (resource, per_day)
          join permit_resources r using (resource)
          cross join (select ${now()} as now) c
          cross join lateral (
            select count(*)::int as held, min(p.expires_at) as next
            from permits p where p.resource = r.resource and p.expires_at > c.now
          ) h
          left join permit_grants g on g.resource = r.resource and g.number = r.grants + 1 - w.per_day`,
      ),
    )

  const write = async (
    tx: Queryable,
    granted: readonly { readonly id: string; readonly request: PermitRequest; readonly row: ResourceRow }[],
  ): Promise<void> => {
    const at = granted[0]?.row.now
    const resources = granted.map(({ request }) => request.resource)
    await tx.execute(
      prepared(
        'grant_permits',
        sql`
          with g as (
            select * from unnest(${granted.map(({ id }) => id)}::uuid[], ${resources}::text[],
              ${granted.map(({ request }) => request.perDay)}::int[]) as g (id, resource, per_day)
          ), expired as (
            delete from permits where resource = any(${resources}) and expires_at <= ${at}
          ), held as (
            insert into permits (id, resource, expires_at) select id, resource, ${at}::timestamptz + ${lease} from g
          ), counted as (
            insert into permit_grants (resource, number, granted_at)
            select resource, r.grants + 1, ${at} from g join permit_resources r using (resource) where per_day is not null
          ), forgotten as (
            delete from permit_grants o using g, permit_resources r
            where r.resource = g.resource and o.resource = g.resource and o.number <= r.grants + 1 - per_day
          )
          update permit_resources r set last_grant_at = ${at}, grants = r.grants + n
          from (select resource, count(per_day) as n from g group by resource) s where s.resource = r.resource`,
      ),
    )
  }

  return {
    take: (requests) =>
      db.transaction(async (tx) => {
        await lock(
          tx,
          requests.map(({ resource }) => resource),
        )
        const rows = new Map((await read(tx, requests)).map((row) => [row.resource, row]))
        const decided = requests.map((request) => {
          const row = rows.get(request.resource) as ResourceRow
          const { grant, ...rest } = decideGrant(request, row)
          return { request, row, ...rest, permits: Array.from({ length: grant }, () => uuidV7()) }
        })
        const granted = decided.flatMap(({ request, row, permits }) =>
          permits.map((id) => ({ id, request, row })),
        )
        if (granted.length > 0) await write(tx, granted)
        return decided.map(({ row, permits, reuseMs, retryAfterMs }) => ({
          permits,
          reuseMs,
          retryAfterMs,
          nextExpiryMs: row.nextExpiryAt === null ? null : row.nextExpiryAt.getTime() - row.now.getTime(),
        }))
      }),

    async renew(ids) {
      const rows = await db.query<{ id: string }>(sql`
        update permits set expires_at = c.now + ${lease}
        from (select ${now()} as now) c
        where id = any(${ids}::uuid[]) and expires_at > c.now
        returning id`)
      return rows.map(({ id }) => id)
    },

    release: (releases) =>
      db.query<{ id: string; resource: string }>(
        prepared(
          'release_permits',
          sql`
            with gone as (
              delete from permits p
              using unnest(${releases.map((r) => r.id)}::uuid[], ${releases.map((r) => r.closedForMs)}::float8[],
                ${releases.map((r) => r.pushedBack)}::bool[]) as e (id, closed_for_ms, pushed_back)
              where p.id = e.id
              returning p.id, p.resource, e.closed_for_ms, e.pushed_back
            ), learned as (
              select resource, max(closed_for_ms) as closed_for_ms,
                count(*) filter (where pushed_back) as backs, count(*) filter (where not pushed_back) as goods
              from gone group by resource
            ), changed as (
              update permit_resources r set
                closed_until = case when l.closed_for_ms > 0
                  then greatest(r.closed_until, ${now()} + make_interval(secs => l.closed_for_ms / 1000))
                  else r.closed_until end,
                rate = least(1, greatest(${LOWEST_RATE}::float8, r.rate * power(${PUSHED_BACK_FACTOR}::float8, l.backs))
                  + ${REGAINED_STEP}::float8 * l.goods)
              from learned l
              where l.resource = r.resource
                and (l.closed_for_ms > 0 or l.backs > 0 or (l.goods > 0 and r.rate < 1))
            )
            select id, resource from gone`,
        ),
      ),

    forgetIdle: () =>
      db.execute(sql`
        delete from permit_resources r
        where last_grant_at < ${now()} - interval '25 hours' and coalesce(closed_until < ${now()}, true)
          and not exists (select from permits p where p.resource = r.resource and p.expires_at > ${now()})`),
  }
}
