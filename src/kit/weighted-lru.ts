// A map that evicts the least recently used entries once their total weight is too large.

/** `weight` is the sum over all entries. `get` makes an entry the most recently used. */
export interface WeightedLru<V> {
  get(key: string): V | undefined
  /** An entry heavier than the whole map is not kept. */
  set(key: string, value: V, weight: number): void
  delete(key: string): void
  readonly weight: number
  readonly size: number
}

/** `maxWeight` has the unit of the weights given to `set`: bytes, elements. */
export function createWeightedLru<V>(maxWeight: number): WeightedLru<V> {
  const entries = new Map<string, { readonly value: V; readonly weight: number }>()
  let total = 0
  const remove = (key: string): void => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      remove(key)
      if (weight > maxWeight) return
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) break
        remove(oldest)
      }
    },
    delete: remove,
    get weight() {
      return total
    },
    get size() {
      return entries.size
    },
  }
}
