// Asks one address on the way to a description, and says in one word where that ends.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { fetchRules } from '#extract/page/load-target.ts'
import { headersTowards } from '#extract/page/target-headers.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import type { Attempt } from '#extractors/swagger/hints/hint.ts'

/** A response with a body that may be read. */
export interface Answered {
  /** The final URL of the response. */
  readonly url: string
  readonly statusCode: number
  /** Null where it is no text. */
  readonly text: string | null
  readonly linkHeader: string | null
}

/** The outcome of an address that gave no usable answer. */
export type Unanswered = Pick<Attempt, 'outcome' | 'statusCode' | 'detail'>

/** What failed is `Unanswered`, with the reason in one word. */
export type AskAddress = (url: string) => Promise<Answered | Unanswered>

/** One job: its fetch, its request and its time. */
export interface AskDeps {
  readonly context: Pick<ExtractContext, 'fetch' | 'signal'>
  readonly request: PageRequest
  /** The address that the caller's headers were meant for; null: none was. */
  readonly origin: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly endsAtMs: number
}

/** The first one is preferred by servers that offer several. */
export const ACCEPT_DESCRIPTION =
  'application/vnd.oai.openapi+json, application/json;q=0.9, application/vnd.oai.openapi;q=0.9, application/yaml;q=0.8, text/html;q=0.6, */*;q=0.5'

/** No single answer takes more of the time of a job than this. */
const MAX_MS = 15_000
/** Less than this is not enough for any server. */
const MIN_MS = 300

/** Throws only when the job itself has ended; an error of the target, or a refusal of our own, is an outcome. */
export function createAskAddress({ context, request, origin, headers, endsAtMs }: AskDeps): AskAddress {
  return async (url) => {
    const leftMs = endsAtMs - performance.now()
    if (leftMs < MIN_MS) return { outcome: 'not_tried', statusCode: null, detail: 'The time was up.' }
    try {
      const answer = await context.fetch({
        url,
        headers: { ...headersTowards(headers, origin ?? url, url), accept: ACCEPT_DESCRIPTION },
        deadlineMs: Math.min(leftMs, MAX_MS),
        ...fetchRules(request, {}),
      })
      if (answer.status >= 400) {
        return { outcome: 'http_error', statusCode: answer.status, detail: null }
      }
      return {
        url: answer.finalUrl,
        statusCode: answer.status,
        text: textOf(answer.body, answer.headers['content-type'] ?? null),
        linkHeader: answer.headers['link'] ?? null,
      }
    } catch (error) {
      if (context.signal.aborted || !(error instanceof SurveyorError)) throw error
      return { outcome: 'failed', statusCode: null, detail: `${error.code}: ${error.message}` }
    }
  }
}

/** Null for bytes that are no text: any text without a byte order mark has no zeros. */
export function textOf(bytes: Uint8Array, contentType: string | null): string | null {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (!marked && bytes.subarray(0, 2_000).includes(0)) return null
  return decodeHtml(bytes, contentType).text
}
