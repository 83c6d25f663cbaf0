// Routes whose body is raw bytes: streamed as they arrive, limited by their rate, never whole in memory.
import type { FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { App } from '#platform/http/routing/app.ts'

/** How large a body may be, and how slow. */
export interface ReceiveOptions {
  /** A body whose declared length is larger is refused at once: `body_too_large`. */
  readonly maxBytes: number
  /** A body that brings less than this in ten seconds is aborted. Default 10 kB, the rate of a poor telephone line. */
  readonly minBytesPerTenSeconds?: number
  readonly paceWindowMs?: number
}

const MIN_BYTES = 10_000
const PACE_WINDOW_MS = 10_000
/** How long a client may go on sending a body that is no longer wanted. */
const REST_MS = 5_000

/**
 * The server's time limit for a request (30 s) does not suit a large file, so a body with a sufficient rate may take
 * longer.
 */
const receiving = new WeakSet<object>()

/** Whether a body is being read from this socket, whose request may take longer than others. */
export function isReceiving(socket: object): boolean {
  return receiving.has(socket)
}

/** Adds routes, each with `config.byteBody`, whose handlers read the body with `receiveBytes`. */
export function byteBodyRoutes(app: App, add: (inner: App) => void): void {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
    add(inner)
  })
}

/** The body as a stream. Throws `body_too_large`, `unsupported_media_type`, `request_timeout` or `invalid_request`. */
export function receiveBytes(
  { raw, headers }: FastifyRequest,
  { maxBytes, minBytesPerTenSeconds = MIN_BYTES, paceWindowMs = PACE_WINDOW_MS }: ReceiveOptions,
): AsyncIterable<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    throw new SurveyorError('body_too_large', `The body may have at most ${maxBytes} bytes.`)
  }
  refuseEncoded(headers)

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reader = raw.iterator({ destroyOnReturn: false })
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => undefined)
    let inWindow = 0
    let waiting = false
    // Only time spent waiting for the client counts, because a slow store is not its fault.
    const pace = setInterval(() => {
      if (waiting && inWindow < minBytesPerTenSeconds) {
        late.reject(new SurveyorError('request_timeout', 'The body came too slowly.'))
      }
      inWindow = 0
    }, paceWindowMs)
    receiving.add(raw.socket)
    let ended = false
    try {
      for (;;) {
        waiting = true
        const { done, value } = await Promise.race([reader.next(), late.promise])
        waiting = false
        if (done === true) break
        const chunk: Uint8Array = value
        inWindow += chunk.byteLength
        yield chunk
      }
      ended = true
    } catch (error) {
      if (error instanceof SurveyorError) throw error
      throw new SurveyorError('invalid_request', 'The body broke off.', { cause: error })
    } finally {
      clearInterval(pace)
      receiving.delete(raw.socket)
      if (!ended) {
        void reader.return?.().catch(() => undefined)
        releaseRest(raw)
      }
    }
  }
  return chunks()
}

/** Throws `unsupported_media_type` for a compressed body. */
export function refuseEncoded(headers: FastifyRequest['headers']): void {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new SurveyorError('unsupported_media_type', 'Send the body uncompressed.')
  }
}

/** If it were closed at once, a client that is still sending would lose the answer before reading it. */
function releaseRest(raw: FastifyRequest['raw']): void {
  raw.resume()
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, REST_MS).unref()
  raw.once('close', () => clearTimeout(timer))
}
