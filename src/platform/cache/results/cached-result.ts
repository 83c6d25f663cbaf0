// A kept result: the text of the answer, and what decides which callers may get it.

/** The key of a result together with whom it is for. */
export interface ResultName {
  readonly key: string
  /** The only owner that may get it; '' means everybody. */
  readonly owner: string
}

/** The answer as bytes, so that serving it costs neither parsing nor writing. */
export interface CachedResult extends ResultName {
  /** `job_…`: the job that produced it. */
  readonly jobId: string
  /** Who may look at that job; null where nobody noted it. */
  readonly jobOwner: string | null
  /** The answer as JSON in UTF-8, an object without its keys `cache` and `links`. */
  readonly answer: Buffer
  readonly storedAt: string
  /** By `performance.now()` of this process: when its oldest page was fetched or confirmed. */
  readonly freshFromMs: number
  readonly expiresAtMs: number
}

/** Milliseconds since the data was fetched or last confirmed. */
export function ageOf({ freshFromMs }: CachedResult): number {
  return Math.max(0, Math.round(performance.now() - freshFromMs))
}

/** The youngest of a shared result and the caller's own. */
export function youngest(found: readonly CachedResult[]): CachedResult | null {
  return found.toSorted((a, b) => b.freshFromMs - a.freshFromMs)[0] ?? null
}
