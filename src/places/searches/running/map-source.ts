// How places calls crawl: submits a map operation as a job and waits for its end, however long that takes.
import { fieldsOf } from '#kit/unknown-values.ts'
import { lazyShape, type Shape } from '#contract/lazy-shape.ts'
import type { Job } from '#client/generated/crawl.gen.ts'
import {
  MapsBasemapOutput,
  MapsExtractOutput,
  MapsParseOutput,
  MapsResolveOutput,
  MapsSearchOutput,
  MapsUnderstandOutput,
  type MapsBasemapInput,
  type MapsExtractInput,
  type MapsParseInput,
  type MapsResolveInput,
  type MapsSearchInput,
  type MapsUnderstandInput,
} from '#contract/places/maps.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { JobProgress, Waiting } from '#contract/job.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import { readWarnings, type CrawlClient } from '#places/crawl-calls/crawl-client.ts'

/** One call of a map operation of crawl. */
export interface MapRequest<Input> {
  readonly input: Input
  /** The same key always answers the same job, finished or not, and never a second one. */
  readonly idempotencyKey: string
  /** The trace that this belongs to; null without a trace. */
  readonly traceparent: string | null
  readonly signal: AbortSignal
  /** Whether the abort is final: then crawl need not go on. */
  readonly wasCancelled: () => boolean
  /** Called at each poll with what the job waits for, as long as it waits. */
  readonly onWait?: (waiting: Waiting) => Promise<void>
  /** Called about once a second with the progress of the job in crawl; when absent, progress is not polled. */
  readonly onProgress?: (progress: JobProgress) => void
}

/** An area with what to know of it and of the query. */
export interface Resolution extends MapsResolveOutput {
  readonly warnings: readonly Pick<Warning, 'code' | 'detail'>[]
}

/** A page of places with what to know of it. */
export interface SearchPage extends MapsSearchOutput {
  readonly warnings: readonly Warning[]
}

/**
 * All throw a SurveyorError. `crawl_unavailable` alone means that crawl accepted or kept no job, so the same key may
 * be sent again. Any other code means that a job failed, and it stays failed under its key.
 */
export interface MapSource {
  resolve(request: MapRequest<MapsResolveInput>): Promise<Resolution>
  search(request: MapRequest<MapsSearchInput>): Promise<SearchPage>
  /** Throws `queue_timeout` where no worker takes it within some seconds. */
  understand(request: MapRequest<MapsUnderstandInput>): Promise<MapsUnderstandOutput>
  basemap(request: MapRequest<MapsBasemapInput>): Promise<MapsBasemapOutput>
  extract(request: MapRequest<MapsExtractInput>): Promise<MapsExtractOutput>
  parse(request: MapRequest<MapsParseInput>): Promise<MapsParseOutput>
}

const SUBMIT_TIMEOUT_MS = 30_000
const POLL_WAIT_MS = 20_000
const PROGRESS_WAIT_MS = 1_000
const POLL_TIMEOUT_MS = POLL_WAIT_MS + 10_000
const CANCEL_TIMEOUT_MS = 3_000
/** Somebody waits for the answer, and a worker that is there takes the job at once. */
const UNDERSTAND_QUEUE_MS = 20_000

/** The answer to a submission: the result itself (200), or its job. */
interface Submitted {
  readonly status: number
  readonly body: { readonly jobId: string }
}

type JobAnswer = Pick<Job, 'status' | 'error' | 'progress' | 'scheduledFor'>

const resolveAnswer = lazyShape(MapsResolveOutput)
const searchAnswer = lazyShape(MapsSearchOutput)
const understandAnswer = lazyShape(MapsUnderstandOutput)
const basemapAnswer = lazyShape(MapsBasemapOutput)
const extractAnswer = lazyShape(MapsExtractOutput)
const parseAnswer = lazyShape(MapsParseOutput)

