// Keeps the results of jobs as they end, for later equal requests.
import { FORBIDDEN_BY_TARGET } from '#contract/cache.ts'
import type { ExtractionAnswer } from '#contract/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { addressOf } from '#platform/cache/address.ts'
import type { Cache } from '#platform/cache/cache.ts'
import { mostEntryBytes } from '#platform/cache/cache-settings.ts'
import type { NewResult } from '#platform/cache/results/result-rows.ts'
import type { JobEngine, JobRecord } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { CacheWish, CacheWishOf } from './cache-wish.ts'
import { presentExtraction } from './present-extraction.ts'

export interface ResultKeeper {
  /** The engine whose job ends are observed: completions of workers go through it. */
  readonly engine: JobEngine
  /** Resolves when a job that ended in this process is kept under this key, or will not be. */
  settled(key: string): Promise<void>
}

const FORBIDDEN: ReadonlySet<string> = new Set(FORBIDDEN_BY_TARGET)
/** Files that are about to expire are of no use in the cache. */
const FILE_MARGIN_MS = 60_000

/** Never throws and delays no caller: a result that cannot be kept is made again. */
export function createResultKeeper(deps: {
  readonly engine: JobEngine
  readonly cache: Cache
  readonly wishOf: CacheWishOf
  readonly log: Logger
}): ResultKeeper {
  const { engine, cache, wishOf, log } = deps
  const pending = new Map<string, Promise<void>>()

  async function keep(job: JobRecord, before: Promise<void> | undefined): Promise<void> {
    try {
      await before
      const result = newResult(job, wishOf, cache.settings)
      await (result === null ? cache.flights.land([job.id]) : cache.results.keep(result))
    } catch (error) {
      // The database is unreachable, or a worker of another version submitted something other than a result.
      const level = error instanceof SurveyorError ? 'debug' : 'error'
      log[level]({ err: error, jobId: job.id }, 'a result is not kept for others')
    }
  }

  function ended(job: JobRecord): void {
    const wish = wishOf(job.type, job.input)
    // Returns early for a result that no later request can ask for.
    if (job.state !== 'succeeded' || typeof wish === 'string') return
    const { key } = wish
    const keeping = keep(job, pending.get(key)).finally(() => {
      if (pending.get(key) === keeping) pending.delete(key)
    })
    pending.set(key, keeping)
  }

  return {
    engine: {
      ...engine,
      async complete(...report) {
        const job = await engine.complete(...report)
        ended(job)
        return job
      },
      async settle(entries) {
        const outcomes = await engine.settle(entries)
        for (const outcome of outcomes) if (!(outcome instanceof SurveyorError)) ended(outcome)
        return outcomes
      },
    },
    settled: async (key) => pending.get(key),
  }
}

/** Whether the answer may be given to others: the request and the target allow it, and it is not an error page. */
export function isForOthers(answer: ExtractionAnswer, { store }: CacheWish): boolean {
  const { cache, response } = answer
  return (
    store &&
    cache.status !== 'stale' &&
    !FORBIDDEN.has(cache.detail ?? '') &&
    (response === null || response.statusCode < 300)
  )
}

/** Null when it is not to be kept. */
function newResult(job: JobRecord, wishOf: CacheWishOf, settings: Cache['settings']): NewResult | null {
  const answer = presentExtraction(job)
  const wish = wishOf(job.type, job.input, answer.extractorVersion)
  if (typeof wish === 'string' || !isForOthers(answer, wish)) return null
  const { cache, ...rest } = answer
  const address = addressOf(wish.url, answer.response?.finalUrl ?? null)
  const text = JSON.stringify(rest)
  const bytes = Buffer.byteLength(text)
  const keepMs = Math.min(settings.keepMs, ...answer.artifacts.map(({ expiresAt }) => leftMs(expiresAt)))
  if (address === null || bytes > mostEntryBytes(settings) || keepMs <= 0) return null
  return {
    ...address,
    key: wish.key,
    owned: answer.artifacts.length > 0,
    extractor: wish.extractor,
    jobId: parseId('job', job.id) ?? '',
    answer: text,
    bytes,
    // Fetched after the work began, unless it is a copy that already had this age.
    freshFrom: new Date((job.startedAt ?? job.createdAt).getTime() - (cache.ageMs ?? 0)),
    keepMs,
  }
}

function leftMs(expiresAt: string): number {
  return Date.parse(expiresAt) - Date.now() - FILE_MARGIN_MS
}
