// Slots counted in this process alone, for a worker that shares no resource with others.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import type { ExtractPermits, Permit, PermitTerms } from './context.ts'

const DAY_MS = 24 * 3_600_000
/** The retry time told to a caller that waited in vain for a holder to finish, because that duration is unknown. */
const HOLDERS_RETRY_MS = 5_000

interface Waiter {
  readonly terms: PermitTerms
  readonly giveUpAt: number
  grant(permit: Permit): void
  refuse(error: Error): void
}

interface Resource {
  active: number
  lastGrantAt: number
  closedUntil: number
  /** When the slots of the last 24 hours were granted, if they are counted. */
  readonly grants: number[]
  /** First come, first served. */
  readonly waiters: Waiter[]
  wake: AbortController | null
}

export function createProcessPermits(clock: Clock = systemClock): ExtractPermits {
  const resources = new Map<string, Resource>()

  const permitFor = (resource: Resource): Permit => {
    let released = false
    return {
      release(closedForMs = 0) {
        if (released) return
        released = true
        resource.active -= 1
        resource.closedUntil = Math.max(resource.closedUntil, clock.now() + closedForMs)
        pump(resource)
      },
    }
  }

  const wakeAt = (resource: Resource, at: number): void => {
    const wake = new AbortController()
    resource.wake = wake
    void clock
      .sleep(at - clock.now(), wake.signal)
      .then(() => (wake.signal.aborted ? undefined : pump(resource)))
  }

  /**
   * Serves the queue from its head as far as possible now, and runs again when the head can be served or must give up.
   */
  const pump = (resource: Resource): void => {
    resource.wake?.abort()
    resource.wake = null
    for (let head = resource.waiters[0]; head !== undefined; head = resource.waiters[0]) {
      const now = clock.now()
      const openAt = opensAt(resource, head.terms, now)
      const isFull = resource.active >= head.terms.concurrency
      if (openAt <= now && !isFull) {
        resource.waiters.shift()
        resource.active += 1
        resource.lastGrantAt = now
        if (head.terms.perDay !== null) resource.grants.push(now)
        head.grant(permitFor(resource))
      } else if (openAt > head.giveUpAt || now >= head.giveUpAt) {
        resource.waiters.shift()
        head.refuse(tooLate(isFull ? Math.max(HOLDERS_RETRY_MS, openAt - now) : openAt - now))
      } else {
        return wakeAt(resource, isFull ? head.giveUpAt : openAt)
      }
    }
  }

  return {
    async acquire(name, terms) {
      terms.signal.throwIfAborted()
      let resource = resources.get(name)
      if (resource === undefined) {
        resource = {
          active: 0,
          lastGrantAt: -Infinity,
          closedUntil: -Infinity,
          grants: [],
          waiters: [],
          wake: null,
        }
        resources.set(name, resource)
      }
      const line = resource
      return new Promise<Permit>((resolve, reject) => {
        const leave = (): void => {
          line.waiters.splice(line.waiters.indexOf(waiter), 1)
          reject(terms.signal.reason as Error)
          pump(line)
        }
        const waiter: Waiter = {
          terms,
          giveUpAt: clock.now() + terms.maxWaitMs,
          grant(permit) {
            terms.signal.removeEventListener('abort', leave)
            resolve(permit)
          },
          refuse(error) {
            terms.signal.removeEventListener('abort', leave)
            reject(error)
          },
        }
        terms.signal.addEventListener('abort', leave, { once: true })
        line.waiters.push(waiter)
        pump(line)
      })
    },
  }
}

/** When the terms allow the next grant, as far as time alone decides it. */
function opensAt(resource: Resource, { spacingMs, perDay }: PermitTerms, now: number): number {
  const { grants } = resource
  while ((grants[0] ?? Infinity) <= now - DAY_MS) grants.shift()
  const oldest = perDay === null ? undefined : grants[grants.length - perDay]
  const freeOfDay = oldest === undefined ? -Infinity : oldest + DAY_MS
  return Math.max(resource.closedUntil, resource.lastGrantAt + spacingMs, freeOfDay)
}

function tooLate(retryAfterMs: number): SurveyorError {
  const detail = `The next turn comes in ${Math.ceil(retryAfterMs / 1_000)} s, which is too late for this.`
  return new SurveyorError('rate_limited', detail, { retryAfterMs: Math.ceil(retryAfterMs) })
}
