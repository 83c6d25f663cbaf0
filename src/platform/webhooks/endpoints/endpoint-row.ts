// The rows of webhook_endpoints, what of them is encrypted, and an endpoint as the wire shows it.
import type { WebhookEndpoint, WebhookInclude } from '#contract/webhook.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { shownUrl } from '#platform/webhooks/targets/receiver-url.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

/** A row of ENDPOINT_COLUMNS. */
export interface EndpointRow {
  readonly id: string
  readonly owner: string | null
  readonly url: string | null
  readonly url_sealed: Buffer | null
  readonly description: string | null
  readonly events: string[] | null
  readonly include: WebhookInclude
  readonly header_names: string[]
  readonly status: WebhookEndpoint['status']
  readonly disabled_reason: string | null
  readonly disabled_at: Date | null
  readonly failing_since: Date | null
  readonly previous_until: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Without secrets and headers. */
export const ENDPOINT_COLUMNS = sql`id, owner, url, url_sealed, description, events, include, header_names, status, disabled_reason,
  disabled_at, failing_since, case when previous_until > now() then previous_until end as previous_until, created_at,
  updated_at`

/** Null for an unknown uuid and for the endpoint of another owner. `lock` is a clause such as `for update`. */
export async function readEndpoint(
  db: Queryable,
  uuid: string,
  owner: string | null,
  lock: Sql = sql``,
): Promise<EndpointRow | null> {
  const rows = await db.query<EndpointRow>(
    sql`select ${ENDPOINT_COLUMNS} from webhook_endpoints where id = ${uuid} and ${visibleTo(owner)} ${lock}`,
  )
  return rows[0] ?? null
}

/** The endpoints of one owner; null: all. */
export function visibleTo(owner: string | null): Sql {
  return owner === null ? sql`true` : sql`owner = ${owner}`
}

/** Newest first: ids grow with time. */
export async function pageOfEndpoints(
  db: Queryable,
  limit: number,
  before: string | null,
  owner: string | null,
): Promise<EndpointRow[]> {
  const after = before === null ? sql`true` : sql`id < ${before}`
  return db.query<EndpointRow>(
    sql`select ${ENDPOINT_COLUMNS} from webhook_endpoints where ${after} and ${visibleTo(owner)} order by id desc limit ${limit}`,
  )
}

/** `url` is empty when it was encrypted with another pepper. */
export function presentEndpoint(encryptor: Encryptor, row: EndpointRow): WebhookEndpoint {
  return {
    id: formatId('whe', row.id),
    url: shownUrl(encryptor, { endpoint_id: row.id, url: row.url, sealed: row.url_sealed }) ?? '',
    description: row.description,
    events: row.events,
    include: row.include,
    headerNames: row.header_names,
    status: row.status,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretUntil: row.previous_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** The context for secret and headers of an endpoint. */
export function endpointContext(endpointUuid: string): string {
  return `webhook endpoint ${endpointUuid}`
}

/** Null without headers. */
export function encryptHeaders(
  encryptor: Encryptor,
  endpointUuid: string,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null
  return encryptor.encrypt(JSON.stringify(headers), endpointContext(endpointUuid))
}
