// The resources that a query claims on a server. The server admits by these numbers, so a smaller claim may be admitted
// when a larger one is not.
import type { Clock } from '#kit/time/clock.ts'

/** Time and memory that a query allows itself on the server (`[timeout:…][maxsize:…]`). */
export interface Claim {
  /** The claimed time, in seconds. */
  readonly timeoutS: number
  readonly maxBytes: number
}

export const CLAIMS: readonly [Claim, ...Claim[]] = [
  { timeoutS: 60, maxBytes: 512 * 1024 * 1024 },
  { timeoutS: 30, maxBytes: 128 * 1024 * 1024 },
  { timeoutS: 15, maxBytes: 32 * 1024 * 1024 },
]

/** A server that was full may have room after this long. */
const REMEMBERED_MS = 10 * 60_000

/** Remembers for each server how large a claim it last let in. */
export interface AdmittedClaim<Server> {
  /** The index of the claim to begin with. */
  first(server: Server): number
  /** The claim with this index got in. */
  admitted(server: Server, claim: number): void
}

/** Remembers the admitted claim, so that not every query has to be refused first. */
export function rememberClaims<Server>(clock: Clock): AdmittedClaim<Server> {
  const known = new Map<Server, { readonly claim: number; readonly until: number }>()
  return {
    first(server) {
      const last = known.get(server)
      return last === undefined || last.until <= clock.now() ? 0 : last.claim
    },
    admitted(server, claim) {
      const last = known.get(server)
      // Counted from when the server was found full, so that it does not count as full for ever.
      if (last?.claim === claim && last.until > clock.now()) return
      known.set(server, { claim, until: clock.now() + REMEMBERED_MS })
    },
  }
}

/**
 * The text of a query. The server compares queries without their comments and refuses one that it is running already,
 * so repeated queries differ in their seconds.
 */
export function withClaim(statements: string, { timeoutS, maxBytes }: Claim, duplicates: number): string {
  return `[out:json][timeout:${timeoutS - duplicates}][maxsize:${maxBytes}];${statements}`
}
