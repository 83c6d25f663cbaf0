// Sends one request and answers the decoded response, without redirects, caching or politeness.
import { Agent } from 'undici'
import { decodeBody } from './decode-body.ts'
import { exchange, type ExchangeAnswer } from './exchange.ts'
import { createConnector, type ConnectionTimings } from '#platform/egress/guard/connector.ts'
import type { Dial } from '#platform/egress/guard/dial.ts'
import type { Hop } from './redirect.ts'
import { isClosedConnection, targetError } from './target-error.ts'

/** A decoded answer. */
export interface Sent extends ExchangeAnswer {
  /** For the connection that was opened for this request; null when a kept-alive one was used. */
  readonly connection: ConnectionTimings | null
  /** Where the latest connection to the origin leads; null where it was forgotten. */
  readonly remoteAddress: string | null
}

/** Owns the connections to targets. */
export interface Transport extends AsyncDisposable {
  /**
   * `maxBytes` limits the decoded body; with `cut` a longer body is cut there instead of failing. Throws SurveyorError,
   * or the reason of the signal.
   */
  send(
    hop: Hop,
    limit: { readonly maxBytes: number; readonly cut?: boolean },
    signal: AbortSignal,
  ): Promise<Sent>
}

const MAX_HEADER_BYTES = 64 * 1024
/** Incompressible data grows a little when encoded, so this much more may be received than is wanted decoded. */
const ENCODING_OVERHEAD = 1.01
const ENCODING_OVERHEAD_BYTES = 1024
const MIN_BYTES_PER_TEN_SECONDS = 10 * 1024
/** A server may ask to keep a connection for minutes, but a crawler has too many hosts for that. */
const MAX_KEEP_ALIVE_MS = 10_000
const TIMINGS_KEPT = 1000
/** A request that finds this many kept connections closed has a target that closes each one. */
const MAX_STALE = 8

/** Every connection is opened by `dial`, so none passes the guard by. */
export function createTransport(deps: { readonly dial: Dial }): Transport {
  const opened = new Map<string, ConnectionTimings>()
  /** Of the latest connection to each origin. */
  const addresses = new Map<string, string>()
  const agent = new Agent({
    connect: createConnector({
      dial: deps.dial,
      onConnected(origin, timings, address) {
        if (opened.size >= TIMINGS_KEPT) opened.clear()
        opened.set(origin, timings)
        if (addresses.size >= TIMINGS_KEPT) addresses.clear()
        if (address !== null) addresses.set(origin, address)
      },
    }),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
    // The signal of the caller is the only limit: these time-outs restart with every byte, and a slow drip would never
    // end.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  return {
    async send(hop, { maxBytes, cut = false }, signal) {
      const { origin } = hop.url
      let connection: ConnectionTimings | null = null
      const once = (): Promise<ExchangeAnswer> => {
        const askedAt = performance.now()
        return exchange(
          agent,
          {
            origin,
            path: hop.url.pathname + hop.url.search,
            method: hop.method,
            headers: hop.headers,
            maxBytes: Math.ceil(maxBytes * ENCODING_OVERHEAD) + ENCODING_OVERHEAD_BYTES,
            cut,
            minBytesPerTenSeconds: MIN_BYTES_PER_TEN_SECONDS,
            ...(hop.body === undefined ? {} : { body: hop.body }),
            onSent() {
              const timings = opened.get(origin)
              if (timings === undefined) return
              opened.delete(origin)
              if (timings.startedAt >= askedAt) connection = timings
            },
          },
          signal,
        )
      }
      const onOpenConnection = async (): Promise<ExchangeAnswer> => {
        // Each try takes a closed connection away, so the last one opens a new one.
        for (let tries = 1; ; tries += 1) {
          try {
            return await once()
          } catch (error) {
            const stale = connection === null && hop.idempotent && isClosedConnection(error)
            if (!stale || tries > MAX_STALE || signal.aborted) throw error
          }
        }
      }
      try {
        const answer = await onOpenConnection()
        const body = await decodeBody(answer.body, answer.headers['content-encoding'], maxBytes, cut)
        const remoteAddress = addresses.get(origin) ?? null
        return { status: answer.status, headers: answer.headers, body, connection, remoteAddress }
      } catch (error) {
        throw signal.aborted ? signal.reason : targetError(error, maxBytes)
      }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy()
    },
  }
}
