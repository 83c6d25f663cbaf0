// Claims jobs for as long as there is room for them, and pauses after an answer that asks for it.
import type { ClaimsBody, RegisterWorkerAnswer } from '#contract/worker.ts'
import { systemClock } from '#kit/time/clock.ts'
import { createCapacity, type ClaimPlan } from './capacity.ts'
import { waitAfter, type Reachability } from './reachability.ts'
import { isUnknownWorker, type WorkerJob, type WorkerTransport } from './transport.ts'

/** Keeps claims open while there is room. */
export interface Claiming {
  /** Makes the claims that there is room for, but those that a report is about to make. */
  pump(): void
  /** The claim that a report makes in its call, for pools that have more jobs waiting; null for none. */
  withReport(): ReportClaim | null
  /** The same a moment later: many calls in one turn of the event loop cause one check. */
  wake(): void
  /** A slot of this pool is free again. */
  free(pool: string): void
  /** A running job of this pool starts or stops waiting for a slot at a host: then others use its slot here. */
  waits(pool: string, isWaiting: boolean): void
}

/** A claim within the call of a report. */
export interface ReportClaim {
  readonly request: Pick<ClaimsBody, 'workerId' | 'max'>
  /** To be called once; null when the call failed. */
  readonly answered: (jobs: readonly WorkerJob[] | null) => void
}

/** Where jobs come from and where they go. */
export interface ClaimingDeps {
  readonly transport: Pick<WorkerTransport, 'claim'>
  /** How many jobs of each pool run at once, and which job types belong to the pool. */
  readonly slots: Readonly<Record<string, number>>
  readonly typesByPool: ReadonlyMap<string, readonly string[]>
  /** A report is about to be sent whose call can claim as well. */
  readonly reportsNext: () => boolean
  /** The registration to claim with; null while nothing is to be claimed. */
  readonly claimant: () => RegisterWorkerAnswer | null
  /** `pool` is null for a type that was not asked for. */
  readonly onClaimed: (job: WorkerJob, pool: string | null, leaseMs: number) => void
  readonly onUnknownWorker: () => Promise<void>
  readonly reachability: Reachability
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

  const claimantNow = (): RegisterWorkerAnswer | null => (resting || signal.aborted ? null : deps.claimant())

  const pump = (): void => {
    const claimant = claimantNow()
    if (claimant === null) return
    const pools = deps.reportsNext() ? 'others' : 'all'
    for (let plan = capacity.plan(pools); plan !== null; plan = capacity.plan(pools)) {
      void claim(claimant, plan)
    }
  }

  const begin = (plan: ClaimPlan, jobs: readonly WorkerJob[], leaseMs: number): void => {
    capacity.finish(
      plan,
      jobs.flatMap((job) => poolOf.get(job.type) ?? []),
    )
    for (const job of jobs) {
      const pool = poolOf.get(job.type) ?? null
      if (pool !== null) capacity.take(pool)
      deps.onClaimed(job, pool, leaseMs)
    }
  }

  const claim = async ({ workerId, intervals }: RegisterWorkerAnswer, plan: ClaimPlan): Promise<void> => {
    const startedMs = performance.now()
    const waitMs = Math.min(intervals.pollWaitMs, MAX_WAIT_MS)
    try {
      const jobs = await deps.transport.claim({ workerId, max: plan.max, waitMs }, signal)
      begin(plan, jobs, intervals.leaseMs)
      failures = 0
      deps.reachability.contact(null)
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
    await systemClock.sleep(ms, signal)
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
    withReport() {
      const claimant = claimantNow()
      const plan = claimant === null ? null : capacity.plan('busy')
      if (claimant === null || plan === null) return null
      return {
        request: { workerId: claimant.workerId, max: plan.max },
        answered(jobs) {
          if (jobs === null) capacity.finish(plan, null)
          else begin(plan, jobs, claimant.intervals.leaseMs)
          pump()
        },
      }
    },
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
