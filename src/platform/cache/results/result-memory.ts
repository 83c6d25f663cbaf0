// The results that this process holds in memory, so that frequent requests cost no query.
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { youngest, type CachedResult, type ResultName } from './cached-result.ts'

/** The least recently used result goes first. */
export interface ResultMemory {
  find(key: string, owner: string): CachedResult | null
  /** `epoch` is the value from before the result was read: a result that was purged since then is not added. */
  add(result: CachedResult, epoch: number): void
  forget(results: readonly ResultName[]): void
  forgetAll(): void
  readonly epoch: number
  readonly entries: number
  readonly bytes: number
}

/** What an entry takes in memory beside its text. */
const ENTRY_BYTES = 500
/**
 * After this the database is asked again. It bounds how long a replica that gets no notifications can serve old
 * results.
 */
const TRUSTED_MS = 30_000
/** A larger result must not evict all others. */
const MAX_SHARE = 1 / 8

interface Held extends CachedResult {
  readonly trustedUntilMs: number
}

/** An entry that has not been looked up in the database for 30 s is not trusted. */
export function createResultMemory(maxBytes: number): ResultMemory {
  let held = createWeightedLru<Held>(maxBytes)
  let epoch = 0
  const nameOf = (key: string, owner: string): string => `${key} ${owner}`

  function get(name: string): Held[] {
    const entry = held.get(name)
    if (entry === undefined) return []
    const now = performance.now()
    if (now < entry.trustedUntilMs && now < entry.expiresAtMs) return [entry]
    held.delete(name)
    return []
  }

  return {
    find: (key, owner) =>
      youngest([...get(nameOf(key, '')), ...(owner === '' ? [] : get(nameOf(key, owner)))]),
    add(result, since) {
      const bytes = result.answer.length + ENTRY_BYTES
      if (since !== epoch || bytes > maxBytes * MAX_SHARE) return
      held.set(
        nameOf(result.key, result.owner),
        { ...result, trustedUntilMs: performance.now() + TRUSTED_MS },
        bytes,
      )
    },
    forget(results) {
      epoch += 1
      for (const { key, owner } of results) held.delete(nameOf(key, owner))
    },
    forgetAll() {
      epoch += 1
      held = createWeightedLru(maxBytes)
    },
    get epoch() {
      return epoch
    },
    get entries() {
      return held.size
    },
    get bytes() {
      return held.weight
    },
  }
}
