// Keeps the results of jobs as they end, for later equal requests.
import { FORBIDDEN_BY_TARGET } from '#contract/crawl/cache.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseId } from '#kit/ids.ts'
import { addressOf } from '#platform/cache/entries/address.ts'
import type { Cache } from '#platform/cache/cache.ts'
import { maxEntryBytes } from '#platform/cache/entries/cache-settings.ts'
import type { NewResult } from '#platform/cache/results/result-rows.ts'
import type { CompletedStep, JobRecord } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { CachePolicy, CachePolicyOf } from './cache-policy.ts'
import { presentExtraction } from '#crawl/results/present-extraction.ts'

export interface ResultCacheWriter {
  /** A step after complete. Never throws and delays no caller: a result that cannot be kept is made again. */
  readonly keepResult: CompletedStep
  /** Resolves when a job that ended in this process is kept under this key, or will not be. */
  settled(key: string): Promise<void>
}

const FORBIDDEN: ReadonlySet<string> = new Set(FORBIDDEN_BY_TARGET)
/** Files that are about to expire are of no use in the cache. */
const FILE_MARGIN_MS = 60_000

export function createResultCacheWriter(deps: {
  readonly cache: Cache
  readonly policyOf: CachePolicyOf
  readonly log: Logger
}): ResultCacheWriter {
  const { cache, policyOf, log } = deps
  const pending = new Map<string, Promise<void>>()

  async function keep(job: JobRecord, before: Promise<void> | undefined): Promise<void> {
    try {
      await before
      const result = newResult(job, policyOf, cache.settings)
      await (result === null ? cache.inFlight.release([job.id]) : cache.results.keep(result))
    } catch (error) {
      // The database is unreachable, or a worker of another version submitted something other than a result.
      const level = error instanceof SurveyorError ? 'debug' : 'error'
      log[level]({ err: error, jobId: job.id }, 'a result is not kept for others')
    }
  }

  function keepResult(job: JobRecord): void {
    const policy = policyOf(job.type, job.input)
    // Returns early for a result that no later request can ask for.
    if (typeof policy === 'string') return
    const { key } = policy
    const writing = keep(job, pending.get(key)).finally(() => {
      if (pending.get(key) === writing) pending.delete(key)
    })
    pending.set(key, writing)
  }

  return {
    keepResult,
    settled: async (key) => pending.get(key),
  }
}

/** Whether the answer may be given to others: the request and the target allow it, and it is not an error page. */
export function isShareable(answer: ExtractionAnswer, { store }: CachePolicy): boolean {
  const { cache, response } = answer
  return (
    store &&
    cache.status !== 'stale' &&
    !FORBIDDEN.has(cache.detail ?? '') &&
    (response === null || response.statusCode < 300)
  )
}

/** Null when it is not to be kept. */
function newResult(job: JobRecord, policyOf: CachePolicyOf, settings: Cache['settings']): NewResult | null {
  const answer = presentExtraction(job)
  const policy = policyOf(job.type, job.input, answer.extractorVersion)
  if (typeof policy === 'string' || !isShareable(answer, policy)) return null
  const { cache, ...rest } = answer
  const address = addressOf(policy.url, answer.response?.finalUrl ?? null)
  const text = JSON.stringify(rest)
  const bytes = Buffer.byteLength(text)
  const keepMs = Math.min(settings.keepMs, ...answer.artifacts.map(({ expiresAt }) => leftMs(expiresAt)))
  if (address === null || bytes > maxEntryBytes(settings) || keepMs <= 0) return null
  return {
    ...address,
    key: policy.key,
    owned: answer.artifacts.length > 0,
    extractor: policy.extractor,
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
