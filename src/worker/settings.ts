// The settings of a worker process, and their defaults.
import type { WorkPool } from '#contract/crawl/extractor.ts'

/** Times in milliseconds, sizes as their names say. */
export interface WorkerSettings {
  /** Shown in the list of workers. */
  readonly name: string
  readonly version: string
  readonly tags: readonly string[]
  /** How many jobs of each pool run at once; 0: this worker does not serve that pool. */
  readonly concurrency: Readonly<Record<WorkPool, number>>
  /** How long running jobs may go on after `stop()` before they are released. */
  readonly stopGraceMs: number
  /** How long an operation may take to end after its signal aborted; then it is abandoned. */
  readonly abortGraceMs: number
  /** The process kills itself when its event loop is blocked for this long. */
  readonly stallMs: number
  /** Heap of the child process of a heavy parser. */
  readonly parserHeapMb: number
  /** Bodies of kept pages that the process holds in memory. */
  readonly pageMemoryBytes: number
  /** The program of the browser; null: the first that is found on this machine. */
  readonly chromium: string | null
  /** A browser farm of the operator; null: a browser of this machine. */
  readonly browserUrl: string | null
  /** How old learned patterns may be before crawl is asked whether there are new ones. */
  readonly patternRefreshMs: number
}

/**
 * `http` work waits for other hosts, so many jobs run on one core; `browser` and `parser` work uses a whole core each.
 * `light` work ends within milliseconds, so its number is the size of a claim rather than a load (no-op jobs from end
 * to end on two cores: 9,000/s with 200, 12,000/s with 400, 15,000/s with 1,000).
 */
export function defaultConcurrency(cpus: number): Record<WorkPool, number> {
  return { light: 400, http: 32 * Math.min(cpus, 8), browser: cpus, parser: Math.min(cpus, 2) }
}

/** The settings of a worker that are no settings of the product. */
export const DEFAULT_WORKER_TIMES = {
  stopGraceMs: 10_000,
  abortGraceMs: 2_000,
  // The default lease: after it, every job of this process has been given to another worker anyway.
  stallMs: 30_000,
  parserHeapMb: 1_024,
  pageMemoryBytes: 64 * 1_024 ** 2,
  chromium: null,
  browserUrl: null,
  patternRefreshMs: 10_000,
} as const satisfies Partial<WorkerSettings>
