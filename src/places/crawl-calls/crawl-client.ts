// The client by which places calls crawl: its operations by route, with one meaning of "not now".
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { CrawlOperations } from '#client/generated/crawl.gen.ts'
import { Warning } from '#contract/crawl/result.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { lazyShape } from '#contract/lazy-shape.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { createOperationClient, type OperationClient } from '#platform/egress/operation-client.ts'
import type { Peer } from '#platform/egress/peer.ts'

/**
 * Throws errors of crawl as SurveyorErrors with their codes. `crawl_unavailable`: no answer, or a refusal that says
 * nothing about the request, so the same request may be sent again.
 */
export type CrawlClient = OperationClient<CrawlOperations>

/** Crawl is full, starting, stopping, or still busy with the first try. */
const NOT_NOW = new Set<ErrorCode>([
  'rate_limited',
  'queue_full',
  'draining',
  'storage_unavailable',
  'idempotency_in_flight',
])

/** A client for the crawl that the settings name. */
export function createCrawlClient({ crawl: peer }: { readonly crawl: Peer }): CrawlClient {
  const crawl = createOperationClient<CrawlOperations>({
    peer,
    unavailableCode: 'crawl_unavailable',
  })
  return {
    async call(route, request) {
      try {
        return await crawl.call(route, keyedByBody(request))
      } catch (error) {
        if (!(error instanceof SurveyorError) || !NOT_NOW.has(error.code)) throw error
        const { message, retryAfterMs } = error
        throw new SurveyorError('crawl_unavailable', `Crawl takes no work now: ${message}`, {
          cause: error,
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        })
      }
    },
  }
}

/**
 * An Idempotency-Key names one body. What was asked before a crash may be asked differently after it: the secret or the
 * address of the callback, the name of the place or the reviews that are known may be others by then. Such a request is
 * another one, and the same request keeps its key.
 */
function keyedByBody<Request extends object>(request: Request): Request {
  const { headers, body } = fieldsOf(request)
  const key = fieldsOf(headers)['idempotency-key']
  if (typeof key !== 'string') return request
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, DIGEST_CHARS)
  return { ...request, headers: { ...fieldsOf(headers), 'idempotency-key': `${key}-${digest}` } }
}

const DIGEST_CHARS = 16

const warningsShape = lazyShape(Type.Array(Warning))

/** Those of an answer of crawl; none where they have another shape. */
export function readWarnings(warnings: unknown): readonly Warning[] {
  return warningsShape.Check(warnings) ? warnings : []
}
