// Counts what the guard of this worker refused, until crawl has heard of it with a heartbeat.

export interface RefusalCounts {
  count(reason: string): void
  /** What was counted since it was taken before, by reason; undefined where there is nothing. */
  take(): Record<string, number> | undefined
  /** Crawl did not hear of it after all. */
  giveBack(counts: Readonly<Record<string, number>>): void
}

export function createRefusalCounts(): RefusalCounts {
  let counts = new Map<string, number>()
  const add = (reason: string, count: number) => void counts.set(reason, (counts.get(reason) ?? 0) + count)
  return {
    count: (reason) => add(reason, 1),
    take() {
      if (counts.size === 0) return undefined
      const taken = Object.fromEntries(counts)
      counts = new Map()
      return taken
    },
    giveBack(taken) {
      for (const [reason, count] of Object.entries(taken)) add(reason, count)
    },
  }
}
