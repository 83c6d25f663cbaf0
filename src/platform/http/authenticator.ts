// Who may call: the seam between the HTTP server and whatever knows the keys.
import type { Scope } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** Who a request is from. */
export interface Caller {
  /** `key_…` of the key, `open` where the service takes no keys, `anonymous` on a route that asks for none. */
  readonly id: string
  /** Null where no key was asked for. */
  readonly keyId: string | null
  readonly scopes: readonly Scope[]
  /** Of this key; absent: what the service allows everybody. */
  readonly requestsPerMinute?: number
  /** Where its key may be used from; absent: anywhere. */
  readonly mayComeFrom?: (address: string) => boolean
}

export interface Authenticator {
  /** The caller of a credential that was checked a moment ago, without any I/O; null where it has to be looked up. */
  known(credential: string): Caller | null
  /** Throws `unauthenticated`, `key_expired`, `key_revoked` or `storage_unavailable`. */
  authenticate(credential: string): Promise<Caller>
}

/** The caller on a service that is open to its own machine: it may do everything. */
export const OPEN_CALLER: Caller = { id: 'open', keyId: null, scopes: ['admin'] }

/** The caller on a route that asks for no key. */
export const ANONYMOUS_CALLER: Caller = { id: 'anonymous', keyId: null, scopes: [] }

/** Whether `granted` covers `needed`: the same scope, its part before the colon, or `admin`. */
export function scopeCovers(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => scope === 'admin' || scope === needed || needed.startsWith(`${scope}:`))
}

/** Throws `scope_missing` unless the caller may do what `needed` names; for checks that depend on the body. */
export function requireScope(caller: Caller, needed: Scope): void {
  if (!scopeCovers(caller.scopes, needed)) {
    throw new SurveyorError('scope_missing', `This needs a key with the scope ${needed}.`)
  }
}
