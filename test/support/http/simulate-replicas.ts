// Replicas with a shared rate limit on a clock of their own, in a thread of its own: the test runner follows every promise of a
// test, and a simulation makes millions.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RatePolicy } from '#platform/http/rate-limit/rate-limiter.ts'

export interface Arrival {
  /** Milliseconds of the simulated clock. */
  readonly at: number
  readonly replica: number
}

export interface Simulation {
  readonly replicas: number
  readonly policy: RatePolicy
  /** In the order of their times. */
  readonly arrivals: readonly Arrival[]
  /** Of the calls of the store, in turns. */
  readonly latenciesMs: readonly number[]
  /** The policy is that of the caller alone. */
  readonly own?: true
}

export interface Simulations extends AsyncDisposable {
  /** When each admitted request got its answer. One simulation at a time. */
  admissions(simulation: Simulation): Promise<number[]>
}

export function startSimulations(): Simulations {
  const thread = new Worker(new URL('replicas-program.ts', import.meta.url))
  return {
    async admissions(simulation) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(simulation)
      const [admitted] = (await once(thread, 'message')) as [number[]]
      return admitted
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate()
    },
  }
}
