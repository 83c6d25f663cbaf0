// What an operator may set about the cache, and what it does when nothing is set.

export interface CacheSettings {
  /** Results and pages together, in the database and in the blob store; 0: nothing is kept. */
  readonly maxBytes: number
  readonly maxEntries: number
  /** Results that this process holds in memory. */
  readonly memoryBytes: number
  /** Whatever a request would still take: nothing older is kept. */
  readonly keepMs: number
  /** How often room is made, expired entries go and figures are written down. */
  readonly upkeepMs: number
  /** How long a stored body may wait for its page to be noted; one that was given up goes no sooner. */
  readonly bodyHoldMs: number
}

export const DEFAULT_CACHE_SETTINGS: CacheSettings = {
  maxBytes: 1024 ** 3,
  maxEntries: 200_000,
  memoryBytes: 64 * 1024 ** 2,
  keepMs: 7 * 86_400_000,
  upkeepMs: 5_000,
  bodyHoldMs: 60_000,
}

/** One entry that took more would push out too many others. */
const MOST_OF_ALL = 1 / 8
const MOST_ENTRY_BYTES = 20 * 1024 ** 2

export function mostEntryBytes({ maxBytes }: Pick<CacheSettings, 'maxBytes'>): number {
  return Math.min(MOST_ENTRY_BYTES, maxBytes * MOST_OF_ALL)
}
