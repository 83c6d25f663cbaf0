// The kept endpoints: create, change, rotate, delete and test them.
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import type {
  ChangeEndpointBody,
  CreatedEndpoint,
  CreateEndpointBody,
  RotateSecretBody,
  WebhookEndpoint,
} from '#contract/webhook.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, newId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql } from '#platform/db/sql.ts'
import { pageByIds, uuidOfCursor, type ListPage } from '#platform/http/output/pagination.ts'
import { headerProblems } from '#platform/webhooks/targets/header-rules.ts'
import {
  destinationOfEndpoint,
  insertRecords,
  notifyOfEndpoints,
} from '#platform/webhooks/records/new-records.ts'
import { encryptEndpointUrl } from '#platform/webhooks/targets/receiver-url.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import { makeSecret, secretBytes } from '#platform/webhooks/secrets/sign.ts'
import { checkedUrl, NO_SECRET, type TargetDeps } from '#platform/webhooks/targets/target.ts'
import { disableEndpoint, discardOpen } from './disable-endpoint.ts'
import {
  encryptHeaders,
  ENDPOINT_COLUMNS,
  endpointContext,
  pageOfEndpoints,
  presentEndpoint,
  readEndpoint,
  visibleTo,
  type EndpointRow,
} from './endpoint-row.ts'

/** `owner`: only endpoints of this owner exist for the call; null: all endpoints. */
export interface EndpointStore {
  list(limit: number, after: CursorValues | null, owner: string | null): Promise<ListPage<WebhookEndpoint>>
  /** Every method below throws `not_found`. */
  get(id: string, owner: string | null): Promise<WebhookEndpoint>
  /**
   * The endpoint receives the events of its owner, or of everybody without an owner. Throws `validation_failed`,
   * `scheme_not_allowed` or `url_not_allowed`. Only this answer contains the secret.
   */
  create(body: CreateEndpointBody, owner: string | null): Promise<CreatedEndpoint>
  /** `status: enabled` resets the reason for which it was disabled. Throws as `create`. */
  change(id: string, body: ChangeEndpointBody, owner: string | null): Promise<WebhookEndpoint>
  /** Waiting deliveries are discarded; the records stay. */
  remove(id: string, owner: string | null): Promise<void>
  /** Deliveries are signed with both secrets for the overlap. Throws `conflict` while an earlier overlap lasts. */
  rotate(id: string, body: RotateSecretBody, owner: string | null): Promise<CreatedEndpoint>
  /** The id of the record of a `webhook.test` event. Throws `conflict` where the endpoint is disabled. */
  test(id: string, owner: string | null): Promise<string>
}

/** `checkUrl` refuses what no attempt could use. */
export interface EndpointStoreDeps {
  readonly db: Database
  readonly encryptor: Encryptor
  readonly checkUrl: TargetDeps['checkUrl']
}

const DEFAULT_OVERLAP_MS = 86_400_000

