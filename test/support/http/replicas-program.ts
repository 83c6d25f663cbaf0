// The thread that simulates replicas with a shared limit: one message for each simulation, one answer.
import { parentPort } from 'node:worker_threads'
import { createSharedRateLimiter, type TokenStore } from '#platform/http/rate-limit/shared-rate-limiter.ts'
import { emptyLog, takeOne, type RequestLog } from '#platform/http/rate-limit/request-log.ts'
import { refill, type BucketLevel } from '#platform/http/rate-limit/token-bucket.ts'
import type { WindowStore } from '#platform/http/rate-limit/window-reservations.ts'
import type { Arrival, Simulation } from './simulate-replicas.ts'

/** A clock that arrivals and sleepers advance, in the order of their times; promises settle in between. */
class VirtualTime {
  now = 0
  readonly #sleepers: { at: number; wake: () => void }[] = []

  async sleep(ms: number): Promise<void> {
    const at = this.now + ms
    const index = this.#sleepers.findIndex((sleeper) => sleeper.at > at)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#sleepers.splice(index === -1 ? this.#sleepers.length : index, 0, { at, wake: resolve })
    return promise
  }

  /** `arrivals` in the order of their times. */
  async run(arrivals: readonly Arrival[], arrive: (arrival: Arrival) => void): Promise<void> {
    for (const arrival of arrivals) {
      await this.#sleepUntil(arrival.at)
      this.now = arrival.at
      arrive(arrival)
      // An immediate admission is recorded immediately.
      await finish(3)
    }
    await this.#sleepUntil(Infinity)
  }

  async #sleepUntil(time: number): Promise<void> {
    for (let next = this.#sleepers[0]; next !== undefined && next.at <= time; next = this.#sleepers[0]) {
      this.#sleepers.shift()
      this.now = next.at
      next.wake()
      // The longest chain of awaits in the limiter.
      await finish(12)
    }
  }
}

async function finish(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}

/**
 * The store as in PostgreSQL: the clock is read when the statement begins, and row locks are taken one after another.
 */
function virtualStore(time: VirtualTime, latencyMs: () => number): TokenStore & WindowStore {
  const levels = new Map<string, BucketLevel>()
  const logs = new Map<string, RequestLog>()
  return {
    async reserve(subject, want, size) {
      await time.sleep(latencyMs())
      const level = levels.get(subject) ?? { tokens: size.burst, at: time.now }
      levels.set(subject, level)
      refill(level, size, time.now)
      const granted = Math.min(want, Math.floor(level.tokens))
      level.tokens -= granted
      const left = level.tokens
      await time.sleep(latencyMs())
      return { granted, left }
    },
    async reserveInWindow(subject, want, { quota, windowMs }, heldMs) {
      await time.sleep(latencyMs())
      const log = logs.get(subject) ?? emptyLog()
      logs.set(subject, log)
      const wider = { quota, windowMs: windowMs + heldMs }
      let granted = 0
      while (granted < want && takeOne(log, wider, time.now).admitted) granted += 1
      const [first = time.now] = log.times
      const answer = { left: quota - log.total, nextMs: first + wider.windowMs - time.now }
      await time.sleep(latencyMs())
      return { granted, ...answer, resetMs: answer.nextMs }
    },
  }
}

async function admissions({ replicas, policy, arrivals, latenciesMs, own }: Simulation): Promise<number[]> {
  const time = new VirtualTime()
  let calls = 0
  const store = virtualStore(time, () => latenciesMs[calls++ % latenciesMs.length] ?? 0)
  const policies = { default: policy, worker: policy }
  const limiters = Array.from({ length: replicas }, () =>
    createSharedRateLimiter({ store, policies, now: () => time.now }),
  )
  const admitted: number[] = []
  const ask = async ({ replica }: Arrival) => {
    // A store that is too slow is an error, which admits no request.
    const verdict = await Promise.resolve(
      limiters[replica]?.take('default', 'key:a', own ? policy : undefined),
    ).catch(() => null)
    if (verdict?.admitted === true) admitted.push(time.now)
  }
  await time.run(arrivals, (arrival) => void ask(arrival))
  return admitted
}

parentPort?.on('message', (simulation: Simulation) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void admissions(simulation).then((admitted) => parentPort?.postMessage(admitted))
})
