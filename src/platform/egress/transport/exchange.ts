// One HTTP exchange over an undici dispatcher: bytes are counted as they arrive and one signal ends all of it.
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** One request on the wire, with its bounds. */
export interface ExchangeRequest {
  readonly origin: string
  /** Path and query, as sent. */
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream is read as fast as the peer accepts it, and destroyed when the exchange ends first. */
  readonly body?: string | Uint8Array | Readable
  /** Bytes of the body as sent by the other side, before any decoding. */
  readonly maxBytes: number
  /** Take the first `maxBytes` of a longer body instead of failing. */
  readonly cut?: boolean
  /** A body that brings less than this in any ten seconds is aborted; 0 means no minimum. */
  readonly minBytesPerTenSeconds?: number
  /** Called when the request is sent on an open connection. */
  readonly onSent?: () => void
}

/** The answer as sent, not decoded. */
export interface ExchangeAnswer {
  readonly status: number
  /** As of `plainHeaders`. */
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** The reason for which our side ended an exchange while the peer was still sending. */
export class ExchangeLimit extends Error {
  override readonly name = 'ExchangeLimit'
  readonly limit: 'bytes' | 'pace' | 'interim'

  constructor(limit: 'bytes' | 'pace' | 'interim') {
    super(`The answer went past a limit (${limit}).`)
    this.limit = limit
  }
}

/** More 1xx answers than this before the real one is an attack (an endless 103 flood outlives every idle time-out). */
const MAX_INTERIM_ANSWERS = 16
const PACE_WINDOW_MS = 10_000
const NOTHING = Buffer.alloc(0)

/**
 * Sends one request and collects its answer. Rejects with the reason of the signal, an ExchangeLimit, or undici's own
 * error. Uses `dispatch` and not `request`, which would make a stream for a body that is wanted whole.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let settled = false
    let status = 0
    let headers: Record<string, string> = {}
    let interim = 0
    let bytes = 0
    let bytesInWindow = 0
    let pace: NodeJS.Timeout | undefined
    const chunks: Buffer[] = []

    const finish = (): boolean => {
      if (settled) return false
      settled = true
      clearInterval(pace)
      signal.removeEventListener('abort', onAbort)
      return true
    }
    const giveUp = (reason: Error): void => {
      if (!finish()) return
      chunks.length = 0
      reject(reason)
      controller?.abort(reason)
    }
    const onAbort = (): void => giveUp(reasonOf(signal))

    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (settled) started.abort(new Error('The exchange was given up before it began.'))
        else request.onSent?.()
      },
      onResponseStart(_controller, statusCode, received) {
        if (statusCode < 200) {
          interim += 1
          if (interim > MAX_INTERIM_ANSWERS) giveUp(new ExchangeLimit('interim'))
          return
        }
        status = statusCode
        headers = plainHeaders(received)
        if (
          request.cut !== true &&
          request.method !== 'HEAD' &&
          Number(headers['content-length'] ?? 0) > request.maxBytes
        ) {
          giveUp(new ExchangeLimit('bytes'))
          return
        }
        const min = request.minBytesPerTenSeconds ?? 0
        if (min > 0) {
          pace = setInterval(() => {
            if (bytesInWindow < min) giveUp(new ExchangeLimit('pace'))
            bytesInWindow = 0
          }, PACE_WINDOW_MS)
        }
      },
      onResponseData(_controller, chunk) {
        if (settled) return
        bytes += chunk.length
        bytesInWindow += chunk.length
        if (bytes <= request.maxBytes) {
          chunks.push(chunk)
        } else if (request.cut !== true) {
          giveUp(new ExchangeLimit('bytes'))
        } else if (finish()) {
          chunks.push(chunk.subarray(0, request.maxBytes - bytes + chunk.length))
          resolve({ status, headers, body: joined(chunks, request.maxBytes) })
          controller?.abort(new ExchangeLimit('bytes'))
        }
      },
      onResponseEnd() {
        if (!finish()) return
        resolve({ status, headers, body: joined(chunks, bytes) })
      },
      onResponseError(_controller, error) {
        giveUp(error)
      },
    }
    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
      },
      handler,
    )
  })
}

/** The error that a signal was aborted with. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new Error('The work was given up.', { cause: reason })
}

/** Lower-case names. Repeated headers are joined by ', ' (`set-cookie` by a line feed). */
export function plainHeaders(received: NodeJS.Dict<string | string[]>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in received) {
    const value = received[name]
    if (typeof value === 'string') headers[name] = value
    else if (value !== undefined) headers[name] = value.join(name === 'set-cookie' ? '\n' : ', ')
  }
  return headers
}

function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const [first = NOTHING, second] = chunks
  return second === undefined ? first : Buffer.concat(chunks, bytes)
}
