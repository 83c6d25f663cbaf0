// The slots that this worker holds: renewed while they are needed, released in batches when they are not.
import type { ReleasePermitsBody } from '#contract/crawl/permit.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { PermitCalls } from './permit-calls.ts'

type Release = ReleasePermitsBody['releases'][number]

export interface HeldPermits extends AsyncDisposable {
  hold(permits: readonly string[], leaseMs: number): void
  /** Reported to crawl with the next call; a slot that cannot be released ends with its lease. */
  giveBack(release: Release): void
}

/** Two renewals may be lost. */
const RENEWALS_PER_LEASE = 3
const MAX_PER_CALL = 1_000
const RETRY = { baseMs: 200, factor: 4, capMs: 5_000 }
const ATTEMPTS = 4

export function createHeldPermits(deps: {
  readonly calls: PermitCalls
  readonly clock: Clock
  readonly log: Logger
}): HeldPermits {
  const { calls, clock, log } = deps
  const held = new Set<string>()
  const closing = new AbortController()
  let renewing = false

  const releases = createBatcher<Release, null>({
    async run(given) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await calls.release([...given])
          return given.map(() => null)
        } catch (error) {
          if (attempt === ATTEMPTS || closing.signal.aborted) throw error
          await clock.sleep(fullJitter(RETRY, attempt), closing.signal)
        }
      }
    },
    maxEntries: MAX_PER_CALL,
  })

  const keepRenewing = async (leaseMs: number): Promise<void> => {
    if (renewing) return
    renewing = true
    while (held.size > 0 && !closing.signal.aborted) {
      await clock.sleep(leaseMs / RENEWALS_PER_LEASE, closing.signal)
      for (const permits of chunks([...held])) await renew(permits)
    }
    renewing = false
  }
  const renew = async (permits: string[]): Promise<void> => {
    if (closing.signal.aborted) return
    try {
      const { lost } = await calls.renew(permits, closing.signal)
      for (const permit of lost) held.delete(permit)
    } catch (error) {
      log.debug({ err: error }, 'permits were not renewed')
    }
  }

  return {
    hold(permits, leaseMs) {
      for (const permit of permits) held.add(permit)
      void keepRenewing(leaseMs)
    },
    giveBack(release) {
      held.delete(release.permit)
      releases.submit(release).catch((error: unknown) => {
        log.debug({ err: error }, 'a permit was not given back; it ends with its lease')
      })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const permit of held) this.giveBack({ permit })
      await releases.settled()
    },
  }
}

function* chunks(permits: readonly string[]): Generator<string[]> {
  for (let at = 0; at < permits.length; at += MAX_PER_CALL) yield permits.slice(at, at + MAX_PER_CALL)
}
