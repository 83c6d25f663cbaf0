// The keys of one service: makes, lists, rotates and revokes them, and identifies the caller of a credential.
import { extractorOfScope, isScope, SCOPES, type ApiKey, type CreatedKey, type Scope } from '#contract/key.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { Authenticator, Caller } from '#platform/http/auth/authenticator.ts'
import { pageByIds, uuidOfCursor, type ListPage } from '#platform/http/output/pagination.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { isNetwork } from './allowed-addresses.ts'
import { grantorOf, refuseBeyond, refuseForeignWork, type KeyTerms } from './grants.ts'
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
  type KeyRow,
} from './key-store.ts'
import { hashKey, pepperId } from './pepper.ts'

/** What is asked of a new key. */
export interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly environment?: KeyEnvironment
  /** Null or absent: the expiry of the key that makes it. */
  readonly expiresAt?: Date | null
  /** Null or absent: the limit of the key that makes it. */
  readonly requestsPerMinute?: number | null
  /** Addresses and networks (CIDR); null or absent: those of the key that makes it. */
  readonly allowedIps?: readonly string[] | null
}

/** `by` is the caller, if given: anything beyond its key is `scope_missing` or `exceeds_own_key`. */
export interface Keyring extends Authenticator, AsyncDisposable {
  /** Only this answer contains the secret. Throws `validation_failed` for an invalid scope, expiry or network. */
  createKey(spec: NewKey, by?: Caller): Promise<CreatedKey>
  /** Newest first; `after` is the cursor of `next`. */
  listKeys(limit: number, after: CursorValues | null): Promise<ListPage<ApiKey>>
  /** Throws `not_found`. */
  getKey(id: string): Promise<ApiKey>
  /**
   * Takes effect at once, on every replica. Throws `validation_failed`, `not_found`, and `conflict` for a key that has
   * ended.
   */
  changeKey(id: string, change: KeyChange, by?: Caller): Promise<ApiKey>
  /** Ends the key at once, on every replica. A second revocation changes nothing. Throws `not_found`. */
  revokeKey(id: string, by?: Caller): Promise<ApiKey>
  /**
   * A new key with the same name, scopes, limits and lifetime, which owns what the old one made. The old key works for
   * another `overlapMs`. The new one ends no later than the key of `by`, which must
   * have made the old one, directly or not, or be it, or have the scope `admin`. Throws `not_found`, and `conflict` for a key
   * that has ended or was rotated before.
   */
  rotateKey(id: string, overlapMs?: number, by?: Caller): Promise<CreatedKey>
}

/** Keys made with another pepper are not recognised. */
export interface KeyringDeps {
  readonly db: Database
  readonly log: Logger
  readonly pepper: Buffer
  /** Keys from the settings, valid as long as the process has them: the operator's admin key, the worker's. */
  readonly fixedKeys?: readonly FixedKey[]
  /** Those that the service has: a key is narrowed to no other. By default any name will do. */
  readonly extractors?: readonly string[]
}

const DEFAULT_OVERLAP_MS = 86_400_000

