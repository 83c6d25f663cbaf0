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
import type { Cache } from '#platform/cache/cache.ts'
import { cacheStatus } from '#platform/cache/cache-status.ts'
import { ageOf, type CachedResult } from '#platform/cache/results/cached-result.ts'
import type { JobReads, JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import { jobLinks } from '#platform/jobs/present-job.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { isShareable } from '#crawl/cache/result-cache-writer.ts'
import type { CachePolicy, CachePolicyOf } from '#crawl/cache/cache-policy.ts'
import { presentExtraction } from '#crawl/results/present-extraction.ts'
import {
  isAddressed,
  submitExtraction,
  waitForExtraction,
  type SubmitExtraction,
  type SubmittedJob,
} from './submit-extraction.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** The parts that one extraction goes through. */
export interface RunExtractionDeps {
  readonly engine: JobSubmission & JobReads
  readonly cache: Cache
  readonly policyOf: CachePolicyOf
  readonly log: Logger
}

/** `cacheStatus` is the header field of that name for the answer. */
export type Extracted = { readonly cacheStatus: string } & (
  | {
      /** A kept answer: its text without `cache`, which is given beside it, and without `links`. */
      readonly kind: 'kept'
      readonly kept: CachedResult
      readonly cache: ResultCache
    }
  | {
      /** A new answer: an ordinary object. */
      readonly kind: 'made'
      readonly answer: ExtractionAnswer
      /** Who may look at its job, which may be that of an equal request; null where nobody noted it. */
      readonly jobOwner: string | null
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
  return found ?? runCacheable(deps, asked, policy)
}

/** Null without a kept result that is young enough and of another job than `submitted`. */
async function lookUp(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
  submitted?: JobRecord,
): Promise<Extracted | null> {
  if (policy.maxAgeMs === 0) return null
  const kept = await findCached(deps, asked, policy)
  if (kept === null || ageOf(kept) > policy.maxAgeMs || kept.jobId === submitted?.id) return null
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
  { cache, log }: RunExtractionDeps,
  { origin }: SubmitExtraction,
  { key, maxAgeMs }: CachePolicy,
): Promise<CachedResult | null> {
  try {
    return await cache.results.find(key, origin.fairnessKey, maxAgeMs)
  } catch (error) {
    log.warn({ err: error }, 'kept results cannot be read')
    return null
  }
}

/** A kept answer as an object, with the links of its job. */
export function readKept(kept: CachedResult): Omit<ExtractionAnswer, 'cache'> {
  const answer = parseKnownJson<Omit<ExtractionAnswer, 'cache' | 'links'>>(kept.answer.toString())
  return { ...answer, links: linksOfKept(kept) }
}

export const linksOfKept = ({ jobId }: CachedResult): ExtractionAnswer['links'] =>
  jobLinks({ id: jobId, state: 'succeeded', parentId: null, children: null })

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
  const submitted = await submitExtraction(deps, asked)
  const job = await waitForExtraction(deps, asked, submitted.job)
  const status = cacheStatus({ status: 'bypass', ageMs: null, maxAgeMs: null, detail: reason })
  if (job.state === 'succeeded') {
    return { kind: 'made', answer: presentExtraction(job), jobOwner: job.owner, cacheStatus: status }
  }
  return { kind: 'job', job, cacheStatus: status, release: releaseOf(submitted, job) }
}

async function runCacheable(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
): Promise<Extracted> {
  // A request for a new fetch must not join a job that began before.
  const dedupeKey = policy.maxAgeMs === 0 ? undefined : dedupeKeyOf(policy, asked)
  const submitted = await submitExtraction(deps, asked, dedupeKey)
  if (dedupeKey !== undefined) {
    // An equal job may have ended since the first look, so that this one is needless, or the one that another late
    // request made. The result came with the end, so it can be found now.
    const found = await lookUp(deps, asked, policy, submitted.job)
    if (found !== null) {
      await submitted.leave()
      return found
    }
  }
  const job = await waitForExtraction(deps, asked, submitted.job)
  const outcome = await answerOf(deps, asked, policy, submitted, job)
  return withOwnJob(deps, asked, policy, outcome)
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
  const own = await submitExtraction(deps, { ...asked, waitMs: 0 })
  return answerOf(deps, asked, policy, own, own.job)
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
  const background = waitMs === 0
  return dedupeKey({ options, background, owner: background || wantsFile ? origin.fairnessKey : null })
}

async function answerOf(
  deps: RunExtractionDeps,
  asked: SubmitExtraction,
  policy: CachePolicy,
  submitted: SubmittedJob,
  /** The same job after the wait. */
  job: JobRecord,
): Promise<Extracted> {
  const { maxAgeMs } = policy
  const report = { maxAgeMs, fresh: maxAgeMs === 0, collapsed: !submitted.isNew }
  if (job.state === 'succeeded') {
    const answer = presentExtraction(job)
    const { status, ageMs, detail } = answer.cache
    const more = { stored: isShareable(answer, policy), ...(detail === undefined ? {} : { detail }) }
    return {
      kind: 'made',
      answer,
      jobOwner: job.owner,
      cacheStatus: cacheStatus({ ...report, ...more, status: stateOf(status), ageMs }),
    }
  }
  const stale = await staleAnswer(deps, asked, policy, job)
  if (stale !== null) return stale
  return {
    kind: 'job',
    job,
    cacheStatus: cacheStatus({ ...report, status: 'miss', ageMs: null }),
    release: releaseOf(submitted, job),
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
  const answer = readKept(kept)
  const warning = staleWarning(kept.storedAt, error.detail)
  return {
    kind: 'made',
    answer: { ...answer, cache, warnings: [...answer.warnings, warning] },
    jobOwner: kept.jobOwner,
    cacheStatus,
  }
}

/** The status that the worker reported, or `miss` when it fetched nothing by itself. */
function stateOf(status: string): CacheState {
  const known = CACHE_STATES.find((state) => state === status)
  return known === undefined || known === 'bypass' ? 'miss' : known
}

function releaseOf({ leave }: SubmittedJob, job: JobRecord): (wanted: boolean) => Promise<void> {
  return async (wanted) => {
    if (!wanted && !isTerminal(job.state)) await leave()
  }
}
