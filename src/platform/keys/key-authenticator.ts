// Identifies the caller of a credential: invalid text by its checksum, recent keys from memory, the rest from the
// database.
import { timingSafeEqual } from 'node:crypto'
import type { Scope } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import type { Database } from '#platform/db/database.ts'
import type { Authenticator, Caller } from '#platform/http/auth/authenticator.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { addressMatcher } from './allowed-addresses.ts'
import { isKeyText } from './key-format.ts'
import { findKeyByHash, keyView, markUsed } from './key-store.ts'
import { hashKey } from './pepper.ts'

/** A key from the settings of the operator, which is in no table. */
export interface FixedKey {
  /** Its name in logs and for fairness: `admin`, `worker`, `places`. */
  readonly name: string
  readonly secret: string
  readonly scopes: readonly Scope[]
}

/** Remembers checked keys for a short time. */
export interface KeyAuthenticator extends Authenticator, AsyncDisposable {
  /** Makes all processes, including this one, look keys up again. */
  forgetEverywhere(): Promise<void>
}

/** How long a look-up is used when a notification was lost. */
const REMEMBER_MS = 30_000
const MAX_REMEMBERED = 10_000
const USED_EVERY_MS = 60_000
const MIN_FIXED_CHARS = 24

type FoundKey = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

interface Remembered {
  /** Null: no such key, or one that has ended; `error` says which. */
  readonly caller: Caller | null
  readonly error: SurveyorError | null
  readonly until: number
}

/** The same message whether or not the key exists: a guess must not reveal why it is wrong. */
const NO_KEY = new SurveyorError(
  'unauthenticated',
  'There is no key, or the key is not known: send one as `Authorization: Bearer srv_…` or `X-API-Key: srv_…`.',
)

/** Listens for changes of keys by other processes. */
export async function createKeyAuthenticator(deps: {
  readonly db: Database
  readonly log: Logger
  readonly pepper: Buffer
  readonly fixedKeys: readonly FixedKey[]
}): Promise<KeyAuthenticator> {
  const { db, log, pepper } = deps
  const fixed = deps.fixedKeys.map((key) => fixedCaller(pepper, key))
  let remembered = createWeightedLru<Remembered>(MAX_REMEMBERED)
  const usedAt = createWeightedLru<number>(MAX_REMEMBERED)
  const writes = new Set<Promise<void>>()
  let generation = 0

  const forget = () => {
    generation += 1
    remembered = createWeightedLru(MAX_REMEMBERED)
  }
  const channel = `${db.schema}_keys`
  const stopListening = await db.listen(channel, forget)

  function fixedKeyOf(hash: Buffer): Caller | null {
    // All are compared, so that the duration reveals nothing.
    let caller: Caller | null = null
    for (const key of fixed) if (timingSafeEqual(key.hash, hash)) caller = key.caller
    return caller
  }

  function recall(hash: string): Remembered | null {
    const entry = remembered.get(hash)
    return entry === undefined || entry.until <= performance.now() ? null : entry
  }

  async function lookUp(hash: Buffer): Promise<Remembered> {
    const asked = generation
    const row = await findKeyByHash(db, hash)
    const now = performance.now()
    let entry: Remembered = { caller: null, error: NO_KEY, until: now + REMEMBER_MS }
    if (row !== null) {
      const { status } = keyView(row)
      const lifeMs = row.expires_at === null ? Infinity : row.expires_at.getTime() - row.asked_at.getTime()
      entry =
        status === 'active'
          ? {
              caller: {
                id: formatId('key', row.owner_id),
                keyId: formatId('key', row.id),
                scopes: row.scopes,
                ...limitsOf(row),
              },
              error: null,
              until: now + Math.min(REMEMBER_MS, lifeMs),
            }
          : { ...entry, error: status === 'revoked' ? revoked() : expired() }
    }
    // A notification that came during the query may be about this very key.
    if (asked === generation) remembered.set(hash.toString('hex'), entry, 1)
    return entry
  }

  function recordUse(caller: Caller): Caller {
    const now = performance.now()
    const uuid = caller.keyId?.slice('key_'.length)
    if (uuid === undefined || now - (usedAt.get(uuid) ?? -Infinity) < USED_EVERY_MS) return caller
    usedAt.set(uuid, now, 1)
    const write = markUsed(db, uuid)
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of a key was not stored'))
      .finally(() => writes.delete(write))
    writes.add(write)
    return caller
  }

  return {
    known(credential) {
      const hash = hashKey(pepper, credential)
      const caller = fixedKeyOf(hash) ?? recall(hash.toString('hex'))?.caller ?? null
      return caller === null ? null : recordUse(caller)
    },
    async authenticate(credential) {
      if (credential === '') throw NO_KEY
      const hash = hashKey(pepper, credential)
      const setting = fixedKeyOf(hash)
      if (setting !== null) return setting
      if (!isKeyText(credential)) throw NO_KEY
      const entry = recall(hash.toString('hex')) ?? (await lookUp(hash))
      if (entry.caller === null) throw entry.error ?? NO_KEY
      return recordUse(entry.caller)
    },
    async forgetEverywhere() {
      forget()
      await db.notify(channel, 'changed')
    },
    async [Symbol.asyncDispose]() {
      await stopListening()
      await Promise.all(writes)
    },
  }
}

function fixedCaller(pepper: Buffer, key: FixedKey): { hash: Buffer; caller: Caller } {
  if (key.secret.length < MIN_FIXED_CHARS) {
    throw new Error(`the ${key.name} key of the settings must have at least ${MIN_FIXED_CHARS} characters`)
  }
  return {
    hash: hashKey(pepper, key.secret),
    caller: { id: `setting:${key.name}`, keyId: null, scopes: key.scopes },
  }
}

/** The limits of the key itself and of the keys that made it; absent without limits. */
function limitsOf({ limits, allowed_ips: networks }: FoundKey): Partial<Caller> {
  const counted = limits.map(({ owner_id: owner, requests_per_minute: requestsPerMinute }) => ({
    subject: `key:${formatId('key', owner)}`,
    requestsPerMinute,
  }))
  return {
    ...(counted.length === 0 ? {} : { limits: counted }),
    ...(networks === null ? {} : { mayComeFrom: addressMatcher(networks) }),
  }
}

function revoked(): SurveyorError {
  return new SurveyorError('key_revoked', 'The key was revoked.')
}

function expired(): SurveyorError {
  return new SurveyorError('key_expired', 'The key has expired.')
}
