// The artifact calls of the worker-facing API over HTTP: uploads and downloads, each under the lease of its job.
import { lazyShape } from '#contract/lazy-shape.ts'
import { ArtifactLink } from '#contract/crawl/artifact.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { NewArtifact, ReadArtifact } from '#extract/context.ts'
import type { BackoffPolicy } from '#kit/time/backoff.ts'
import type { Clock } from '#kit/time/clock.ts'
import { retry } from '#kit/time/retry.ts'
import type { Peer, PeerRequest, PeerStream } from '#platform/egress/peer.ts'
import { answerOf, refusal } from '#platform/jobs/worker/call-crawl.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'
import { collectBody } from './collect-body.ts'

/**
 * Every call is retried while crawl is unreachable. It throws the error that crawl answered with, or the reason of the
 * signal.
 */
export interface ArtifactCalls {
  save(lease: JobLease, artifact: NewArtifact, signal: AbortSignal): Promise<ArtifactLink>
  /** Throws `target_too_large` when it has more than `maxBytes`. */
  read(lease: JobLease, id: string, maxBytes: number, signal: AbortSignal): Promise<ReadArtifact>
}

const PATH = '/api/worker/artifacts'
/** Allows hundreds of megabytes over a slow network; the signal of the job ends it sooner. */
const TRANSFER_TIMEOUT_MS = 300_000
const BACKOFF: BackoffPolicy = { baseMs: 200, factor: 2, capMs: 5_000 }
/** Crawl is being restarted. The lease outlives that, or the answer will say that it did not. */
const AWAY = new Set(['crawl_unavailable', 'draining'])

/** Calls go on while crawl is away, until their signal aborts. */
export function createArtifactCalls(deps: { readonly crawl: Peer; readonly clock: Clock }): ArtifactCalls {
  const { crawl, clock } = deps
  const isLink = lazyShape(ArtifactLink)

  const isRetryable = (error: unknown): boolean => error instanceof SurveyorError && AWAY.has(error.code)
  const whileAway = <T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> =>
    retry(call, { backoff: BACKOFF, isRetryable, signal, clock })

  return {
    save: (lease, { kind, mediaType, bytes, width, height, pages, filename }, signal) =>
      whileAway(signal, async () => {
        const answer = await crawl.request({
          method: 'POST',
          path: PATH,
          query: { ...lease, kind, width, height, pages, filename },
          headers: { 'content-type': mediaType },
          rawBody: bytes,
          timeoutMs: TRANSFER_TIMEOUT_MS,
          signal,
        })
        return answerOf('artifacts', answer, isLink)
      }),

    read: (lease, id, maxBytes, signal) =>
      whileAway(signal, async () => {
        const request: PeerRequest = {
          method: 'GET',
          path: `${PATH}/${encodeURIComponent(id)}`,
          query: { ...lease },
          headers: { accept: '*/*' },
          timeoutMs: TRANSFER_TIMEOUT_MS,
          signal,
        }
        const answer = await crawl.stream(request)
        if (answer.status !== 200) throw await refusalOf(answer)
        const { headers } = answer
        return {
          id,
          mediaType: headers['content-type'] ?? 'application/octet-stream',
          filename: headers['x-filename'] === undefined ? null : decodeURIComponent(headers['x-filename']),
          sha256: (headers['etag'] ?? '').replaceAll('"', ''),
          bytes: await collectBody(answer, maxBytes, 'The artifact'),
        }
      }),
  }
}

/** Problem documents are small; a larger answer is not one. */
const PROBLEM_BYTES = 65_536

async function refusalOf(answer: PeerStream): Promise<SurveyorError> {
  const text = (await collectBody(answer, PROBLEM_BYTES, 'The answer')).toString('utf8')
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // Not from crawl; `refusal` reports that.
  }
  return refusal(answer.status, body)
}
