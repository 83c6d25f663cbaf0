// A client for one origin that the operator named in the settings: keep-alive, JSON both ways, no redirects.
import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import type { ErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { startDeadline } from '#platform/egress/transport/deadline.ts'
import { exchange, ExchangeLimit, plainHeaders, reasonOf } from '#platform/egress/transport/exchange.ts'

/** One server of the operator. */
export interface PeerOptions {
  /** Scheme, host and port, nothing more: `http://127.0.0.1:4312`. */
  readonly origin: string
  /** What messages call it, at the start of a sentence. Default `The peer`. */
  readonly name?: string
  /** Sent with every request, e.g. `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The most open sockets. Default 64. */
  readonly maxConnections?: number
  /** The code of the error when the peer cannot be reached or does not answer in time. Default `source_unavailable`. */
  readonly unavailableCode?: ErrorCode
}

/** One exchange with it. */
export interface PeerRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with `/`. The caller must percent-encode values that came from outside. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** A JSON value. */
  readonly body?: unknown
  /** Instead of `body`: sent as it is. `headers` give its type and, for a stream, its length (`content-length`). */
  readonly rawBody?: string | Uint8Array | Readable
  readonly headers?: Readonly<Record<string, string>>
  /** For the whole exchange, from the call to the last byte of the answer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Any status; `text` is the body as it came. */
export interface PeerAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  /** The parsed JSON, or null where the answer is empty or not JSON. */
  readonly body: unknown
  readonly text: string
}

/** As `PeerAnswer`, with the body still to come. */
export interface PeerStream {
  readonly status: number
  readonly headers: Record<string, string>
  /** Must be read to its end, left with `break`, or ended by the signal; otherwise the connection stays in use. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Owns its connections, which closing it ends. */
export interface Peer extends AsyncDisposable {
  readonly origin: string
  /**
   * Any HTTP status is an answer, also 3xx. Throws SurveyorError with the peer's `unavailableCode` without an answer,
   * and the reason of `signal` when the caller aborted.
   */
  request(request: PeerRequest): Promise<PeerAnswer>
  /** As `request`, but the body is streamed; `timeoutMs` applies until the headers have arrived. */
  stream(request: PeerRequest): Promise<PeerStream>
}

/** A peer is trusted, but a broken one must not fill the memory. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const KEEP_ALIVE_MS = 30_000

/** Throws for an origin that is more than scheme, host and port. */
export function createPeer(options: PeerOptions): Peer {
  const origin = exactOrigin(options.origin)
  const pool = new Pool(origin, {
    connections: options.maxConnections ?? 64,
    pipelining: 1,
    allowH2: false,
    connectTimeout: 10_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const { name = 'The peer', unavailableCode: code = 'source_unavailable' } = options
  const fixed = lowerNames(options.headers ?? {})
  const bodilessHeaders = { accept: 'application/json', ...fixed }
  const jsonHeaders = { ...bodilessHeaders, 'content-type': 'application/json' }

  const outgoing = (request: PeerRequest) => {
    const base = request.body === undefined ? bodilessHeaders : jsonHeaders
    return {
      origin,
      path: request.query === undefined ? request.path : request.path + queryText(request.query),
      method: request.method,
      headers: request.headers === undefined ? base : { ...base, ...lowerNames(request.headers) },
      ...(request.rawBody === undefined ? {} : { body: request.rawBody }),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    }
  }
  const deadlineOf = (request: PeerRequest) =>
    startDeadline(
      request.timeoutMs,
      request.signal,
      () => new SurveyorError(code, `${name} did not answer within ${request.timeoutMs} ms.`),
    )
  const failure = (error: unknown, caller: AbortSignal | undefined): unknown => {
    if (caller?.aborted === true || error instanceof SurveyorError) return error
    if (error instanceof ExchangeLimit) {
      return new SurveyorError(code, `${name} sends too large an answer.`, {
        cause: error,
        retryable: false,
      })
    }
    return new SurveyorError(code, `${name} cannot be reached.`, { cause: error })
  }

  return {
    origin,
    async request(request) {
      const deadline = deadlineOf(request)
      try {
        const answer = await exchange(
          pool,
          { ...outgoing(request), maxBytes: MAX_ANSWER_BYTES },
          deadline.signal,
        )
        const text = answer.body.toString('utf8')
        return {
          status: answer.status,
          headers: answer.headers,
          body: parsedJson(answer.headers, text),
          text,
        }
      } catch (error) {
        throw failure(error, request.signal)
      } finally {
        deadline.end()
      }
    },
    async stream(request) {
      const deadline = deadlineOf(request)
      try {
        const { statusCode, headers, body } = await pool.request({
          ...outgoing(request),
          signal: deadline.signal,
        })
        return {
          status: statusCode,
          headers: plainHeaders(headers),
          body: followed(body, request.signal, failure),
        }
      } catch (error) {
        throw failure(deadline.signal.aborted ? reasonOf(deadline.signal) : error, request.signal)
      } finally {
        deadline.end()
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy()
    },
  }
}

/** The signal of the caller ends it also where nobody has begun to read. */
function followed(
  body: Readable,
  caller: AbortSignal | undefined,
  failure: (error: unknown, caller: AbortSignal | undefined) => unknown,
): AsyncIterable<Uint8Array> {
  const onAbort = (): unknown => body.destroy(caller === undefined ? undefined : reasonOf(caller))
  // A reader gets the error as well; without one it must not end the process.
  body.on('error', () => undefined)
  body.once('close', () => caller?.removeEventListener('abort', onAbort))
  caller?.addEventListener('abort', onAbort, { once: true })
  if (caller?.aborted === true) onAbort()
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (error) {
      throw failure(error, caller)
    }
  }
  return chunks()
}

function exactOrigin(text: string): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '') {
    throw new Error(`Not an http origin: ${JSON.stringify(text)}`)
  }
  if (url.pathname !== '/' || url.search !== '') {
    throw new Error(`An origin has no path: ${JSON.stringify(text)}`)
  }
  return url.origin
}

function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function queryText(query: NonNullable<PeerRequest['query']>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

function parsedJson(headers: Record<string, string>, text: string): unknown {
  if (text === '' || !/\bjson\b/.test(headers['content-type'] ?? '')) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
