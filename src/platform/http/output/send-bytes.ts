// Sends stored content, whole or a range of it, as data that nothing executes, for as long as the client reads it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { mediaTypeEssence } from '#kit/http/media-type.ts'
import { contentDisposition } from './content-disposition.ts'
import { isKnown } from './entity-tags.ts'
import { breakOffWhenStalled } from './stream-rows.ts'

/** Content that never changes. */
export interface StoredContent {
  readonly bytes: number
  /** Identifies the content permanently: `"…"`. */
  readonly etag: string
  readonly mediaType: string
  readonly filename: string
  /** How long a private cache may keep it. */
  readonly maxAgeMs: number
  readonly open: (range: WantedRange | undefined) => Promise<Readable>
}

/** Types that a browser may display: they contain neither scripts nor markup. All others are downloaded. */
const SHOWN =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|tiff)|text\/plain|application\/json|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/** Headers of a request, in lower case. */
interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
}

/** Both ends are inclusive, counted from 0. */
interface WantedRange {
  readonly first: number
  readonly last: number
}

/**
 * Answers 200, 206, 304, or throws `range_not_satisfiable` and errors of `open`. Return its result from the handler.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  content: StoredContent,
): Promise<FastifyReply> {
  const { bytes, etag, mediaType, filename, maxAgeMs } = content
  const lasting = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${Math.max(0, Math.floor(maxAgeMs / 1_000))}, immutable`,
    vary: 'Authorization, X-API-Key',
  }
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).headers(lasting).send()
  const wanted = wantedRange(request.headers, bytes, etag)
  if (wanted === 'none') {
    void reply.header('content-range', `bytes */${bytes}`)
    throw new SurveyorError('range_not_satisfiable', `The content has ${bytes} bytes.`)
  }
  const range = wanted === 'whole' ? undefined : wanted
  // HEAD answers with the headers of GET and opens nothing.
  const body = request.method === 'HEAD' ? Readable.from([]) : await content.open(range)
  breakOffWhenStalled(reply, body)
  return reply
    .code(range === undefined ? 200 : 206)
    .headers({
      ...lasting,
      ...dataHeaders(mediaType, filename),
      'content-length': range === undefined ? bytes : range.last - range.first + 1,
      ...(range === undefined ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${bytes}` }),
    })
    .send(body)
}

/** For content of others: displayed only when nothing in it can run, however a browser interprets the type. */
export function dataHeaders(mediaType: string, filename: string): Record<string, string> {
  const form = SHOWN.test(mediaTypeEssence(mediaType)) ? 'inline' : 'attachment'
  return {
    'content-type': mediaType,
    'content-disposition': contentDisposition(form, filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  }
}

/**
 * The part of a content that a request wants (RFC 9110 section 14). `whole` when no range is requested, the header is
 * malformed or names several parts (a server may ignore those), or If-Range names another content. `none` when the
 * range lies beyond the end. `etag` is the strong one, in quotes.
 */
export function wantedRange(
  headers: RangeHeaders,
  bytes: number,
  etag: string,
): WantedRange | 'whole' | 'none' {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole'
  const [, from = '', to = ''] =
    /^bytes\s{0,9}=\s{0,9}(\d{0,15})\s{0,9}-\s{0,9}(\d{0,15})$/i.exec(range.trim()) ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'none' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= bytes) return 'none'
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) }
}
