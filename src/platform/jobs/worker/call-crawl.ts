// One call of the worker-facing API: a valid answer by its shape, or a refusal as the error that it names.
import type { Static, TSchema } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { Problem } from '#contract/problem.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Peer } from '#platform/egress/peer.ts'

/** Of one call. */
export interface CrawlCallOptions {
  /** For `:id` in the path. */
  readonly id?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** For a call that does not wait. */
export const CALL_TIMEOUT_MS = 15_000

const isProblem = lazyShape(Problem)

/**
 * `path` is relative to `/api/worker/`. A call throws the error that crawl answered with, or `crawl_unavailable`
 * without an answer.
 */
export function createCrawlCaller(crawl: Peer) {
  return <T extends TSchema>(path: string, answer: T) => {
    const shape = lazyShape(answer)
    return async (body: unknown, options: CrawlCallOptions): Promise<Static<T>> => {
      const response = await crawl.request({
        method: 'POST',
        path: `/api/worker/${path.replace(':id', encodeURIComponent(options.id ?? ''))}`,
        body,
        timeoutMs: options.timeoutMs ?? CALL_TIMEOUT_MS,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(options.headers === undefined ? {} : { headers: options.headers }),
      })
      return answerOf(path, response, shape)
    }
  }
}

/** The body of an answer that fits the shape; throws the error otherwise. `path` is for the message of the error. */
export function answerOf<T>(
  path: string,
  { status, body }: { readonly status: number; readonly body: unknown },
  shape: { Check(value: unknown): value is T },
): T {
  if (status >= 300) throw refusal(status, body)
  if (shape.Check(body)) return body
  throw new SurveyorError('crawl_unavailable', `The answer to ${path} is not of the worker API.`)
}

/** The error that crawl answered with. */
export function refusal(status: number, body: unknown): SurveyorError {
  if (isProblem.Check(body)) return errorOf(body)
  return new SurveyorError(
    'crawl_unavailable',
    `The worker API answered ${status} without a problem document.`,
  )
}
