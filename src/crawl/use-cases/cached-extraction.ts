// An extraction for a caller: from the cache when that is allowed, otherwise by a job that equal requests share.
import {
  CACHE_STATES,
  staleWarning,
  TARGET_FAILURES,
  type BypassReason,
  type CacheState,
} from '#contract/cache.ts'
import { isTerminal } from '#contract/job.ts'
import type { ExtractionAnswer, ResultCache } from '#contract/result.ts'
import { canonicalJson } from '#kit/canonical-json.ts'
import type { Cache } from '#platform/cache/cache.ts'
import { cacheStatus } from '#platform/cache/cache-status.ts'
import { untilThere, type Seat } from '#platform/cache/flights.ts'
import { ageOf, type KeptResult } from '#platform/cache/results/kept-result.ts'
import type { JobEngine, JobRecord } from '#platform/jobs/job-engine.ts'
import type { Logger } from '#platform/log/logger.ts'
import { isForOthers, type ResultKeeper } from './cache-result.ts'
import type { CacheWish, CacheWishOf } from './cache-wish.ts'
import { presentExtraction } from './present-extraction.ts'
import {
  abandonExtraction,
  extractionJob,
  isAddressed,
  submitExtraction,
  type SubmitExtraction,
} from './submit-extraction.ts'

export interface CachedExtractionDeps {
  readonly engine: JobEngine
  readonly cache: Cache
  readonly wishOf: CacheWishOf
  readonly results: ResultKeeper
  readonly log: Logger
}

