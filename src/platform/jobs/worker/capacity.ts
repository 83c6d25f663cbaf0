// Which jobs to claim: never more than can run, from every pool, and ahead of need while there is a backlog.
import type { ClaimsBody } from '#contract/worker.ts'

/** The request of one claim call; its slots are reserved until `finish`. */
export interface ClaimPlan {
  readonly max: ClaimsBody['max']
  readonly counts: ReadonlyMap<string, number>
}

/**
 * `busy`: pools that go on working while a claim waits for the commit of the report that it travels with: of several slots
 * whose last claim got all it asked for.
 */
export type PoolChoice = 'all' | 'busy' | 'others'

/** Counts slots by pool. */
export interface Capacity {
  /** The next claim call worth making now for these pools, with its slots reserved, or null. */
  plan(pools?: PoolChoice): ClaimPlan | null
  /** Ends the reservation of a plan. `claimed` lists the pool of each claimed job; null for a call that failed. */
  finish(plan: ClaimPlan, claimed: readonly string[] | null): void
  /** A job of this pool starts. */
  take(pool: string): void
  free(pool: string): void
  /**
   * A running job of this pool starts or stops waiting for a slot at a host. While it waits, other jobs use its slot.
   */
  waits(pool: string, isWaiting: boolean): void
}

interface PoolState {
  readonly name: string
  readonly types: string[]
  readonly slots: number
  running: number
  /** How many of the running jobs wait. At most as many as there are slots give theirs away. */
  waiting: number
  reserved: number
  calls: number
  /** The last claim got all it asked for, so there are more jobs. */
  backlog: boolean
}

const MAX_PER_CLAIM = 500
/** With a backlog, half the slots are claimed while the other half works, so that the round trip costs no time. */
const CALLS_WITH_BACKLOG = 2

/** Pools without slots or types are never claimed for. */
export function createCapacity(
  slots: Readonly<Record<string, number>>,
  typesByPool: ReadonlyMap<string, readonly string[]>,
): Capacity {
  const pools = new Map<string, PoolState>()
  for (const [name, types] of typesByPool) {
    const count = slots[name] ?? 0
    if (count > 0 && types.length > 0) {
      pools.set(name, {
        name,
        types: [...types],
        slots: count,
        running: 0,
        waiting: 0,
        reserved: 0,
        calls: 0,
        backlog: false,
      })
    }
  }

  const wanted = (pool: PoolState): number => {
    const atWork = pool.running - Math.min(pool.waiting, pool.slots)
    const free = pool.slots - atWork - pool.reserved
    if (pool.calls >= (pool.backlog ? CALLS_WITH_BACKLOG : 1)) return 0
    const limit = pool.backlog ? Math.ceil(pool.slots / CALLS_WITH_BACKLOG) : pool.slots
    return Math.min(free, limit, MAX_PER_CLAIM)
  }

  return {
    plan(choice = 'all') {
      const counts = new Map<string, number>()
      const max: ClaimsBody['max'] = []
      for (const pool of pools.values()) {
        const isBusy = pool.backlog && pool.slots > 1
        if (choice !== 'all' && isBusy !== (choice === 'busy')) continue
        const count = wanted(pool)
        if (count <= 0) continue
        counts.set(pool.name, count)
        max.push({ types: pool.types, count })
        pool.reserved += count
        pool.calls += 1
      }
      return max.length === 0 ? null : { max, counts }
    },
    finish(plan, claimed) {
      for (const [name, count] of plan.counts) {
        const pool = pools.get(name)
        if (pool === undefined) continue
        pool.reserved -= count
        pool.calls -= 1
        pool.backlog = claimed !== null && claimed.filter((one) => one === name).length >= count
      }
    },
    take(name) {
      const pool = pools.get(name)
      if (pool !== undefined) pool.running += 1
    },
    free(name) {
      const pool = pools.get(name)
      if (pool !== undefined) pool.running -= 1
    },
    waits(name, isWaiting) {
      const pool = pools.get(name)
      if (pool !== undefined) pool.waiting += isWaiting ? 1 : -1
    },
  }
}
