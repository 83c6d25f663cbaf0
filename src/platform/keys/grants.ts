// What a key may grant and change: nobody grants or changes more than they hold.
import type { Scope } from '#contract/key.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { requireScope, scopeCovers, type Caller } from '#platform/http/auth/authenticator.ts'
import type { Queryable } from '#platform/db/database.ts'
import { coversNetworks } from './allowed-addresses.ts'
import { findKey, isAbove, type KeyRow } from './key-store.ts'

/** What a key may do, until when, how often and from where; null means no limit. */
export interface KeyTerms {
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly requestsPerMinute: number | null
  readonly allowedIps: readonly string[] | null
}

/** The creator or editor of a key: its terms, and the owner_id of the keys it makes. */
export interface Grantor {
  readonly caller: Pick<Caller, 'scopes'>
  readonly terms: KeyTerms
  readonly ownerId: string | null
}

/** The operator: the command line, a key of the settings, the caller of a service without keys. */
const OPERATOR: Grantor = {
  caller: { scopes: ['admin'] },
  terms: { scopes: ['admin'], expiresAt: null, requestsPerMinute: null, allowedIps: null },
  ownerId: null,
}

/** With the terms that the key of the caller has at this moment; without a caller it is the operator. */
export async function grantorOf(db: Queryable, caller: Caller | undefined): Promise<Grantor> {
  if (caller === undefined) return OPERATOR
  if (caller.keyId === null) return { ...OPERATOR, caller }
  const row = await findKey(db, caller.keyId.slice('key_'.length))
  if (row === null) throw new SurveyorError('unauthenticated', 'The key is gone.')
  return {
    caller,
    terms: {
      scopes: row.scopes,
      expiresAt: row.expires_at,
      requestsPerMinute: row.requests_per_minute,
      allowedIps: row.allowed_ips,
    },
    ownerId: row.owner_id,
  }
}

/**
 * The holder of the text of a key reaches what the key made: one of `keys` gets that of its own key and of those below
 * it. Throws `exceeds_own_key`.
 */
export async function refuseForeignWork(
  db: Queryable,
  { caller, ownerId }: Grantor,
  key: KeyRow,
): Promise<void> {
  if (ownerId === null || scopeCovers(caller.scopes, 'admin') || (await isAbove(db, ownerId, key))) return
  throw new SurveyorError(
    'exceeds_own_key',
    'The new key would own what the old one made: a key replaces itself and those that it made, one with `admin` any.',
  )
}

/** Throws `scope_missing` or `exceeds_own_key` when the terms go beyond those of the grantor. */
export function refuseBeyond({ caller, terms: own }: Grantor, terms: KeyTerms): void {
  for (const scope of terms.scopes) requireScope(caller, scope)
  const errors: FieldProblem[] = []
  const beyond = (field: string, detail: string) =>
    errors.push({ pointer: `/${field}`, code: 'exceeds_own_key', detail })
  if (own.expiresAt !== null && (terms.expiresAt === null || terms.expiresAt > own.expiresAt))
    beyond('expiresAt', `Must be no later than ${own.expiresAt.toISOString()}, when the asking key ends.`)
  const [rate, max] = [terms.requestsPerMinute, own.requestsPerMinute]
  if (max !== null && (rate === null || rate > max))
    beyond('rateLimit', `Must be at most ${max} requests in a minute, as of the asking key.`)
  const [networks, ownNetworks] = [terms.allowedIps, own.allowedIps]
  if (ownNetworks !== null && (networks === null || !coversNetworks(ownNetworks, networks)))
    beyond('allowedIps', `Must lie within ${ownNetworks.join(', ')}, as of the asking key.`)
  if (errors.length === 0) return
  throw new SurveyorError('exceeds_own_key', `This goes beyond the asking key: ${errors[0]?.detail}`, {
    errors,
  })
}