/** `cacheStatus` is the header field of that name for the answer. */
export type Extracted = { readonly cacheStatus: string } & (
  | {
      /** A kept answer: its text without `cache`, which is given beside it. */
      readonly kind: 'kept'
      readonly kept: KeptResult
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
export async function extractCached(deps: CachedExtractionDeps, asked: SubmitExtraction): Promise<Extracted> {
  const { jobType, extractor } = asked.operation
  const wish = isAddressed(asked.webhook) ? 'webhook' : deps.wishOf(jobType, asked.input)
  if (typeof wish === 'string') {
    deps.cache.counts.count('results', 'bypass', extractor.name)
    return byJobOfItsOwn(deps, asked, wish)
  }
  const found = await lookUp(deps, asked, wish)
  const outcome = wish.maxAgeMs === 0 ? 'bypass' : found === null ? 'miss' : 'hit'
  deps.cache.counts.count('results', outcome, wish.extractor)
  return found ?? byJob(deps, asked, wish)
}

async function lookUp(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  wish: CacheWish,
): Promise<Extracted | null> {
  if (wish.maxAgeMs === 0) return null
  const kept = await findKept(deps, asked, wish)
  if (kept === null || ageOf(kept) > wish.maxAgeMs) return null
  if (asked.waitMs > 0) return keptAnswer(kept, wish, 'hit')
  // A job with metadata of its own cannot be an earlier one.
  if (asked.options.metadata !== undefined) return null
  const job = await deps.engine.get(kept.jobId)
  // Only its owner may read it.
  if (job === null || job.resultExpired || job.owner !== asked.origin.fairnessKey) return null
  return {
    kind: 'job',
    job,
    cacheStatus: cacheStatus({ status: 'hit', ageMs: ageOf(kept), maxAgeMs: wish.maxAgeMs }),
    release: async () => undefined,
  }
}

/** An unreadable cache counts as an empty one. */
async function findKept(
  { cache, results, log }: CachedExtractionDeps,
  { origin }: SubmitExtraction,
  { key, maxAgeMs }: CacheWish,
): Promise<KeptResult | null> {
  try {
    await results.settled(key)
    return await cache.results.find(key, origin.fairnessKey, maxAgeMs)
  } catch (error) {
    log.warn({ err: error }, 'kept results cannot be read')
    return null
  }
}

function keptAnswer(
  kept: KeptResult,
  { maxAgeMs }: CacheWish,
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

async function byJobOfItsOwn(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  reason: BypassReason,
): Promise<Extracted> {
  const job = await submitExtraction(deps, asked)
  const status = cacheStatus({ status: 'bypass', ageMs: null, maxAgeMs: null, detail: reason })
  if (job.state === 'succeeded') return { kind: 'made', answer: presentExtraction(job), cacheStatus: status }
  return { kind: 'job', job, cacheStatus: status, release: async (wanted) => letGo(deps, job, wanted) }
}

async function byJob(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  wish: CacheWish,
): Promise<Extracted> {
  // A request for a new fetch must not join a job that began before.
  const seat = wish.maxAgeMs === 0 ? null : await board(deps, asked, wish)
  if (seat === null) {
    const found = await lookUp(deps, asked, wish)
    return found ?? ended(deps, asked, wish, await submitExtraction(deps, asked), null)
  }
  try {
    const outcome = await ended(deps, asked, wish, await ride(deps, asked, seat), seat)
    return await ofItsOwn(deps, asked, wish, outcome)
  } catch (error) {
    seat.stay()
    throw error
  }
}

/** A caller that comes back later needs a job that it may read, not a job of another caller. */
async function ofItsOwn(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  wish: CacheWish,
  outcome: Extracted,
): Promise<Extracted> {
  if (outcome.kind !== 'job' || isTerminal(outcome.job.state)) return outcome
  if (outcome.job.owner === asked.origin.fairnessKey || asked.signal.aborted) return outcome
  await outcome.release(true)
  return ended(deps, asked, wish, await submitExtraction(deps, { ...asked, waitMs: 0 }), null)
}

/** Null when the answer was kept a moment ago. */
function board(deps: CachedExtractionDeps, asked: SubmitExtraction, wish: CacheWish): Promise<Seat | null> {
  const { operation, input, options, origin, webhook, waitMs } = asked
  return deps.cache.flights.board(flightOf(wish, asked), async (id) => {
    if ((await lookUp(deps, asked, wish)) !== null) return false
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
function flightOf(
  { flightKey }: CacheWish,
  { waitMs, wantsFile, options, origin }: SubmitExtraction,
): string {
  return [
    flightKey(),
    ...(Object.keys(options).length === 0 ? [] : [canonicalJson(options)]),
    ...(waitMs === 0 ? ['background'] : []),
    ...(waitMs === 0 || wantsFile ? [origin.fairnessKey] : []),
  ].join(' ')
}

/** The joined job, when it ended or the wait was over. Another replica may be about to make it. */
function ride(
  { engine }: CachedExtractionDeps,
  { waitMs, signal }: SubmitExtraction,
  { jobId }: Seat,
): Promise<JobRecord> {
  return untilThere(async () => (waitMs === 0 ? engine.get(jobId) : engine.waitForEnd(jobId, waitMs, signal)))
}

async function ended(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  wish: CacheWish,
  job: JobRecord,
  seat: Seat | null,
): Promise<Extracted> {
  const report = {
    maxAgeMs: wish.maxAgeMs,
    fresh: wish.maxAgeMs === 0,
    collapsed: seat?.joined === true,
  }
  if (job.state === 'succeeded') {
    await deps.results.settled(wish.key)
    const answer = presentExtraction(job)
    const { status, ageMs, detail } = answer.cache
    const more = { stored: isForOthers(answer, wish), ...(detail === undefined ? {} : { detail }) }
    seat?.stay()
    return {
      kind: 'made',
      answer,
      cacheStatus: cacheStatus({ ...report, ...more, status: stateOf(status), ageMs }),
    }
  }
  const stale = await staleAnswer(deps, asked, wish, job)
  if (isTerminal(job.state)) seat?.stay()
  if (stale !== null) return stale
  return {
    kind: 'job',
    job,
    cacheStatus: cacheStatus({ ...report, status: 'miss', ageMs: null }),
    async release(wanted) {
      if (isTerminal(job.state)) return
      if (wanted || seat === null) {
        seat?.stay()
        await letGo(deps, job, wanted)
      } else if (await seat.leave()) await letGo(deps, job, false)
    },
  }
}

/** An older answer in place of a failure of the target, when the request accepts one. */
async function staleAnswer(
  deps: CachedExtractionDeps,
  asked: SubmitExtraction,
  wish: CacheWish,
  { state, error }: JobRecord,
): Promise<Extracted | null> {
  if (wish.staleIfErrorMs === 0 || asked.waitMs === 0 || !isTerminal(state) || error === null) return null
  if (!TARGET_FAILURES.has(error.code)) return null
  const kept = await findKept(deps, asked, wish)
  if (kept === null || ageOf(kept) > wish.maxAgeMs + wish.staleIfErrorMs) return null
  deps.cache.counts.count('results', 'stale', wish.extractor)
  const { cache, cacheStatus } = keptAnswer(kept, wish, 'stale')
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

async function letGo(deps: CachedExtractionDeps, job: JobRecord, wanted: boolean): Promise<void> {
  if (!wanted && !isTerminal(job.state)) await abandonExtraction(deps, job)
}
