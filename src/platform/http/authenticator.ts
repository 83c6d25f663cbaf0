// Who may call: the seam between the HTTP server and whatever knows the keys.
import type { Scope, ScopeWord } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** How often a caller may ask, counted for `subject`, which several keys may have in common. */
export interface CallerLimit {
  readonly subject: string
  readonly requestsPerMinute: number
}

/** Who a request is from. */
export interface Caller {
  /**
   * Whom what it makes belongs to: `key_…` of the first of the keys that replaced each other, `setting:…` for a key of the
   * settings, `open` where the service takes no keys, `anonymous` on a route that asks for none.
   */
  readonly id: string
  /** Of the key itself; null where none was asked for, and for a key of the settings. */
  readonly keyId: string | null
  readonly scopes: readonly Scope[]
  /** Of its key and of those that made it; absent: what the service allows everybody. */
  readonly limits?: readonly CallerLimit[]
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

/** The end of a scope that reaches what other keys made. */
const ALL = ':all'

/**
 * Whether `granted` covers `needed`: the same scope, its part before the colon, or `admin`. One that says `all` is covered
 * by no shorter one, and covers that itself.
 */
export function scopeCovers(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => {
    if (scope === 'admin' || scope === needed) return true
    if (needed.endsWith(ALL)) return false
    const own = scope.endsWith(ALL) ? scope.slice(0, -ALL.length) : scope
    return own === needed || needed.startsWith(`${own}:`)
  })
}

/** Whether the caller has any form of the word: `extract:maps` is one of `extract`. */
export function hasWord(granted: readonly Scope[], word: ScopeWord): boolean {
  return granted.some((scope) => scope === 'admin' || scope === word || scope.startsWith(`${word}:`))
}

/** Whose things of a kind the caller may see and end: its own, or, null, those of everybody. */
export function ownerSeen(
  { id, scopes }: Caller,
  kind: 'jobs' | 'artifacts' | 'webhooks' | 'search',
): string | null {
  return scopeCovers(scopes, `${kind}:all`) ? null : id
}

/** Throws `scope_missing` unless the caller may do what `needed` names; for checks that depend on the body. */
export function requireScope(caller: Pick<Caller, 'scopes'>, needed: Scope): void {
  if (!scopeCovers(caller.scopes, needed)) {
    throw new SurveyorError('scope_missing', `This needs a key with the scope ${needed}.`)
  }
}
