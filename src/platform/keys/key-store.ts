// The rows of api_keys: one function for each statement.
import type { ApiKey, Scope } from '#contract/key.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, prepared, sql } from '#platform/db/sql.ts'
import type { KeyEnvironment } from './key-format.ts'

/** A key before it is stored: its hash, never its text. */
export interface NewKeyRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly environment: KeyEnvironment
  readonly hash: Buffer
  readonly pepperId: Buffer
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly requestsPerMinute: number | null
  readonly allowedIps: readonly string[] | null
  readonly ownerId: string
  readonly createdBy: string | null
}

/** An absent field stays unchanged. */
export type KeyChange = Partial<
  Pick<NewKeyRow, 'name' | 'scopes' | 'expiresAt' | 'requestsPerMinute' | 'allowedIps'>
>

/** A stored key, with the names of its columns. */
export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly environment: KeyEnvironment
  readonly scopes: Scope[]
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly replaced_by: string | null
  readonly requests_per_minute: number | null
  readonly allowed_ips: string[] | null
  /** The id of the first of the keys that replaced each other. */
  readonly owner_id: string
  readonly created_by: string | null
  /** The database's clock at the time of the query. */
  readonly asked_at: Date
}

const COLUMNS = sql`id, name, prefix, environment, scopes, created_at, expires_at, last_used_at, revoked_at,
  replaced_by, requests_per_minute, allowed_ips, owner_id, created_by, now() as asked_at`

/** Answers the row as stored. */
export async function insertKey(db: Queryable, row: NewKeyRow): Promise<KeyRow> {
  const [inserted] = await db.query<KeyRow>(sql`
    insert into api_keys (
      id, name, prefix, environment, hash, pepper_id, scopes, expires_at, requests_per_minute, allowed_ips, owner_id,
      created_by
    )
    values (${row.id}, ${row.name}, ${row.prefix}, ${row.environment}, ${row.hash}, ${row.pepperId},
            ${row.scopes}, ${row.expiresAt}, ${row.requestsPerMinute}, ${row.allowedIps}, ${row.ownerId},
            ${row.createdBy})
    returning ${COLUMNS}`)
  if (inserted === undefined) throw new Error('the key was not stored')
  return inserted
}

/** A limit that applies to a key: its own, or one of the keys that made it. */
export interface LimitRow {
  readonly owner_id: string
  readonly requests_per_minute: number
}

/** With its own limit and those of the keys that made it, in their present form; its own comes first. */
export async function findKeyByHash(
  db: Queryable,
  hash: Buffer,
): Promise<(KeyRow & { readonly limits: readonly LimitRow[] }) | null> {
  const rows = await db.query<KeyRow & { limits: LimitRow[] }>(
    prepared(
      'find_key_by_hash',
      sql`
        select ${COLUMNS}, array(
          with recursive maker (owner_id, created_by, requests_per_minute, depth) as (
            select k.owner_id, k.created_by, k.requests_per_minute, 0
            union all
            select n.owner_id, n.created_by, n.requests_per_minute, m.depth + 1
            from maker m
            cross join lateral (
              select a.owner_id, a.created_by, a.requests_per_minute from api_keys a
              where a.owner_id = m.created_by order by a.id desc limit 1
            ) as n
          )
          select jsonb_build_object('owner_id', owner_id, 'requests_per_minute', requests_per_minute) from maker
          where requests_per_minute is not null order by depth
        ) as limits
        from api_keys k where hash = ${hash}`,
    ),
  )
  return rows[0] ?? null
}

/** Null for an unknown id. */
export async function findKey(db: Queryable, uuid: string): Promise<KeyRow | null> {
  const rows = await db.query<KeyRow>(sql`select ${COLUMNS} from api_keys where id = ${uuid}`)
  return rows[0] ?? null
}

/** Locks the row until the end of the transaction. */
export async function lockKey(tx: Queryable, uuid: string): Promise<KeyRow | null> {
  const rows = await tx.query<KeyRow>(sql`select ${COLUMNS} from api_keys where id = ${uuid} for update`)
  return rows[0] ?? null
}

