// Counts refusals of the guard in this worker, until a heartbeat has reported them to crawl.

/** Counts by reason, since they were last taken. */
export interface RefusalCounts {
  count(reason: string): void
  /** The counts by reason since the last `take`; undefined when there are none. */
  take(): Record<string, number> | undefined
  /** The report to crawl failed, so the counts are added again. */
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
