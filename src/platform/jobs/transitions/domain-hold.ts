// What a delivery learned about the domain of its job: for how long it takes no other one, and why.

/** Jobs of the domain stay queued for so long, and their progress says why. */
export interface DomainHold {
  /** From the report on. */
  readonly forMs: number
  /** Goes on from "waiting for host X until T because": `it asked so (503, Retry-After 120)`. */
  readonly reason: string
}
