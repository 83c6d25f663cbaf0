// What crawl learned of pages with contacts, kept in this process and asked for again now and then.
import { lazyShape } from '#contract/lazy-shape.ts'
import { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { Peer } from '#platform/egress/peer.ts'
import { answerOf } from '#platform/jobs/worker/call-crawl.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

const PATH = '/api/worker/discovery/patterns'
/** A site is visited with what there is rather than late. */
const TIMEOUT_MS = 3_000

const isPatterns = lazyShape(WorkerPatterns)

/**
 * At most `refreshMs` old; older ones while crawl cannot be asked, and null until it has answered once. Throws only the
 * reason of the signal.
 */
export function createLearnedPatterns(deps: {
  readonly crawl: Pick<Peer, 'request'>
  readonly log: Logger
  readonly refreshMs: number
}): (signal: AbortSignal) => Promise<WorkerPatterns | null> {
  const { crawl, log, refreshMs } = deps
  let kept: WorkerPatterns | null = null
  let askedMs = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    askedMs = performance.now()
    try {
      const answer = await crawl.request({
        method: 'GET',
        path: PATH,
        timeoutMs: TIMEOUT_MS,
        ...(kept === null ? {} : { headers: { 'if-none-match': `"${kept.version}"` } }),
      })
      if (answer.status !== 304) kept = answerOf('discovery/patterns', answer, isPatterns)
    } catch (error) {
      log.warn({ err: error }, 'the learned patterns could not be read: those that are known are followed')
    }
  }

  return async (signal) => {
    signal.throwIfAborted()
    if (performance.now() - askedMs >= refreshMs) {
      asking ??= ask().finally(() => {
        asking = null
      })
    }
    await asking
    signal.throwIfAborted()
    return kept
  }
}
