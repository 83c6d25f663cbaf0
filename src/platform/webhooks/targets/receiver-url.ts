// URLs of receivers: encrypted in the database, because path or query is often a secret, and shown without what may be one.
import { Type } from 'typebox'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { lazyShape } from '#contract/lazy-shape.ts'
import { NIL_UUID } from '#kit/ids.ts'

/** The encryption context of an address that a request named. */
export const TARGET_CONTEXT = 'webhook target'

/** The parts that must not be readable in the database. */
export interface TargetSecrets {
  readonly url: string
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
}

const Headers = Type.Record(Type.String(), Type.String())
const hidden = { secret: Type.Optional(Type.String()), headers: Type.Optional(Headers) }
const headersShape = lazyShape(Headers)
const plainShape = lazyShape(Type.Object(hidden))
const targetShape = lazyShape(Type.Object({ url: Type.String(), ...hidden }))

/** A row with a URL; both are null when there is no receiver. */
export interface UrlRow {
  readonly endpoint_id: string | null
  /** Only in rows from before URLs were encrypted. */
  readonly url: string | null
  readonly sealed: Buffer | null
}

/** The address that a request named, with secret and headers, as records store it. */
export function encryptTarget(encryptor: Encryptor, target: TargetSecrets): Buffer {
  return encryptor.encrypt(JSON.stringify(target), TARGET_CONTEXT)
}

/** The URL of an endpoint, readable for this endpoint only. */
export function encryptEndpointUrl(encryptor: Encryptor, endpointUuid: string, url: string): Buffer {
  return encryptor.encrypt(url, urlContext(endpointUuid))
}

/** Null without a URL, and when it was encrypted with another pepper. */
export function decryptUrl(
  encryptor: Encryptor,
  { endpoint_id: endpoint, url, sealed: encrypted }: UrlRow,
): string | null {
  if (url !== null || encrypted === null) return url
  if (endpoint !== null) return encryptor.decrypt(encrypted, urlContext(endpoint))
  return decryptTarget(encryptor, encrypted)?.url ?? null
}

/** Null when it was encrypted with another pepper. */
export function decryptTarget(encryptor: Encryptor, encrypted: Buffer): TargetSecrets | null {
  const text = encryptor.decrypt(encrypted, TARGET_CONTEXT)
  return text === null ? null : targetShape.Parse(JSON.parse(text))
}

/** The headers of an endpoint, from the JSON that was encrypted. */
export function headersFrom(json: string): Readonly<Record<string, string>> {
  return headersShape.Parse(JSON.parse(json))
}

/** The target of a record from before URLs were encrypted: only secret and headers are. */
export function decryptPlainTarget(
  encryptor: Encryptor,
  encrypted: Buffer,
  url: string,
): TargetSecrets | null {
  const text = encryptor.decrypt(encrypted, plainUrlContext(url))
  return text === null ? null : { ...plainShape.Parse(JSON.parse(text)), url }
}

/** A part of a path of this length may be a token: those of chat services have 24 and more. */
const MIN_TOKEN_CHARS = 16
const SHOWN_OF_TOKEN = 4

/** The URL as it is shown: without its query, and with no more than the beginning of parts that may be tokens. */
export function shownUrl(encryptor: Encryptor, row: UrlRow): string | null {
  const url = decryptUrl(encryptor, row)
  if (url === null) return null
  const [scheme, empty, host, ...path] = url.replace(/[?#].*/su, '').split('/')
  const shown = path.map((part) =>
    part.length < MIN_TOKEN_CHARS ? part : `${part.slice(0, SHOWN_OF_TOKEN)}…`,
  )
  return [scheme, empty, host, ...shown].join('/')
}

/**
 * Deliveries to one address without its query share the limits of one receiver. The name of the destination reveals
 * nothing.
 */
export function destinationOfUrl(encryptor: Encryptor, url: string): string {
  const { origin, pathname } = new URL(url)
  return `url_${encryptor.digest(origin + pathname)}`
}

function urlContext(endpointUuid: string): string {
  return `webhook endpoint ${endpointUuid} url`
}

/** The encryption context for the secrets of a named address, from before its URL was encrypted too. */
const plainUrlContext = (url: string) => `webhook ${url}`

const BATCH = 500

interface PlainRow {
  readonly id: string
  readonly endpoint_id: string | null
  readonly url: string
  readonly sealed: Buffer | null
}

/** Encrypts what an earlier version stored in plain text. A waiting record keeps its destination, so it is left to a later start. */
export async function encryptPlainUrls(db: Queryable, encryptor: Encryptor): Promise<void> {
  for (const { id, url } of await db.query<{ id: string; url: string }>(
    sql`select id, url from webhook_endpoints where url is not null`,
  )) {
    await db.execute(sql`
      update webhook_endpoints set url = null, url_sealed = ${encryptEndpointUrl(encryptor, id, url)}
      where id = ${id} and url = ${url}`)
  }
  let after = NIL_UUID
  for (;;) {
    const rows = await db.query<PlainRow>(sql`
      select id, endpoint_id, url, sealed from webhook_records
      where url is not null and id > ${after}
        and (completed_at is not null or endpoint_id is not null)
      order by id limit ${BATCH}`)
    for (const row of rows) await encryptRecord(db, encryptor, row)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

async function encryptRecord(db: Queryable, encryptor: Encryptor, row: PlainRow): Promise<void> {
  const { id, endpoint_id: endpoint, url } = row
  const target = row.sealed === null ? null : decryptPlainTarget(encryptor, row.sealed, url)
  const encrypted =
    endpoint === null
      ? encryptTarget(encryptor, { ...target, url })
      : encryptEndpointUrl(encryptor, endpoint, url)
  const lane = endpoint === null ? destinationOfUrl(encryptor, url) : null
  await db.execute(sql`
    update webhook_records set url = null, sealed = ${encrypted}, lane = coalesce(${lane}, lane)
    where id = ${id} and url is not null
      and (completed_at is not null or endpoint_id is not null)`)
}
