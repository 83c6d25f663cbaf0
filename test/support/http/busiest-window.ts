// How many requests were admitted within one window of time, as far as their client can know.

export interface Served {
  /** Milliseconds of one clock; it was admitted between the two times. */
  readonly sentAt: number
  readonly receivedAt: number
}

/** The most that were certainly admitted within any window of this length: sent and answered inside it. */
export function busiestWindow(served: readonly Served[], windowMs: number): number {
  const begins = served.toSorted((a, b) => a.sentAt - b.sentAt)
  const ends = served.toSorted((a, b) => a.receivedAt - b.receivedAt)
  let busiest = 0
  let end = 0
  for (const [index, { sentAt }] of begins.entries()) {
    while (end < ends.length && (ends[end] as Served).receivedAt <= sentAt + windowMs) end += 1
    // Of the requests that ended by then, those sent before the window do not count.
    busiest = Math.max(busiest, end - index)
  }
  return busiest
}
