// Which jobs to claim: never more than can run, from every pool, and ahead of need while there is a backlog.
import type { KindOfWork } from '#contract/extractor.ts'
import type { ClaimsBody } from '#contract/worker.ts'

/** The request of one claim call; its slots are reserved until `settle`. */
export interface ClaimPlan {
  readonly max: ClaimsBody['max']
  readonly counts: ReadonlyMap<KindOfWork, number>
}

export interface Capacity {
  /** The next claim call worth making now, with its slots reserved, or null. */
  plan(): ClaimPlan | null
  /** Ends the reservation of a plan. `claimed` lists the pool of each claimed job; null for a call that failed. */
  settle(plan: ClaimPlan, claimed: readonly KindOfWork[] | null): void
  /** A job of this pool starts. */
  take(kind: KindOfWork): void
  free(kind: KindOfWork): void
  /**
   * A running job of this pool starts or stops waiting for a slot at a host. While it waits, other jobs use its slot.
   */
  waits(kind: KindOfWork, isWaiting: boolean): void
}

interface Lane {
  readonly kind: KindOfWork
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

const MOST_PER_CLAIM = 500
/** With a backlog, half the slots are claimed while the other half works, so that the round trip costs no time. */
const CALLS_WITH_BACKLOG = 2

export function createCapacity(
  slots: Readonly<Record<KindOfWork, number>>,
  typesByKind: ReadonlyMap<KindOfWork, readonly string[]>,
): Capacity {
  const lanes = new Map<KindOfWork, Lane>()
  for (const [kind, types] of typesByKind) {
    if (slots[kind] > 0 && types.length > 0) {
      lanes.set(kind, {
        kind,
        types: [...types],
        slots: slots[kind],
        running: 0,
        waiting: 0,
        reserved: 0,
        calls: 0,
        backlog: false,
      })
    }
  }

  const wanted = (lane: Lane): number => {
    const atWork = lane.running - Math.min(lane.waiting, lane.slots)
    const room = lane.slots - atWork - lane.reserved
    if (lane.calls >= (lane.backlog ? CALLS_WITH_BACKLOG : 1)) return 0
    const most = lane.backlog ? Math.ceil(lane.slots / CALLS_WITH_BACKLOG) : lane.slots
    return Math.min(room, most, MOST_PER_CLAIM)
  }

  return {
    plan() {
      const counts = new Map<KindOfWork, number>()
      const max: ClaimsBody['max'] = []
      for (const lane of lanes.values()) {
        const count = wanted(lane)
        if (count <= 0) continue
        counts.set(lane.kind, count)
        max.push({ types: lane.types, count })
        lane.reserved += count
        lane.calls += 1
      }
      return max.length === 0 ? null : { max, counts }
    },
    settle(plan, claimed) {
      for (const [kind, count] of plan.counts) {
        const lane = lanes.get(kind) as Lane
        lane.reserved -= count
        lane.calls -= 1
        lane.backlog = claimed !== null && claimed.filter((k) => k === kind).length >= count
      }
    },
    take(kind) {
      const lane = lanes.get(kind)
      if (lane !== undefined) lane.running += 1
    },
    free(kind) {
      const lane = lanes.get(kind)
      if (lane !== undefined) lane.running -= 1
    },
    waits(kind, isWaiting) {
      const lane = lanes.get(kind)
      if (lane !== undefined) lane.waiting += isWaiting ? 1 : -1
    },
  }
}
