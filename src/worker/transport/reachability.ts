// Whether crawl answers: logged once when it stops and once when it is back, however many calls notice.
import type { Logger } from '#platform/telemetry/logger.ts'

export interface Reachability {
  /** Called after each call: null when it was answered, else the reason. */
  contact(error: unknown): void
}

export function createReachability(log: Logger): Reachability {
  let downSinceMs: number | null = null
  return {
    contact(error) {
      if (error === null) {
        if (downSinceMs === null) return
        log.info({ downMs: Math.round(performance.now() - downSinceMs) }, 'crawl answers again')
        downSinceMs = null
      } else if (downSinceMs === null) {
        downSinceMs = performance.now()
        log.warn({ err: error }, 'crawl does not answer this worker; trying on')
      }
    },
  }
}
