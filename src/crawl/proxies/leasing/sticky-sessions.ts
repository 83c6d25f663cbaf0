// Which proxy a session has: kept while its leases go well, read and written under a lock of the session.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** A session of one owner. `group` is what it asked for; empty: any. */
export interface StickySession {
  readonly owner: string
  readonly key: string
  readonly group: string
}

/** Two leases of one session at the same time get the same proxy: the second waits until the first has committed. */
export async function lockSession(tx: Queryable, { owner, key, group }: StickySession): Promise<void> {
  const name = JSON.stringify(['proxy session', owner, key, group])
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Null: none yet, or it was not used for too long. */
export async function readSession(
  tx: Queryable,
  { owner, key, group }: StickySession,
): Promise<{ readonly proxyId: string; readonly isBroken: boolean } | null> {
  const [row] = await tx.query<{ proxyId: string; isBroken: boolean }>(sql`
    select proxy_id as "proxyId", is_broken as "isBroken" from proxy_sessions
    where owner = ${owner} and session_key = ${key} and group_name = ${group} and expires_at > now()`)
  return row ?? null
}

/** Keeps the proxy for `ttlMs` after `leaseMs`, the longest time that its lease takes. */
export async function keepSession(
  tx: Queryable,
  { owner, key, group }: StickySession,
  proxyId: string,
  keepMs: number,
): Promise<void> {
  await tx.execute(sql`
    insert into proxy_sessions (owner, session_key, group_name, proxy_id, expires_at)
    values (${owner}, ${key}, ${group}, ${proxyId}, now() + ${keepMs}::float8 * interval '1 millisecond')
    on conflict (owner, session_key, group_name) do update set
      proxy_id = excluded.proxy_id, is_broken = false, expires_at = excluded.expires_at`)
}

/** A lease of the session failed: the next one takes another proxy. */
export async function breakSessions(
  tx: Queryable,
  { owner, key, proxyId }: { readonly owner: string; readonly key: string; readonly proxyId: string },
): Promise<void> {
  await tx.execute(sql`
    update proxy_sessions set is_broken = true
    where owner = ${owner} and session_key = ${key} and proxy_id = ${proxyId}`)
}