/** Errors are those of the client. */
export function createMapSource({ crawl }: { readonly crawl: CrawlClient }): MapSource {
  async function endOf(jobId: string, request: MapRequest<unknown>): Promise<unknown> {
    try {
      return await resultOf(jobId, request)
    } catch (error) {
      if (request.wasCancelled()) await cancel(jobId, request.traceparent)
      throw error
    }
  }

  async function resultOf(
    id: string,
    { signal, traceparent, onWait, onProgress }: MapRequest<unknown>,
  ): Promise<unknown> {
    for (;;) {
      const { body: job } = await crawl.call('GET /api/jobs/{id}', {
        path: { id },
        query: { waitMs: onProgress === undefined ? POLL_WAIT_MS : PROGRESS_WAIT_MS },
        timeoutMs: POLL_TIMEOUT_MS,
        signal,
        traceparent,
      })
      switch (job.status) {
        case 'scheduled':
        case 'queued':
        case 'running': {
          if (job.progress !== null) onProgress?.(job.progress)
          const waiting = waitingOf(job)
          if (waiting !== null) await onWait?.(waiting)
          continue
        }
        case 'succeeded':
          if (job.resultExpired === true) {
            throw new SurveyorError('result_expired', 'Crawl no longer keeps the result of the job.')
          }
          return job.result
        default:
          throw job.error === null
            ? new SurveyorError('worker_lost', `The job of crawl ended as ${job.status}.`, {
                retryable: true,
              })
            : errorOf(job.error)
      }
    }
  }

  /** Best effort: without it, the job ends by itself. */
  async function cancel(id: string, traceparent: string | null): Promise<void> {
    await crawl
      .call('POST /api/jobs/{id}/cancel', { path: { id }, timeoutMs: CANCEL_TIMEOUT_MS, traceparent })
      .catch(() => undefined)
  }

  /** What was asked for, at once or at the end of its job, as `shape` has it; with its warnings. */
  async function answerOf<Data>(
    { status, body }: Submitted,
    request: MapRequest<unknown>,
    shape: Shape<Data>,
  ): Promise<{ readonly data: Data; readonly warnings: readonly Warning[] }> {
    const answer = status === 200 ? body : await endOf(body.jobId, request)
    const { data, warnings } = fieldsOf(answer)
    if (shape.Check(data)) return { data, warnings: readWarnings(warnings) }
    throw new SurveyorError(
      'upstream_changed',
      'Crawl answered with a map result of another shape: is it of another version?',
    )
  }
  return {
    async resolve(request) {
      const submitted = await crawl.call('POST /api/v1/maps/resolve', submission(request))
      const { data, warnings } = await answerOf(submitted, request, resolveAnswer)
      return { ...data, warnings }
    },
    async search(request) {
      const submitted = await crawl.call('POST /api/v1/maps/search', submission(request))
      const { data, warnings } = await answerOf(submitted, request, searchAnswer)
      return { ...data, warnings }
    },
    async understand(request) {
      const asked = submission(request)
      const submitted = await crawl.call('POST /api/v1/maps/understand', {
        ...asked,
        body: { ...asked.body, queueTimeoutMs: UNDERSTAND_QUEUE_MS },
      })
      return (await answerOf(submitted, request, understandAnswer)).data
    },
    async basemap(request) {
      const submitted = await crawl.call('POST /api/v1/maps/basemap', submission(request))
      return (await answerOf(submitted, request, basemapAnswer)).data
    },
    async extract(request) {
      const submitted = await crawl.call('POST /api/v1/maps/extract', submission(request))
      return (await answerOf(submitted, request, extractAnswer)).data
    },
    async parse(request) {
      const submitted = await crawl.call('POST /api/v1/maps/parse', submission(request))
      return (await answerOf(submitted, request, parseAnswer)).data
    },
  }
}

/** What a job that has not ended waits for; null when it runs. */
function waitingOf({ status, error, progress, scheduledFor }: JobAnswer): Waiting | null {
  if (status === 'running') {
    const waiting = progress?.waiting ?? null
    // The reason of the last try stays with the job until there is a new one.
    const until = waiting?.until ?? null
    const isOver = until !== null && Date.parse(until) < Date.now()
    return isOver ? null : waiting
  }
  const until = status === 'scheduled' ? scheduledFor : null
  if (error !== null) {
    return {
      code: error.code,
      detail: error.detail,
      host: error.host ?? progress?.waiting?.host ?? null,
      until,
    }
  }
  return { code: 'queued', detail: 'No worker of crawl has taken the request yet.', host: null, until }
}

/** Answers with a job at once; its end is awaited separately, however long it takes. */
function submission<Input>({ input, idempotencyKey, traceparent, signal }: MapRequest<Input>) {
  return {
    body: input,
    headers: { prefer: 'respond-async', 'idempotency-key': idempotencyKey },
    timeoutMs: SUBMIT_TIMEOUT_MS,
    traceparent,
    signal,
  }
}
