// How many requests were let in within one window of time, as far as their client can know.

export interface Served {
  /** Milliseconds of one clock; it was let in somewhere between. */
  readonly sentAt: number
  readonly receivedAt: number
}

/** The most that were surely let in within any window of this length: sent and answered inside it. */
export function busiestWindow(served: readonly Served[], windowMs: number): number {
  const begins = served.toSorted((a, b) => a.sentAt - b.sentAt)
  const ends = served.toSorted((a, b) => a.receivedAt - b.receivedAt)
  let busiest = 0
  let end = 0
  for (const [index, { sentAt }] of begins.entries()) {
    while (end < ends.length && (ends[end] as Served).receivedAt <= sentAt + windowMs) end += 1
    // Of those that ended by then, those that were sent before the window are not in it.
    busiest = Math.max(busiest, end - index)
  }
  return busiest
}