/** The caller disposes of it. */
export async function openKeyring(deps: KeyringDeps): Promise<Keyring> {
  const { db, log, pepper } = deps
  const madeWith = pepperId(pepper)
  const foreign = await countForeignKeys(db, madeWith)
  if (foreign > 0) log.warn({ keys: foreign }, 'keys made with another pepper are not recognised here')
  const authenticator = await createKeyAuthenticator({ db, log, pepper, fixedKeys: deps.fixedKeys ?? [] })

  async function storeKey(
    tx: Queryable,
    spec: NewKey,
    of: { readonly ownerId?: string; readonly createdBy: string | null },
  ): Promise<CreatedKey> {
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
      ownerId: of.ownerId ?? uuid,
      createdBy: of.createdBy,
    })
    return { key: keyView(row), secret }
  }

  return {
    known: authenticator.known,
    authenticate: authenticator.authenticate,
    async createKey(spec, by) {
      refuseInvalid(spec, deps.extractors)
      return db.transaction(async (tx) => {
        const grantor = await grantorOf(tx, by)
        const terms: KeyTerms = {
          scopes: spec.scopes,
          expiresAt: spec.expiresAt ?? grantor.terms.expiresAt,
          requestsPerMinute: spec.requestsPerMinute ?? grantor.terms.requestsPerMinute,
          allowedIps: spec.allowedIps ?? grantor.terms.allowedIps,
        }
        refuseBeyond(grantor, terms)
        return storeKey(tx, { ...spec, ...terms }, { createdBy: grantor.ownerId })
      })
    },
    async listKeys(limit, after) {
      return pageByIds(await pageOfKeys(db, limit + 1, uuidOfCursor('key', after)), limit, keyView)
    },
    async getKey(id) {
      return keyView(found(await findKey(db, uuidOf(id))))
    },
    async changeKey(id, change, by) {
      refuseInvalid({ scopes: [], ...change }, deps.extractors)
      const row = await db.transaction(async (tx) => {
        const old = found(await lockKey(tx, uuidOf(id)))
        const grantor = await grantorOf(tx, by)
        refuseBeyond(grantor, termsOf(old))
        refuseBeyond(grantor, { ...termsOf(old), ...change })
        if (keyView(old).status !== 'active') throw new SurveyorError('conflict', 'The key has ended.')
        return found(await changeKey(tx, old.id, change))
      })
      await authenticator.forgetEverywhere()
      return keyView(row)
    },
    async revokeKey(id, by) {
      const row = await db.transaction(async (tx) => {
        const old = found(await lockKey(tx, uuidOf(id)))
        refuseBeyond(await grantorOf(tx, by), termsOf(old))
        return found(await markRevoked(tx, old.id))
      })
      await authenticator.forgetEverywhere()
      return keyView(row)
    },
    async rotateKey(id, overlapMs = DEFAULT_OVERLAP_MS, by) {
      const created = await db.transaction(async (tx) => {
        const old = found(await lockKey(tx, uuidOf(id)))
        const grantor = await grantorOf(tx, by)
        refuseBeyond(grantor, termsOf(old))
        await refuseForeignWork(tx, grantor, old)
        if (keyView(old).status !== 'active') throw new SurveyorError('conflict', 'The key has ended.')
        if (old.replaced_by !== null) throw new SurveyorError('conflict', 'The key was rotated before.')
        const lifeMs = old.expires_at === null ? null : old.expires_at.getTime() - old.created_at.getTime()
        const ends = [
          ...(lifeMs === null ? [] : [old.asked_at.getTime() + lifeMs]),
          ...(grantor.terms.expiresAt === null ? [] : [grantor.terms.expiresAt.getTime()]),
        ]
        const replacement = await storeKey(
          tx,
          {
            ...termsOf(old),
            name: old.name,
            environment: old.environment,
            expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends)),
          },
          { ownerId: old.owner_id, createdBy: old.created_by },
        )
        await markReplaced(tx, old.id, { uuid: uuidOf(replacement.key.id), overlapMs })
        return replacement
      })
      await authenticator.forgetEverywhere()
      return created
    },
    [Symbol.asyncDispose]: authenticator[Symbol.asyncDispose],
  }
}

function refuseInvalid(
  { scopes, expiresAt, allowedIps }: Omit<NewKey, 'name'>,
  extractors: readonly string[] | undefined,
): void {
  const errors = scopes.flatMap((scope, index) =>
    isScope(scope) && isKnownExtractor(scope, extractors)
      ? []
      : [{ pointer: `/scopes/${index}`, code: 'not_allowed_value', detail: noSuchScope(scope, extractors) }],
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
  if (errors.length > 0) throw invalidInput('The key', errors)
}

function termsOf(row: KeyRow): KeyTerms {
  return {
    scopes: row.scopes,
    expiresAt: row.expires_at,
    requestsPerMinute: row.requests_per_minute,
    allowedIps: row.allowed_ips,
  }
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new SurveyorError('not_found', 'No key has this id.')
  return row
}

function uuidOf(id: string): string {
  return found(parseId('key', id))
}

function isKnownExtractor(scope: Scope, extractors: readonly string[] | undefined): boolean {
  const extractor = extractorOfScope(scope)
  return extractor === null || extractors === undefined || extractors.includes(extractor)
}

/** The message about an unknown scope: the likely intended one, and all scopes with their descriptions. */
export function noSuchScope(text: string, extractors: readonly string[] = []): string {
  const narrowed = extractors.map((extractor) => `extract:${extractor}`)
  const meant = closestWord(text, [...Object.keys(SCOPES), ...narrowed])
  const question = meant === null ? '' : `; did you mean \`${meant}\`?`
  const list = Object.entries(SCOPES).map(([name, sentence]) => `\`${name}\` (${sentence})`)
  return `There is no scope \`${text.slice(0, 100)}\`${question === '' ? '.' : question} There are ${list.join(', ')}.`
}