/** Each change is one transaction, and all replicas are told when it commits. */
export function createEndpointStore(deps: EndpointStoreDeps): EndpointStore {
  const { db, encryptor } = deps
  const present = (row: EndpointRow) => presentEndpoint(encryptor, row)

  return {
    async list(limit, after, owner) {
      const rows = await pageOfEndpoints(db, limit + 1, uuidOfCursor('whe', after), owner)
      return pageByIds(rows, limit, present)
    },
    async get(id, owner) {
      return present(found(await readEndpoint(db, uuidOf(id), owner)))
    },
    async create(
      { url, secret = makeSecret(), description = null, events = null, include = 'summary', headers = {} },
      owner,
    ) {
      refuse([...secretProblems(secret), ...headerProblems(headers, '/headers')])
      const href = checkedUrl(deps, url, '/url')
      const id = uuidV7()
      const row = await db.transaction(async (tx) => {
        const rows = await tx.query<EndpointRow>(sql`
          insert into webhook_endpoints (id, owner, url_sealed, description, events, include, secret_sealed, headers_sealed,
            header_names)
          values (${id}, ${owner}, ${encryptEndpointUrl(encryptor, id, href)}, ${description}, ${events}, ${include}, ${encryptor.encrypt(secret, endpointContext(id))},
                  ${encryptHeaders(encryptor, id, headers)}, ${Object.keys(headers)})
          returning ${ENDPOINT_COLUMNS}`)
        await notifyOfEndpoints(tx)
        return found(rows[0] ?? null)
      })
      return { endpoint: present(row), secret }
    },
    async change(id, { url, description, events, include, headers, status }, owner) {
      const uuid = uuidOf(id)
      refuse(headerProblems(headers ?? {}, '/headers'))
      const changes = [
        sql`updated_at = now()`,
        ...(url === undefined
          ? []
          : [
              sql`url = null, url_sealed = ${encryptEndpointUrl(encryptor, uuid, checkedUrl(deps, url, '/url'))}`,
            ]),
        ...(description === undefined ? [] : [sql`description = ${description}`]),
        ...(events === undefined ? [] : [sql`events = ${events}`]),
        ...(include === undefined ? [] : [sql`include = ${include}`]),
        ...(headers === undefined
          ? []
          : [
              sql`headers_sealed = ${encryptHeaders(encryptor, uuid, headers)}`,
              sql`header_names = ${Object.keys(headers)}`,
            ]),
        ...(status === 'enabled' ? [ENABLED] : []),
      ]
      return db.transaction(async (tx) => {
        const rows = await tx.query<EndpointRow>(sql`
          update webhook_endpoints set ${joinSql(changes, ', ')} where id = ${uuid} and ${visibleTo(owner)}
          returning ${ENDPOINT_COLUMNS}`)
        found(rows[0] ?? null)
        if (status === 'disabled') await disableEndpoint(tx, uuid, 'user')
        await notifyOfEndpoints(tx)
        return present(found(await readEndpoint(tx, uuid, owner)))
      })
    },
    async remove(id, owner) {
      const uuid = uuidOf(id)
      await db.transaction(async (tx) => {
        const deleted = await tx.execute(sql`
          delete from webhook_endpoints where id = ${uuid} and ${visibleTo(owner)}`)
        if (deleted === 0) throw noEndpoint()
        await discardOpen(tx, uuid)
        await notifyOfEndpoints(tx)
      })
    },
    async rotate(id, { secret = makeSecret(), overlapMs = DEFAULT_OVERLAP_MS }, owner) {
      const uuid = uuidOf(id)
      refuse(secretProblems(secret))
      return db.transaction(async (tx) => {
        const old = found(await readEndpoint(tx, uuid, owner, sql`for update`))
        if (old.previous_until !== null) {
          throw new SurveyorError('conflict', 'Both secrets of the last rotation still count.')
        }
        const rows = await tx.query<EndpointRow>(sql`
          update webhook_endpoints
          set previous_secret_sealed = secret_sealed,
            previous_until = now() + ${overlapMs}::float8 * interval '1 ms',
            secret_sealed = ${encryptor.encrypt(secret, endpointContext(uuid))}, updated_at = now()
          where id = ${uuid}
          returning ${ENDPOINT_COLUMNS}`)
        return { endpoint: present(found(rows[0] ?? null)), secret }
      })
    },
    async test(id, owner) {
      const uuid = uuidOf(id)
      return db.transaction(async (tx) => {
        const endpoint = found(await readEndpoint(tx, uuid, owner))
        if (endpoint.status === 'disabled') throw new SurveyorError('conflict', 'The endpoint is disabled.')
        return sendTest(tx, endpoint)
      })
    },
  }
}

const ENABLED = sql`status = 'enabled', disabled_reason = null, disabled_at = null, failing_since = null,
  failures_in_row = 0`

async function sendTest(tx: Queryable, { id, owner, url_sealed: encrypted }: EndpointRow): Promise<string> {
  const event = 'webhook.test'
  const recordId = uuidV7()
  const endpointId = formatId('whe', id)
  await insertRecords(tx, [
    {
      id: recordId,
      messageId: newId('msg'),
      event,
      endpointId: id,
      lane: destinationOfEndpoint(id),
      owner,
      sealed: encrypted?.toString('base64') ?? null,
      subjectId: endpointId,
      body: JSON.stringify({ type: event, timestamp: new Date().toISOString(), data: { endpointId } }),
      replayOf: null,
    },
  ])
  return formatId('whk', recordId)
}

function secretProblems(secret: string): FieldProblem[] {
  return secretBytes(secret) === null ? [{ pointer: '/secret', code: 'pattern', detail: NO_SECRET }] : []
}

function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length > 0) throw invalidInput('The endpoint', errors)
}

function found(row: EndpointRow | null): EndpointRow {
  if (row === null) throw noEndpoint()
  return row
}

function uuidOf(id: string): string {
  const uuid = parseId('whe', id)
  if (uuid === null) throw noEndpoint()
  return uuid
}

function noEndpoint(): SurveyorError {
  return new SurveyorError('not_found', 'No webhook endpoint has this id.')
}
