// The proxies of the pool: added, listed, changed, removed.
import type {
  ChangeProxyBody,
  CreateProxyBody,
  Proxy,
  ProxyKind,
  ProxyState,
} from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import { readProxyUrl } from '#platform/egress/proxied/proxy-address.ts'
import type { ProxyCredentialsStore } from './leasing/proxy-credentials.ts'
import { presentProxy, PROXY_COLUMNS, type ProxyRow } from './proxy-row.ts'

/** All that is given must fit. */
export interface ProxyFilter {
  readonly group?: string
  readonly state?: ProxyState
  readonly kind?: ProxyKind
  readonly country?: string
  readonly tag?: string
}

export interface ProxyStore {
  /** Throws `conflict` for one that is there already. */
  add(body: CreateProxyBody): Promise<Proxy>
  /** Newest first, from the one before `before` on. */
  list(filter: ProxyFilter, limit: number, before: string | null): Promise<Proxy[]>
  /** Null for an unknown id, here and below. */
  find(id: string): Promise<Proxy | null>
  change(id: string, body: ChangeProxyBody): Promise<Proxy | null>
  /** Its leases are revoked. */
  remove(id: string): Promise<boolean>
}

export function createProxyStore(deps: {
  readonly db: Database
  readonly credentials: ProxyCredentialsStore
}): ProxyStore {
  const { db, credentials } = deps

  const read = async (on: Queryable, id: string): Promise<Proxy | null> => {
    const [row] = await on.query<ProxyRow>(sql`select ${PROXY_COLUMNS} from proxies p where p.id = ${id}`)
    return row === undefined ? null : presentProxy(row)
  }

  /** The address with its credentials as columns. Throws `conflict` where another proxy has them. */
  const located = async (tx: Queryable, id: string, url: string) => {
    const { address, credentials: given } = readProxyUrl(url)
    const digest = credentials.digest(address, given)
    const [other] = await tx.query<{ id: string }>(
      sql`select id from proxies where digest = ${digest} and id <> ${id}`,
    )
    if (other !== undefined) throw twice(other.id)
    return { ...address, digest, credentials: credentials.encrypt(id, given) }
  }

  return {
    async add(body) {
      const id = uuidV7()
      const { url, group = 'default', label = null, kind = 'datacenter', country = null, city = null } = body
      const { asn = null, dns = 'local', maxConcurrency = 10, weight = 1, costPerGb = null, tags = [] } = body
      return db.transaction(async (tx) => {
        const at = await located(tx, id, url)
        await ensureGroup(tx, group)
        const added = await tx.execute(sql`
          insert into proxies (id, group_name, label, protocol, host, port, credentials, digest, kind, country, city, asn,
            dns, max_concurrency, weight, cost_per_gb, tags)
          values (${id}, ${group}, ${label}, ${at.protocol}, ${at.host}, ${at.port}, ${at.credentials}, ${at.digest},
            ${kind}, ${country}, ${city}, ${asn}, ${dns}, ${maxConcurrency}, ${weight}, ${costPerGb}, ${tags})
          on conflict (digest) do nothing`)
        const proxy = added === 0 ? null : await read(tx, id)
        if (proxy === null) throw twice(null)
        return proxy
      })
    },

    async list({ group, state, kind, country, tag }, limit, before) {
      const conditions = [
        ...(before === null ? [] : [sql`p.id < ${before}`]),
        ...(group === undefined ? [] : [sql`p.group_name = ${group}`]),
        ...(state === undefined ? [] : [sql`p.state = ${state}`]),
        ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
        ...(country === undefined ? [] : [sql`p.country = ${country}`]),
        ...(tag === undefined ? [] : [sql`${tag} = any(p.tags)`]),
      ]
      const where = conditions.length === 0 ? sql`` : sql`where ${joinSql(conditions, ' and ')}`
      const rows = await db.query<ProxyRow>(
        sql`select ${PROXY_COLUMNS} from proxies p ${where} order by p.id desc limit ${limit}`,
      )
      return rows.map(presentProxy)
    },

    find: async (id) => read(db, id),

    change: async (id, body) =>
      db.transaction(async (tx) => {
        const [known] = await tx.query(sql`select id from proxies where id = ${id} for update`)
        if (known === undefined) return null
        const changes: Sql[] = []
        if (body.url !== undefined) {
          const at = await located(tx, id, body.url)
          changes.push(sql`protocol = ${at.protocol}, host = ${at.host}, port = ${at.port}, digest = ${at.digest},
            credentials = ${at.credentials}`)
        }
        if (body.group !== undefined) {
          await ensureGroup(tx, body.group)
          changes.push(sql`group_name = ${body.group}`)
        }
        if (body.label !== undefined) changes.push(sql`label = ${body.label}`)
        if (body.kind !== undefined) changes.push(sql`kind = ${body.kind}`)
        if (body.country !== undefined) changes.push(sql`country = ${body.country}`)
        if (body.city !== undefined) changes.push(sql`city = ${body.city}`)
        if (body.asn !== undefined) changes.push(sql`asn = ${body.asn}`)
        if (body.dns !== undefined) changes.push(sql`dns = ${body.dns}`)
        if (body.maxConcurrency !== undefined) changes.push(sql`max_concurrency = ${body.maxConcurrency}`)
        if (body.weight !== undefined) changes.push(sql`weight = ${body.weight}`)
        if (body.costPerGb !== undefined) changes.push(sql`cost_per_gb = ${body.costPerGb}`)
        if (body.tags !== undefined) changes.push(sql`tags = ${body.tags}`)
        if (body.state === 'disabled') changes.push(sql`state = 'disabled', disabled_reason = 'manual'`)
        // Credentials that were refused may be right now.
        if (body.state === 'new' || (body.url !== undefined && body.state === undefined))
          changes.push(await freshStart(tx, id, body.state === 'new'))
        await tx.execute(sql`update proxies set ${joinSql(changes, ', ')} where id = ${id}`)
        return read(tx, id)
      }),

    remove: async (id) =>
      db.transaction(async (tx) => {
        // The proxy first: a lease that is being taken holds its row, and is then there to be revoked.
        await tx.query(sql`select id from proxies where id = ${id} for update`)
        await tx.execute(sql`
          update proxy_leases set state = 'revoked', ended_at = now() where proxy_id = ${id} and state = 'active'`)
        return (await tx.execute(sql`delete from proxies where id = ${id}`)) > 0
      }),
  }
}

/** With `forced`, also a proxy that an operator disabled. What was learned of its domains is forgotten. */
async function freshStart(tx: Queryable, id: string, forced: boolean): Promise<Sql> {
  if (forced) await tx.execute(sql`delete from proxy_domains where proxy_id = ${id}`)
  const isKept = forced ? sql`false` : sql`disabled_reason = 'manual'`
  return sql`
    state = case when ${isKept} then state else 'new' end,
    disabled_reason = case when ${isKept} then disabled_reason end,
    score = 1, failures = 0, coolings = 0, cooldown_until = null`
}

async function ensureGroup(tx: Queryable, name: string): Promise<void> {
  await tx.execute(sql`insert into proxy_groups (name) values (${name}) on conflict (name) do nothing`)
}

function twice(other: string | null): SurveyorError {
  const which = other === null ? '' : `: ${formatId('prx', other)}`
  return new SurveyorError(
    'conflict',
    `A proxy with this address and user name is in the pool already${which}.`,
  )
}
