// The life of a long-running command: start, wait for a signal, stop in order, or at once when asked twice.
import type { Logger } from '#platform/log/logger.ts'

export interface Stopping {
  /** Aborts when the stop begins. */
  readonly signal: AbortSignal
  /** Begins the stop from inside. */
  request(): void
}

export interface LongRunning {
  readonly log: Logger
  /** Everything that is to be stopped goes onto `resources`, in the order of its start; the stop goes backwards. */
  start(resources: AsyncDisposableStack, stopping: Stopping): Promise<void>
  /** The part of the stop that even an impatient end does, without waiting. */
  stopNow(): void
  /** For the whole stop; then it ends as if asked twice. */
  readonly stopWithinMs: number
  /** For a person at the terminal. */
  say(text: string): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the process that started this one. */
const SAME_REQUEST_MS = 500

/** Resolves with the exit code when everything is stopped. Throws what `start` throws, with everything stopped. */
export async function runUntilStopped(command: LongRunning): Promise<number> {
  const { log } = command
  const stopping = new AbortController()
  const stopRequested = Promise.withResolvers<void>()
  let requestedAt = 0

  function endNow(): never {
    command.stopNow()
    process.exit(1)
  }

  function onSignal(): void {
    if (!stopping.signal.aborted) requestStop()
    else if (performance.now() - requestedAt > SAME_REQUEST_MS) endNow()
  }

  function requestStop(): void {
    if (stopping.signal.aborted) return
    requestedAt = performance.now()
    stopping.abort()
    stopRequested.resolve()
    command.say('Stopping …')
    setTimeout(() => command.say('Still stopping. Ctrl-C again ends it at once.'), SAME_REQUEST_MS).unref()
    setTimeout(() => {
      log.error('the stop takes too long; ending at once')
      endNow()
    }, command.stopWithinMs).unref()
  }

  for (const signal of SIGNALS) process.on(signal, onSignal)
  // The process that started this one, where it keeps a channel to it, is gone.
  process.once('disconnect', requestStop)
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing handles; ending')
    endNow()
  })

  await using resources = new AsyncDisposableStack()
  try {
    await command.start(resources, { signal: stopping.signal, request: requestStop })
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
  await stopRequested.promise
  await resources.disposeAsync()
  return 0
}
