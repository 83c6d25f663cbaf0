// The keys of one service: makes, lists, rotates and revokes them, and knows the caller behind a credential.
import type { ApiKey, CreatedKey, Scope } from '#contract/key.ts'
import { isScope } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { Authenticator } from '#platform/http/authenticator.ts'
import type { Logger } from '#platform/log/logger.ts'
import { isNetwork } from './allowed-addresses.ts'
import { createKeyAuthenticator, type FixedKey } from './key-authenticator.ts'
import { keyPrefix, makeKey, type KeyEnvironment } from './key-format.ts'
import {
  changeKey,
  countForeignKeys,
  findKey,
  insertKey,
  keyView,
  lockKey,
  markReplaced,
  markRevoked,
  pageOfKeys,
  type KeyChange,
} from './key-store.ts'
import { hashKey, pepperId } from './pepper.ts'

export interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly environment?: KeyEnvironment
  readonly expiresAt?: Date | null
  /** Null: what the service allows everybody. */
  readonly requestsPerMinute?: number | null
  /** Addresses and networks (CIDR); null: any. */
  readonly allowedIps?: readonly string[] | null
}

export interface Keyring extends Authenticator, AsyncDisposable {
  /** The secret is in this answer and nowhere else. Throws `validation_failed`: a scope, an end or a network that is none. */
  createKey(spec: NewKey): Promise<CreatedKey>
  /** Newest first; `after` is the cursor of `next`. */
  listKeys(limit: number, after: CursorValues | null): Promise<{ items: ApiKey[]; next: CursorValues | null }>
  /** Throws `not_found`. */
  getKey(id: string): Promise<ApiKey>
  /** Holds at once, on every replica. Throws `validation_failed`, `not_found`, and `conflict` for a key that has ended. */
  changeKey(id: string, change: KeyChange): Promise<ApiKey>
  /** Ends the key at once, on every replica. Revoking it again changes nothing. Throws `not_found`. */
  revokeKey(id: string): Promise<ApiKey>
  /**
   * A new key with the same name, scopes, limits and length of life; the old one works on for `overlapMs`. Throws `not_found`,
   * and `conflict` for a key that has ended or was rotated before.
   */
  rotateKey(id: string, overlapMs?: number): Promise<CreatedKey>
}

export interface KeyringDeps {
  readonly db: Database
  readonly log: Logger
  readonly pepper: Buffer
  /** Keys from the settings, valid as long as the process has them: the operator's admin key, the worker's. */
  readonly fixedKeys?: readonly FixedKey[]
}

const DEFAULT_OVERLAP_MS = 86_400_000

export async function openKeyring(deps: KeyringDeps): Promise<Keyring> {
  const { db, log, pepper } = deps
  const madeWith = pepperId(pepper)
  const foreign = await countForeignKeys(db, madeWith)
  if (foreign > 0) log.warn({ keys: foreign }, 'keys made with another pepper are not recognised here')
  const authenticator = await createKeyAuthenticator({ db, log, pepper, fixedKeys: deps.fixedKeys ?? [] })

  async function storeKey(tx: Queryable, spec: NewKey): Promise<CreatedKey & { readonly uuid: string }> {
    const environment = spec.environment ?? 'live'
    const secret = makeKey(environment)
    const uuid = uuidV7()
    const row = await insertKey(tx, {
      id: uuid,
      name: spec.name,
      prefix: keyPrefix(secret),
      environment,
      hash: hashKey(pepper, secret),
      pepperId: madeWith,
      scopes: spec.scopes,
      expiresAt: spec.expiresAt ?? null,
      requestsPerMinute: spec.requestsPerMinute ?? null,
      allowedIps: spec.allowedIps ?? null,
    })
    return { uuid, key: keyView(row), secret }
  }

  return {
    known: authenticator.known,
    authenticate: authenticator.authenticate,
    async createKey(spec) {
      refuseInvalid(spec)
      const { key, secret } = await storeKey(db, spec)
      return { key, secret }
    },
    async listKeys(limit, after) {
      const rows = await pageOfKeys(db, limit + 1, uuidOfCursor(after))
      const items = rows.slice(0, limit)
      return { items: items.map(keyView), next: rows.length > limit ? [items.at(-1)?.id ?? null] : null }
    },
    async getKey(id) {
      return keyView(found(await findKey(db, uuidOf(id))))
    },
    async changeKey(id, change) {
      refuseInvalid({ scopes: [], ...change })
      const row = await db.transaction(async (tx) => {
        const old = found(await lockKey(tx, uuidOf(id)))
        if (keyView(old).status !== 'active') throw new SurveyorError('conflict', 'The key has ended.')
        return found(await changeKey(tx, old.id, change))
      })
      await authenticator.forgetEverywhere()
      return keyView(row)
    },
    async revokeKey(id) {
      const row = found(await markRevoked(db, uuidOf(id)))
      await authenticator.forgetEverywhere()
      return keyView(row)
    },
    async rotateKey(id, overlapMs = DEFAULT_OVERLAP_MS) {
      const created = await db.transaction(async (tx) => {
        const old = found(await lockKey(tx, uuidOf(id)))
        if (keyView(old).status !== 'active') throw new SurveyorError('conflict', 'The key has ended.')
        if (old.replaced_by !== null) throw new SurveyorError('conflict', 'The key was rotated before.')
        const lifeMs = old.expires_at === null ? null : old.expires_at.getTime() - old.created_at.getTime()
        const replacement = await storeKey(tx, {
          name: old.name,
          scopes: old.scopes,
          environment: old.environment,
          expiresAt: lifeMs === null ? null : new Date(old.asked_at.getTime() + lifeMs),
          requestsPerMinute: old.requests_per_minute,
          allowedIps: old.allowed_ips,
        })
        await markReplaced(tx, old.id, { uuid: replacement.uuid, overlapMs })
        return replacement
      })
      await authenticator.forgetEverywhere()
      return { key: created.key, secret: created.secret }
    },
    [Symbol.asyncDispose]: authenticator[Symbol.asyncDispose],
  }
}

function refuseInvalid({ scopes, expiresAt, allowedIps }: Omit<NewKey, 'name'>): void {
  const errors = scopes.flatMap((scope, index) =>
    isScope(scope)
      ? []
      : [{ pointer: `/scopes/${index}`, code: 'not_allowed_value', detail: 'No such scope.' }],
  )
  if (expiresAt !== undefined && expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    errors.push({ pointer: '/expiresAt', code: 'too_small', detail: 'Must lie in the future.' })
  }
  for (const [index, text] of (allowedIps ?? []).entries()) {
    if (isNetwork(text)) continue
    errors.push({
      pointer: `/allowedIps/${index}`,
      code: 'pattern',
      detail: 'Must be an address or a network, such as 10.1.0.0/16.',
    })
  }
  if (errors.length > 0) throw new SurveyorError('validation_failed', 'The key is not valid.', { errors })
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new SurveyorError('not_found', 'No key has this id.')
  return row
}

function uuidOf(id: string): string {
  return found(parseId('key', id))
}

function uuidOfCursor(after: CursorValues | null): string | null {
  if (after === null) return null
  const uuid = parseId('key', `key_${String(after[0])}`)
  if (uuid === null)
    throw new SurveyorError('invalid_cursor', 'The cursor is not one that this list gave out.')
  return uuid
}
