// Authentication: the interface between the HTTP server and the key store.
import type { Scope, ScopeWord } from '#contract/key.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** How many requests a caller may make, counted for `subject`, which several keys may share. */
export interface CallerLimit {
  readonly subject: string
  readonly requestsPerMinute: number
}

/** The caller of a request. */
export interface Caller {
  /**
   * The owner of what the caller makes: `key_…` of the first of the keys that replaced each other, `setting:…` for a
   * key of the settings, `open` when the service takes no keys, `anonymous` on a route without a key.
   */
  readonly id: string
  /** The id of the key itself; null when none was required, and for a key of the settings. */
  readonly keyId: string | null
  readonly scopes: readonly Scope[]
  /** The limits of its key and of those that made it; absent: the default limit of the service. */
  readonly limits?: readonly CallerLimit[]
  /** The addresses from which its key may be used; absent: anywhere. */
  readonly mayComeFrom?: (address: string) => boolean
}

/** Finds the caller of a key. */
export interface Authenticator {
  /** The caller of a recently checked credential, without any I/O; null when it has to be looked up. */
  known(credential: string): Caller | null
  /** Throws `unauthenticated`, `key_expired`, `key_revoked` or `storage_unavailable`. */
  authenticate(credential: string): Promise<Caller>
}

/** The caller on a service that is open to its own machine: it may do everything. */
export const OPEN_CALLER: Caller = { id: 'open', keyId: null, scopes: ['admin'] }

/** The caller on a route without a key. */
export const ANONYMOUS_CALLER: Caller = { id: 'anonymous', keyId: null, scopes: [] }

/** The suffix of a scope that covers what other keys made. */
const ALL = ':all'

/**
 * Whether `granted` covers `needed`: the same scope, its part before the colon, or `admin`. A scope with `all` is
 * covered by no shorter one, and covers the scope without it.
 */
export function scopeCovers(granted: readonly Scope[], needed: Scope): boolean {
  return granted.some((scope) => {
    if (scope === 'admin' || scope === needed) return true
    if (needed.endsWith(ALL)) return false
    const own = scope.endsWith(ALL) ? scope.slice(0, -ALL.length) : scope
    return own === needed || needed.startsWith(`${own}:`)
  })
}

/** Whether the caller has any scope with this word: `extract:maps` is one of `extract`. */
export function hasWord(granted: readonly Scope[], word: ScopeWord): boolean {
  return granted.some((scope) => scope === 'admin' || scope === word || scope.startsWith(`${word}:`))
}

/** The owner whose objects of a kind the caller may see and end: itself, or null for all owners. */
export function visibleOwner(
  { id, scopes }: Caller,
  kind: 'jobs' | 'artifacts' | 'webhooks' | 'search',
): string | null {
  return scopeCovers(scopes, `${kind}:all`) ? null : id
}

/** Throws `scope_missing` unless the caller has the scope `needed`; for checks that depend on the body. */
export function requireScope(caller: Pick<Caller, 'scopes'>, needed: Scope): void {
  if (!scopeCovers(caller.scopes, needed)) {
    throw new SurveyorError('scope_missing', `This needs a key with the scope ${needed}.`)
  }
}
