// The loop that processes received webhooks, on every replica.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { systemClock } from '#kit/time/clock.ts'
import { processNext, type ProcessDeps } from './process-incoming.ts'

export interface IncomingProcessor {
  start(): void
  /** A webhook was received. */
  wake(): void
  /** The record in process is finished. */
  stop(): Promise<void>
}

export interface ProcessorDeps extends ProcessDeps {
  /** How long an idle loop waits before it polls without a wake-up. */
  readonly pollMs: number
}

export function createIncomingProcessor(deps: ProcessorDeps): IncomingProcessor {
  const { log, pollMs } = deps
  const stopping = new AbortController()
  let called = new AbortController()
  let loop: Promise<void> | null = null

  async function run(): Promise<void> {
    let failing = false
    while (!stopping.signal.aborted) {
      called = new AbortController()
      try {
        const found = await processNext(deps)
        if (failing) log.info('received webhooks are processed again')
        failing = false
        if (!found) await systemClock.sleep(pollMs, AbortSignal.any([called.signal, stopping.signal]))
      } catch (error) {
        const away = error instanceof SurveyorError && error.code === 'storage_unavailable'
        if (!failing)
          log[away ? 'warn' : 'error']({ err: error }, 'received webhooks are not processed for now')
        failing = true
        await systemClock.sleep(pollMs, stopping.signal)
      }
    }
  }

  return {
    start() {
      loop ??= run()
    },
    wake: () => called.abort(),
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