/** Whether the owner is that of the key, or of one of the keys that made it. */
export async function isAbove(db: Queryable, owner: string, key: KeyRow): Promise<boolean> {
  const rows = await db.query(sql`
    with recursive maker (owner_id, created_by) as (
      select ${key.owner_id}::uuid, ${key.created_by}::uuid
      union
      select a.owner_id, a.created_by from maker m join api_keys a on a.owner_id = m.created_by
    )
    select from maker where owner_id = ${owner} limit 1`)
  return rows.length > 0
}

/** Newest first: ids grow with time. */
export async function pageOfKeys(db: Queryable, limit: number, before: string | null): Promise<KeyRow[]> {
  const after = before === null ? sql`` : sql`where id < ${before}`
  return db.query<KeyRow>(sql`select ${COLUMNS} from api_keys ${after} order by id desc limit ${limit}`)
}

/** Fields that are undefined stay as they are. Null for an unknown id. */
export async function changeKey(tx: Queryable, uuid: string, change: KeyChange): Promise<KeyRow | null> {
  const changes = [
    ...(change.name === undefined ? [] : [sql`name = ${change.name}`]),
    ...(change.scopes === undefined ? [] : [sql`scopes = ${change.scopes}`]),
    ...(change.expiresAt === undefined ? [] : [sql`expires_at = ${change.expiresAt}`]),
    ...(change.requestsPerMinute === undefined
      ? []
      : [sql`requests_per_minute = ${change.requestsPerMinute}`]),
    ...(change.allowedIps === undefined ? [] : [sql`allowed_ips = ${change.allowedIps}`]),
  ]
  const rows = await tx.query<KeyRow>(sql`
    update api_keys set ${joinSql(changes, ', ')} where id = ${uuid} returning ${COLUMNS}`)
  return rows[0] ?? null
}

/** The time of the first revocation stays. */
export async function markRevoked(db: Queryable, uuid: string): Promise<KeyRow | null> {
  const rows = await db.query<KeyRow>(sql`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${uuid} returning ${COLUMNS}`)
  return rows[0] ?? null
}

/** The old key ends after the overlap, or earlier if it would have ended anyway. */
export async function markReplaced(
  tx: Queryable,
  uuid: string,
  replacement: { readonly uuid: string; readonly overlapMs: number },
): Promise<void> {
  await tx.execute(sql`
    update api_keys
    set replaced_by = ${replacement.uuid},
        expires_at = least(expires_at, now() + ${replacement.overlapMs}::float8 * interval '1 ms')
    where id = ${uuid}`)
}

/** Writes at most once a minute. */
export async function markUsed(db: Queryable, uuid: string): Promise<void> {
  await db.execute(sql`
    update api_keys set last_used_at = now()
    where id = ${uuid} and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
}

/** How many active keys were made with another pepper: this process cannot recognise them. */
export async function countForeignKeys(db: Queryable, pepperId: Buffer): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from api_keys
    where pepper_id <> ${pepperId} and revoked_at is null and (expires_at is null or expires_at > now())`)
  return row?.count ?? 0
}

/**
 * How the keys of an owner ended, by the last of those that replaced each other. Null: one of them is active, or the owner
 * (`Caller.id`) is none of this table.
 */
export async function ownerEnd(db: Queryable, owner: string): Promise<'key_revoked' | 'key_expired' | null> {
  const uuid = parseId('key', owner)
  if (uuid === null) return null
  const [last] = await db.query<{ isRevoked: boolean; isActive: boolean }>(sql`
    select revoked_at is not null as "isRevoked",
      bool_or(revoked_at is null and (expires_at is null or expires_at > now())) over () as "isActive"
    from api_keys where owner_id = ${uuid} order by id desc limit 1`)
  if (last === undefined || last.isActive) return null
  return last.isRevoked ? 'key_revoked' : 'key_expired'
}

/** A key as both services show it. */
export function keyView(row: KeyRow): ApiKey {
  const expired = row.expires_at !== null && row.expires_at <= row.asked_at
  return {
    id: formatId('key', row.id),
    name: row.name,
    createdBy: row.created_by === null ? null : formatId('key', row.created_by),
    prefix: row.prefix,
    scopes: row.scopes,
    status: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
    rateLimit: row.requests_per_minute === null ? null : { requestsPerMinute: row.requests_per_minute },
    allowedIps: row.allowed_ips,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    replacedBy: row.replaced_by === null ? null : formatId('key', row.replaced_by),
  }
}
