// The worker processes of `surveyor start`: kept running, and stopped before the services are.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { lowerPriority } from '#worker/isolate/lower-priority.ts'

/** Disposing asks all workers to stop and waits; `killNow` does not wait. */
export interface WorkerProcesses extends AsyncDisposable {
  killNow(): void
}

/** How workers are started. */
export interface WorkerProcessOptions {
  readonly count: number
  /** The whole environment of a worker. */
  readonly environment: NodeJS.ProcessEnv
  /** Follow `surveyor worker`. */
  readonly args: readonly string[]
  /** How long a worker may take to end after the request to stop. */
  readonly stopWithinMs: number
  /** For their log: the output of this process, or an open file. */
  readonly output: 'inherit' | number
  /** Is called with the `instanceId` of a worker whose process has ended, before another is started. */
  readonly onEnded: (instanceId: string) => Promise<void>
  readonly log: Logger
}

const RESTART = { baseMs: 500, factor: 2, capMs: 30_000 }
/** A worker that ran this long was healthy, so its end does not count as part of a crash loop. */
const HEALTHY_MS = 60_000

/** Processes that answer requests have priority; a page may wait the few milliseconds that an answer takes. */
const NICER_BY = 5

const PROGRAM = fileURLToPath(new URL('../surveyor.mjs', import.meta.url))

/** Starts `count` workers, and replaces each one that ends unexpectedly. */
export function runWorkerProcesses(options: WorkerProcessOptions): WorkerProcesses {
  const { log } = options
  const closing = new AbortController()
  const children = new Set<ChildProcess>()

  async function runOne(): Promise<void> {
    // The channel tells the worker when this process ends, for whatever reason.
    const child = spawn(process.execPath, [PROGRAM, 'worker', ...options.args], {
      env: options.environment,
      stdio: ['ignore', options.output, options.output, 'ipc'],
    })
    children.add(child)
    let instanceId: string | null = null
    child.on('message', (message) => {
      if (typeof message === 'string') instanceId = message
    })
    if (child.pid !== undefined) lowerPriority(child.pid, NICER_BY)
    try {
      const [code, signal]: readonly (number | string | null)[] = await once(child, 'exit')
      if (!closing.signal.aborted)
        log.warn({ pid: child.pid, code, signal }, 'a worker ended; starting another')
    } catch (error) {
      log.error({ err: error }, 'a worker cannot be started')
    } finally {
      children.delete(child)
    }
    if (instanceId !== null) await options.onEnded(instanceId)
  }

  async function keepOneRunning(): Promise<void> {
    for (let failures = 1; !closing.signal.aborted; failures += 1) {
      const startedAt = performance.now()
      await runOne()
      if (performance.now() - startedAt > HEALTHY_MS) failures = 1
      await systemClock.sleep(fullJitter(RESTART, failures), closing.signal)
    }
  }
  const kept = Promise.all(Array.from({ length: options.count }, keepOneRunning))

  const killAll = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal)
  }
  return {
    killNow() {
      closing.abort()
      killAll('SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      killAll('SIGTERM')
      const late = setTimeout(() => killAll('SIGKILL'), options.stopWithinMs)
      await kept
      clearTimeout(late)
    },
  }
}
