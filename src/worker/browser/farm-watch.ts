// Asks the browser farm from time to time whether it is there: it may go away long after its worker has started.
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { farmVersion } from './connect-farm.ts'

/** Goes on until it is disposed of. */
export interface FarmWatch extends AsyncDisposable {
  /** Whether it answered when it was last asked; null before the first answer. */
  readonly answers: boolean | null
}

const EVERY_MS = 30_000

/** `url` as the setting has it; it may hold a token, so it is in no message. */
export function watchFarm({
  url,
  log,
  everyMs = EVERY_MS,
}: {
  readonly url: string
  readonly log: Logger
  readonly everyMs?: number
}): FarmWatch {
  const closed = new AbortController()
  let answers: boolean | null = null

  const watch = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      const now = await farmVersion(url).then(
        () => true,
        () => false,
      )
      if (answers !== null && answers !== now) {
        if (now) log.info({}, 'the browser farm answers again')
        else log.warn({}, 'the browser farm does not answer')
      }
      answers = now
      await systemClock.sleep(everyMs, closed.signal)
    }
  }
  const watching = watch()
  return {
    get answers() {
      return answers
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      await watching
    },
  }
}
