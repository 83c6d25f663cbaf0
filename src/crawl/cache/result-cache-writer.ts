// Keeps the results of jobs with their ends, for later equal requests.
import { FORBIDDEN_BY_TARGET, type BypassReason } from '#contract/crawl/cache.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { parseId } from '#kit/ids.ts'
import { addressOf } from '#platform/cache/entries/address.ts'
import type { Cache } from '#platform/cache/cache.ts'
import { maxEntryBytes } from '#platform/cache/entries/cache-settings.ts'
import type { NewResult } from '#platform/cache/results/result-rows.ts'
import type { JobRecord, ResultStep } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { CachePolicy, CachePolicyOf } from './cache-policy.ts'
import type { ClaimedJobs } from '#crawl/results/claimed-jobs.ts'
import { presentExtraction } from '#crawl/results/present-extraction.ts'

const FORBIDDEN: ReadonlySet<string> = new Set(FORBIDDEN_BY_TARGET)
/** Whatever the input is. */
const NEVER_KEPT: ReadonlySet<unknown> = new Set<BypassReason>(['not-cacheable', 'off'])
/** Files that are about to expire are of no use in the cache. */
const FILE_MARGIN_MS = 60_000

/**
 * Kept in the transaction that ends the job: while the job runs, an equal request joins it by its dedupe key, and from
 * its end on the request finds the result.
 */
export function keepResultsOf(deps: {
  readonly cache: Pick<Cache, 'results' | 'settings'>
  readonly policyOf: CachePolicyOf
  readonly claimed: Pick<ClaimedJobs, 'typeOf'>
  readonly log: Logger
}): ResultStep {
  const { cache, policyOf, claimed, log } = deps

  function mayStore(jobId: string): boolean {
    const type = claimed.typeOf(jobId)
    return type === null || !NEVER_KEPT.has(policyOf(type, null))
  }

  function prepare(jobs: readonly JobRecord[]): ReturnType<ResultStep['prepare']> {
    const results = new Map<string, NewResult>()
    for (const job of jobs) {
      try {
        // Returns early for a result that no later request can ask for.
        if (typeof policyOf(job.type, job.input) === 'string') continue
        const result = newResult(job, policyOf, cache.settings)
        if (result !== null) addYounger(results, result)
      } catch (error) {
        // A worker of another version submitted something other than a result.
        log.error({ err: error, jobId: job.id }, 'a result is not kept for others')
      }
    }
    return results.size === 0 ? null : async (tx) => cache.results.keepIn(tx, [...results.values()])
  }

  return { mayStore, prepare }
}

/** Requests for a new fetch share no job, so one statement may end several jobs with equal results. */
function addYounger(results: Map<string, NewResult>, result: NewResult): void {
  const name = JSON.stringify([result.key, result.owner])
  const other = results.get(name)
  if (other === undefined || other.freshFrom <= result.freshFrom) results.set(name, result)
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
  // Links are for who asks, and so they are added when the answer is given.
  const { cache, links: _, ...rest } = answer
  const address = addressOf(policy.url, answer.response?.finalUrl ?? null)
  const text = JSON.stringify(rest)
  const bytes = Buffer.byteLength(text)
  const keepMs = Math.min(settings.keepMs, ...answer.artifacts.map(({ expiresAt }) => leftMs(expiresAt)))
  if (address === null || bytes > maxEntryBytes(settings) || keepMs <= 0) return null
  return {
    ...address,
    key: policy.key,
    owner: answer.artifacts.length > 0 ? job.owner : '',
    extractor: policy.extractor,
    jobId: parseId('job', job.id) ?? '',
    jobOwner: job.owner,
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
