// One request answered from the cache when that is allowed, and from the network otherwise.
import { tooLarge } from '#platform/egress/transport/decode-body.ts'
import { findStored, isCacheable, keepAnswer, revalidated, type HttpCacheStore } from './http-cache.ts'
import type { Hop } from '#platform/egress/transport/redirect.ts'
import type { Sent, Transport } from '#platform/egress/transport/transport.ts'

export interface Answered extends Sent {
  readonly cacheStatus: 'hit' | 'miss' | 'revalidated' | 'bypass'
}

export interface CachedSendOptions {
  readonly maxBytes: number
  /** Take the first `maxBytes` of a longer body; such an answer must not be kept: `cache` is then `no-store`. */
  readonly cut?: boolean
  readonly cache: 'default' | 'no-store'
  readonly signal: AbortSignal
  /** Awaited before the network is used, and only then. */
  readonly turn: () => Promise<void>
}

export type CachedSend = (hop: Hop, options: CachedSendOptions) => Promise<Answered>

export function createCachedSend(deps: {
  readonly transport: Transport
  readonly cache: HttpCacheStore
}): CachedSend {
  const { transport, cache } = deps

  const fromNetwork = async (hop: Hop, options: CachedSendOptions, keep: boolean): Promise<Answered> => {
    const sent = await transport.send(hop, options, options.signal)
    if (keep) await keepAnswer(cache, hop, sent)
    return { ...sent, cacheStatus: keep ? 'miss' : 'bypass' }
  }

  return async (hop, options) => {
    if (options.cache === 'no-store' || !isCacheable(hop)) {
      await options.turn()
      return fromNetwork(hop, options, false)
    }
    const finding = await findStored(cache, hop)
    if (finding.kind === 'fresh') {
      if (finding.answer.body.length > options.maxBytes) throw tooLarge(options.maxBytes)
      return { ...finding.answer, connection: null, cacheStatus: 'hit' }
    }
    await options.turn()
    if (finding.kind === 'none') return fromNetwork(hop, options, true)

    const sent = await transport.send({ ...hop, headers: finding.headers }, options, options.signal)
    if (sent.status !== 304) {
      await keepAnswer(cache, hop, sent)
      return { ...sent, cacheStatus: 'miss' }
    }
    const renewed = await revalidated(cache, hop, finding.stored, sent)
    if (renewed === null) return fromNetwork(hop, options, true)
    if (renewed.body.length > options.maxBytes) throw tooLarge(options.maxBytes)
    return { ...renewed, connection: sent.connection, cacheStatus: 'revalidated' }
  }
}
