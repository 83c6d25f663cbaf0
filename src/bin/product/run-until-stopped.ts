// The lifecycle of a long-running command: start, wait for a signal, stop in order, or at once on a second signal.
import { scrubSecrets, type Logger } from '#platform/telemetry/logger.ts'
import { explainDefect, explainError } from './explain-error.ts'

/** The stop, as the parts of the process see it. */
export interface Stopping {
  /** Aborts when the stop begins. */
  readonly signal: AbortSignal
  /** Requests the stop from inside. */
  request(): void
  /** Registers what even an immediate stop does, without waiting. */
  onStopNow(stop: () => void): void
}

/** How a process starts and stops. */
export interface LongRunning {
  readonly log: Logger
  /** Everything that must be stopped is added to `resources`, in the order of its start; the stop goes backwards. */
  start(resources: AsyncDisposableStack, stopping: Stopping): Promise<void>
  /** For the whole stop; after this time it ends as on a second signal. */
  readonly stopWithinMs: number
  /** Writes for a person at the terminal. */
  say(text: string): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const EXIT_STOPPED = 130

/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the process that started this one. */
const SAME_REQUEST_MS = 500

/** Resolves with the exit code when everything is stopped. Throws errors of `start`, after everything is stopped. */
export async function runUntilStopped(command: LongRunning): Promise<number> {
  const { log } = command
  const stopping = new AbortController()
  const stopRequested = Promise.withResolvers<void>()
  const stopsNow: (() => void)[] = []
  let requestedAt = 0

  /** `reason` is on stderr as well as in the log, which may be a file or silent: no process ends without a word. */
  function endNow(reason: string): never {
    console.error(scrubSecrets(reason))
    for (const stop of stopsNow) stop()
    process.exit(1)
  }

  function onSignal(): void {
    if (!stopping.signal.aborted) requestStop()
    else if (performance.now() - requestedAt > SAME_REQUEST_MS) endNow('Ended at once, by a second signal.')
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
      endNow('Ended at once: the stop took too long.')
    }, command.stopWithinMs).unref()
  }

  for (const signal of SIGNALS) process.on(signal, onSignal)
  // The parent process has ended, if it kept a channel to this one.
  process.once('disconnect', requestStop)
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing handles; ending')
    endNow(`An error that nothing handles: ${explainDefect(error)}`)
  })

  await using resources = new AsyncDisposableStack()
  try {
    await command.start(resources, {
      signal: stopping.signal,
      request: requestStop,
      onStopNow: (stop) => void stopsNow.push(stop),
    })
  } catch (error) {
    if (!stopping.signal.aborted) {
      // The error is told when everything is stopped, or now where that does not end.
      setTimeout(() => endNow(explainError(error)), command.stopWithinMs).unref()
      throw error
    }
  }
  await stopRequested.promise
  await resources.disposeAsync()
  return 0
}

/** As `runUntilStopped`, for work that ends by itself. Resolves with its exit code, or with that of a stopped program. */
export async function runToEnd({
  work,
  ...command
}: Omit<LongRunning, 'start'> & {
  work(resources: AsyncDisposableStack, stopping: Stopping): Promise<number>
}): Promise<number> {
  let exitCode = EXIT_STOPPED
  await runUntilStopped({
    ...command,
    async start(resources, stopping) {
      exitCode = await work(resources, stopping)
      stopping.request()
    },
  })
  return exitCode
}
