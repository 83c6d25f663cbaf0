// Slots that crawl counts over all workers: for hosts, as egress needs them, and for resources, as extractors do.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractPermits } from '#extract/context.ts'
import { systemClock, type Clock } from '#kit/clock.ts'
import { lessonOf, MAX_CRAWL_DELAY_MS, type HostPermits } from '#platform/egress/polite/host-permits.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { PermitCalls } from './permit-calls.ts'
import { createPermitLine, type LineTerms, type PermitLine } from './permit-line.ts'
import { createPermitWallet } from './permit-wallet.ts'

export interface SharedPermits extends AsyncDisposable {
  readonly hosts: HostPermits
  readonly resources: ExtractPermits
}

/** Beyond this many queues, empty ones are forgotten. */
const LINES_KEPT = 1_000
/** Longer than any job. */
const LONGEST_WAIT_MS = 86_400_000

export function createSharedPermits(deps: {
  readonly calls: PermitCalls
  readonly hostConcurrency: number
  readonly hostDelayMs: number
  readonly log: Logger
  readonly clock?: Clock
}): SharedPermits {
  const { calls, hostConcurrency, hostDelayMs, log, clock = systemClock } = deps
  const closing = new AbortController()
  const wallet = createPermitWallet({ calls, clock, log })
  const lines = new Map<string, PermitLine>()

  const lineOf = (terms: LineTerms): PermitLine => {
    const key = JSON.stringify(terms)
    const known = lines.get(key)
    if (known !== undefined) return known
    if (lines.size >= LINES_KEPT) {
      for (const [name, line] of lines) if (line.idle) lines.delete(name)
    }
    const line = createPermitLine({ terms, calls, wallet, clock, signal: closing.signal })
    lines.set(key, line)
    return line
  }
  const patience = (maxWaitMs: number): number => Math.min(maxWaitMs, LONGEST_WAIT_MS)

  return {
    hosts: {
      async acquire(host, { crawlDelayMs, maxWaitMs, signal }) {
        const spacingMs = Math.ceil(Math.max(hostDelayMs, Math.min(MAX_CRAWL_DELAY_MS, crawlDelayMs)))
        const line = lineOf({
          resource: `host ${host}`,
          concurrency: hostConcurrency,
          spacingMs,
          perDay: null,
        })
        const giveUpAt = clock.now() + maxWaitMs
        try {
          const permit = await line.acquire(patience(maxWaitMs), signal)
          return {
            release(outcome) {
              const { pushedBack, closedForMs } = lessonOf(outcome)
              permit.release(closedForMs, pushedBack)
            },
          }
        } catch (error) {
          // How long a holder takes is unknown, but a time that must pass is known.
          throw asHostError(error, clock.now() < giveUpAt || !line.open)
        }
      },
    },
    resources: {
      async acquire(resource, { concurrency, spacingMs, perDay, maxWaitMs, signal }) {
        const line = lineOf({ resource, concurrency, spacingMs: Math.ceil(spacingMs), perDay })
        const permit = await line.acquire(patience(maxWaitMs), signal)
        return { release: (closedForMs = 0) => permit.release(closedForMs, null) }
      },
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      for (const line of lines.values()) line.close()
      await wallet[Symbol.asyncDispose]()
    },
  }
}

/** The errors that HostPermits documents. */
function asHostError(error: unknown, isTimeKnown: boolean): unknown {
  if (!(error instanceof SurveyorError) || error.code !== 'rate_limited') return error
  return new SurveyorError('target_timeout', 'The turn at the host comes after the deadline.', {
    cause: error,
    ...(error.retryAfterMs === undefined || !isTimeKnown ? {} : { retryAfterMs: error.retryAfterMs }),
  })
}
