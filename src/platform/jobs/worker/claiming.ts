// Claims jobs for as long as there is room for them, and pauses after an answer that asks for it.
import type { RegisterWorkerAnswer } from '#contract/worker.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createCapacity, type ClaimPlan } from './capacity.ts'
import { waitAfter, type Reachability } from './reachability.ts'
import { isUnknownWorker, type WorkerJob, type WorkerTransport } from './transport.ts'

/** Keeps claims open while there is room. */
export interface Claiming {
  /** Makes the claims that there is room for. */
  pump(): void
  /** The same a moment later: many calls in one turn of the event loop cause one check. */
  wake(): void
  /** A slot of this pool is free again. */
  free(pool: string): void
  /** A running job of this pool starts or stops waiting for a slot at a host: then others use its slot here. */
  waits(pool: string, isWaiting: boolean): void
}

/** Where jobs come from and where they go. */
export interface ClaimingDeps {
  readonly transport: Pick<WorkerTransport, 'claim'>
  /** How many jobs of each pool run at once, and which job types belong to the pool. */
  readonly slots: Readonly<Record<string, number>>
  readonly typesByPool: ReadonlyMap<string, readonly string[]>
  /** The registration to claim with; null while nothing is to be claimed. */
  readonly claimant: () => RegisterWorkerAnswer | null
  /** `pool` is null for a type that was not asked for. */
  readonly onClaimed: (job: WorkerJob, pool: string | null, leaseMs: number) => void
  readonly onUnknownWorker: () => Promise<void>
  readonly reachability: Reachability
  readonly clock: Clock
  /** Aborts open claims; nothing is claimed after that. */
  readonly signal: AbortSignal
}

/** An answer without jobs that comes sooner than this is not a long poll: asking again at once would be a hot loop. */
const MIN_POLL_MS = 500
const MAX_WAIT_MS = 30_000

/** Claims nothing before the first `pump`. */
export function createClaiming(deps: ClaimingDeps): Claiming {
  const { signal } = deps
  const capacity = createCapacity(deps.slots, deps.typesByPool)
  const poolOf = new Map([...deps.typesByPool].flatMap(([pool, types]) => types.map((type) => [type, pool])))
  let resting = false
  let woken = false
  let failures = 0

  const pump = (): void => {
    const claimant = resting || signal.aborted ? null : deps.claimant()
    if (claimant === null) return
    for (let plan = capacity.plan(); plan !== null; plan = capacity.plan()) void claim(claimant, plan)
  }

  const claim = async ({ workerId, intervals }: RegisterWorkerAnswer, plan: ClaimPlan): Promise<void> => {
    const startedMs = performance.now()
    const waitMs = Math.min(intervals.pollWaitMs, MAX_WAIT_MS)
    try {
      const jobs = await deps.transport.claim({ workerId, max: plan.max, waitMs }, signal)
      capacity.finish(
        plan,
        jobs.flatMap((job) => poolOf.get(job.type) ?? []),
      )
      failures = 0
      deps.reachability.contact(null)
      for (const job of jobs) {
        const pool = poolOf.get(job.type) ?? null
        if (pool !== null) capacity.take(pool)
        deps.onClaimed(job, pool, intervals.leaseMs)
      }
      if (jobs.length === 0 && performance.now() - startedMs < MIN_POLL_MS) await rest(MIN_POLL_MS)
    } catch (error) {
      capacity.finish(plan, null)
      if (signal.aborted) return
      if (isUnknownWorker(error)) await deps.onUnknownWorker()
      else {
        failures += 1
        deps.reachability.contact(error)
        await rest(waitAfter(error, failures))
      }
    }
    pump()
  }

  /** Makes no claims for a while; several failures together cause one pause. */
  const rest = async (ms: number): Promise<void> => {
    if (resting) return
    resting = true
    await deps.clock.sleep(ms, signal)
    resting = false
  }

  const wake = (): void => {
    if (woken) return
    woken = true
    setImmediate(() => {
      woken = false
      pump()
    })
  }

  return {
    pump,
    wake,
    free(pool) {
      capacity.free(pool)
      wake()
    },
    waits(pool, isWaiting) {
      capacity.waits(pool, isWaiting)
      if (isWaiting) wake()
    },
  }
}
