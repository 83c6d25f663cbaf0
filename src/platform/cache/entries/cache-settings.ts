// The cache settings of an operator, and their defaults.

/** Sizes in bytes, times in milliseconds. */
export interface CacheSettings {
  /** Results and pages together, in the database and in the blob store; 0: nothing is kept. */
  readonly maxBytes: number
  readonly maxEntries: number
  /** Results that this process holds in memory. */
  readonly memoryBytes: number
  /** Nothing older is kept, whatever age a request would accept. */
  readonly keepMs: number
  /** How often room is made, expired entries are removed and counters are flushed. */
  readonly maintenanceMs: number
  /** How long a stored body may wait for the row of its page; the body of an abandoned upload is kept as long. */
  readonly bodyHoldMs: number
}

/** 1 GiB on disk, 64 MiB in memory, a week. */
export const DEFAULT_CACHE_SETTINGS: CacheSettings = {
  maxBytes: 1024 ** 3,
  maxEntries: 200_000,
  memoryBytes: 64 * 1024 ** 2,
  keepMs: 7 * 86_400_000,
  maintenanceMs: 5_000,
  bodyHoldMs: 60_000,
}

/** A larger entry would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 8
const MAX_ENTRY_BYTES = 20 * 1024 ** 2

/** An eighth of the cache, at most 20 MiB. */
export function maxEntryBytes({ maxBytes }: Pick<CacheSettings, 'maxBytes'>): number {
  return Math.min(MAX_ENTRY_BYTES, maxBytes * MAX_ENTRY_SHARE)
}
