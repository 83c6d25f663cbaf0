// An extraction for a caller: from the cache when that is allowed, otherwise by a job that equal requests share.
import {
  CACHE_STATES,
  staleWarning,
  TARGET_FAILURES,
  type BypassReason,
  type CacheState,
} from '#contract/crawl/cache.ts'
import { isTerminal } from '#contract/job.ts'
import type { ExtractionAnswer, ResultCache } from '#contract/crawl/result.ts'
import { canonicalJson } from '#kit/canonical-json.ts'
import type { Cache } from '#platform/cache/cache.ts'
import { cacheStatus } from '#platform/cache/cache-status.ts'
import { untilVisible, type SharedRequest } from '#platform/cache/in-flight-requests.ts'
import { ageOf, type CachedResult } from '#platform/cache/results/cached-result.ts'
import type { JobReads, JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { isShareable, type ResultCacheWriter } from '#crawl/cache/result-cache-writer.ts'
import type { CachePolicy, CachePolicyOf } from '#crawl/cache/cache-policy.ts'
import { presentExtraction } from '#crawl/results/present-extraction.ts'
import {
  abandonExtraction,
  extractionJob,
  isAddressed,
  submitExtraction,
  type SubmitExtraction,
} from './submit-extraction.ts'

export interface RunExtractionDeps {
  readonly engine: JobSubmission & JobReads
  readonly cache: Cache
  readonly policyOf: CachePolicyOf
  readonly results: ResultCacheWriter
  readonly log: Logger
}

/** `cacheStatus` is the header field of that name for the answer. */
export type Extracted = { readonly cacheStatus: string } & (
  | {
      /** A kept answer: its text without `cache`, which is given beside it. */
      readonly kind: 'kept'
      readonly kept: CachedResult
      readonly cache: ResultCache
    }
  | {
      /** A new answer: an ordinary object. */
      readonly kind: 'made'
      readonly answer: ExtractionAnswer
    }
  | {
      /** A job that has not ended, or that failed. */
      readonly kind: 'job'
      readonly job: JobRecord
      /**
       * To be called once. Not wanted: the caller is gone for good, which ends the job unless other callers want it
       * too.
       */
      readonly release: (wanted: boolean) => Promise<void>
    }
)

/**
 * Throws as `submitExtraction`. When a background request (`waitMs` 0) is answered by a kept result, it gets the job
 * that produced it, as long as that job still has its result.
 */
export async function runExtraction(deps: RunExtractionDeps, asked: SubmitExtraction): Promise<Extracted> {
  const { jobType, extractor } = asked.operation
  const policy = isAddressed(asked.webhook) ? 'webhook' : deps.policyOf(jobType, asked.input)
  if (typeof policy === 'string') {
    deps.cache.counts.count('results', 'bypass', extractor.name)
    return runOwnJob(deps, asked, policy)
  }
  const found = await lookUp(deps, asked, policy)
  const outcome = policy.maxAgeMs === 0 ? 'bypass' : found === null ? 'miss' : 'hit'
  deps.cache.counts.count('results', outcome, policy.extractor)
  return found ?? runSharedJob(deps, asked, policy)
}

async function lookUp(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
): Promise<Extracted | null> {
  if (policy.maxAgeMs === 0) return null
  const kept = await findCached(deps, asked, policy)
  if (kept === null || ageOf(kept) > policy.maxAgeMs) return null
  if (asked.waitMs > 0) return cachedAnswer(kept, policy, 'hit')
  // A job with metadata of its own cannot be an earlier one.
  if (asked.options.metadata !== undefined) return null
  const job = await deps.engine.get(kept.jobId)
  // Only its owner may read it.
  if (job === null || job.resultExpired || job.owner !== asked.origin.fairnessKey) return null
  return {
    kind: 'job',
    job,
    cacheStatus: cacheStatus({ status: 'hit', ageMs: ageOf(kept), maxAgeMs: policy.maxAgeMs }),
    release: async () => undefined,
  }
}

/** An unreadable cache counts as an empty one. */
async function findCached(
  { cache, results, log }: RunExtractionDeps,
  { origin }: SubmitExtraction,
  { key, maxAgeMs }: CachePolicy,
): Promise<CachedResult | null> {
  try {
    await results.settled(key)
    return await cache.results.find(key, origin.fairnessKey, maxAgeMs)
  } catch (error) {
    log.warn({ err: error }, 'kept results cannot be read')
    return null
  }
}

function cachedAnswer(
  kept: CachedResult,
  { maxAgeMs }: CachePolicy,
  status: 'hit' | 'stale',
): Extract<Extracted, { kind: 'kept' }> {
  const ageMs = ageOf(kept)
  const detail = status === 'stale' ? 'stale-if-error' : undefined
  return {
    kind: 'kept',
    kept,
    cache: { status, ageMs, storedAt: kept.storedAt },
    cacheStatus: cacheStatus({ status, ageMs, maxAgeMs, ...(detail === undefined ? {} : { detail }) }),
  }
}

async function runOwnJob(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  reason: BypassReason,
): Promise<Extracted> {
  const job = await submitExtraction(deps, asked)
  const status = cacheStatus({ status: 'bypass', ageMs: null, maxAgeMs: null, detail: reason })
  if (job.state === 'succeeded') return { kind: 'made', answer: presentExtraction(job), cacheStatus: status }
  return { kind: 'job', job, cacheStatus: status, release: async (wanted) => releaseJob(deps, job, wanted) }
}

async function runSharedJob(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
): Promise<Extracted> {
  // A request for a new fetch must not join a job that began before.
  const shared = policy.maxAgeMs === 0 ? null : await join(deps, asked, policy)
  if (shared === null) {
    const found = await lookUp(deps, asked, policy)
    return found ?? ended(deps, asked, policy, await submitExtraction(deps, asked), null)
  }
  try {
    const outcome = await ended(deps, asked, policy, await waitForShared(deps, asked, shared), shared)
    return await withOwnJob(deps, asked, policy, outcome)
  } catch (error) {
    shared.stay()
    throw error
  }
}

/** A caller that comes back later needs a job that it may read, not a job of another caller. */
async function withOwnJob(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
  outcome: Extracted,
): Promise<Extracted> {
  if (outcome.kind !== 'job' || isTerminal(outcome.job.state)) return outcome
  if (outcome.job.owner === asked.origin.fairnessKey || asked.signal.aborted) return outcome
  await outcome.release(true)
  return ended(deps, asked, policy, await submitExtraction(deps, { ...asked, waitMs: 0 }), null)
}

/** Null when the answer was kept a moment ago. */
function join(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
): Promise<SharedRequest | null> {
  const { operation, input, options, origin, webhook, waitMs } = asked
  return deps.cache.inFlight.join(dedupeKeyOf(policy, asked), async (id) => {
    if ((await lookUp(deps, asked, policy)) !== null) return false
    const spec = extractionJob(operation, input, origin, {
      ...options,
      background: waitMs === 0,
      webhook,
    })
    await deps.engine.enqueue({ ...spec, id })
    return true
  })
}

/**
 * The dedupe key of a request. Background jobs may wait in the queue for a day, others for a minute, so the two do not
 * share. Requests with different job options do not share either. A background job, or one that makes files, is not
 * shared between callers, because both belong to the owner of the job.
 */
function dedupeKeyOf(
  { dedupeKey }: CachePolicy,
  { waitMs, wantsFile, options, origin }: SubmitExtraction,
): string {
  return [
    dedupeKey(),
    ...(Object.keys(options).length === 0 ? [] : [canonicalJson(options)]),
    ...(waitMs === 0 ? ['background'] : []),
    ...(waitMs === 0 || wantsFile ? [origin.fairnessKey] : []),
  ].join(' ')
}

/** The joined job, when it ended or the wait was over. Another replica may be about to make it. */
function waitForShared(
  { engine }: RunExtractionDeps,
  { waitMs, signal }: SubmitExtraction,
  { jobId }: SharedRequest,
): Promise<JobRecord> {
  return untilVisible(async () =>
    waitMs === 0 ? engine.get(jobId) : engine.waitForEnd(jobId, waitMs, signal),
  )
}

async function ended(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
  job: JobRecord,
  shared: SharedRequest | null,
): Promise<Extracted> {
  const report = {
    maxAgeMs: policy.maxAgeMs,
    fresh: policy.maxAgeMs === 0,
    collapsed: shared?.joined === true,
  }
  if (job.state === 'succeeded') {
    await deps.results.settled(policy.key)
    const answer = presentExtraction(job)
    const { status, ageMs, detail } = answer.cache
    const more = { stored: isShareable(answer, policy), ...(detail === undefined ? {} : { detail }) }
    shared?.stay()
    return {
      kind: 'made',
      answer,
      cacheStatus: cacheStatus({ ...report, ...more, status: stateOf(status), ageMs }),
    }
  }
  const stale = await staleAnswer(deps, asked, policy, job)
  if (isTerminal(job.state)) shared?.stay()
  if (stale !== null) return stale
  return {
    kind: 'job',
    job,
    cacheStatus: cacheStatus({ ...report, status: 'miss', ageMs: null }),
    async release(wanted) {
      if (isTerminal(job.state)) return
      if (wanted || shared === null) {
        shared?.stay()
        await releaseJob(deps, job, wanted)
      } else if (await shared.leave()) await releaseJob(deps, job, false)
    },
  }
}

/** An older answer in place of a failure of the target, when the request accepts one. */
async function staleAnswer(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
  { state, error }: JobRecord,
): Promise<Extracted | null> {
  if (policy.staleIfErrorMs === 0 || asked.waitMs === 0 || !isTerminal(state) || error === null) return null
  if (!TARGET_FAILURES.has(error.code)) return null
  const kept = await findCached(deps, asked, policy)
  if (kept === null || ageOf(kept) > policy.maxAgeMs + policy.staleIfErrorMs) return null
  deps.cache.counts.count('results', 'stale', policy.extractor)
  const { cache, cacheStatus } = cachedAnswer(kept, policy, 'stale')
  const answer = JSON.parse(kept.answer.toString()) as Omit<ExtractionAnswer, 'cache'>
  const warning = staleWarning(kept.storedAt, error.detail)
  return {
    kind: 'made',
    answer: { ...answer, cache, warnings: [...answer.warnings, warning] },
    cacheStatus,
  }
}

/** The status that the worker reported, or `miss` when it fetched nothing by itself. */
function stateOf(status: string): CacheState {
  const known = CACHE_STATES.find((state) => state === status)
  return known === undefined || known === 'bypass' ? 'miss' : known
}

async function releaseJob(deps: RunExtractionDeps, job: JobRecord, wanted: boolean): Promise<void> {
  if (!wanted && !isTerminal(job.state)) await abandonExtraction(deps, job)
}
