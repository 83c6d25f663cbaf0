// What a delivery reported about the domain of its job: for how long the domain takes no other job, and why.

/** Jobs of the domain stay queued for this long, and their progress gives the reason. */
export interface DomainHold {
  /** Counted from the report. */
  readonly forMs: number
  /** Continues the sentence "waiting for host X until T because": `it asked so (503, Retry-After 120)`. */
  readonly reason: string
}
