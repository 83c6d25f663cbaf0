// A shared HTTP cache (RFC 9111) for answers to requests without credentials.
import CachePolicy from 'http-cache-semantics'
import type { ExchangeAnswer } from '#platform/egress/transport/exchange.ts'
import type { Hop } from '#platform/egress/transport/redirect.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'

export interface StoredAnswer {
  /** The policy of http-cache-semantics, as a JSON value. */
  readonly policy: object
  /** Decoded. */
  readonly body: Buffer
}

/** Stores answers by URL, one for each URL. */
export interface HttpCacheStore {
  get(key: string): Promise<StoredAnswer | null>
  set(key: string, answer: StoredAnswer): Promise<void>
  delete(key: string): Promise<void>
}

/** The `headers` of a stale answer ask the target whether it changed. */
export type CacheFinding =
  | { readonly kind: 'fresh'; readonly answer: ExchangeAnswer }
  | { readonly kind: 'stale'; readonly stored: StoredAnswer; readonly headers: Record<string, string> }
  | { readonly kind: 'none' }

/** Any other header of a caller may be a credential, or ask for a part, so the request bypasses the cache. */
const CACHEABLE_REQUEST_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
])
const MAX_BODY_BYTES = 8 * 1024 * 1024

export function createMemoryCacheStore(maxBytes: number): HttpCacheStore {
  const entries = createWeightedLru<StoredAnswer>(maxBytes)
  return {
    get: async (key) => entries.get(key) ?? null,
    async set(key, answer) {
      // Headers and policy count too, so that many empty answers do not fill the memory.
      entries.set(key, answer, answer.body.length + 4096)
    },
    async delete(key) {
      entries.delete(key)
    },
  }
}

/** Whether an answer to this request may come from the cache or be kept in it. */
export function isCacheable({ method, headers }: Hop): boolean {
  return method === 'GET' && Object.keys(headers).every((name) => CACHEABLE_REQUEST_HEADERS.has(name))
}

export async function findStored(store: HttpCacheStore, hop: Hop): Promise<CacheFinding> {
  const stored = await store.get(keyOf(hop))
  if (stored === null) return { kind: 'none' }
  const policy = CachePolicy.fromObject(stored.policy)
  const request = policyRequest(hop)
  if (!policy.satisfiesWithoutRevalidation(request)) {
    return { kind: 'stale', stored, headers: policy.revalidationHeaders(request) }
  }
  return { kind: 'fresh', answer: answerOf(policy, stored.body) }
}

export async function keepAnswer(store: HttpCacheStore, hop: Hop, answer: ExchangeAnswer): Promise<void> {
  const policy = new CachePolicy(policyRequest(hop), { status: answer.status, headers: answer.headers })
  const validator = answer.headers['etag'] ?? answer.headers['last-modified']
  const useful = policy.storable() && (policy.timeToLive() > 0 || validator !== undefined)
  if (!useful || answer.body.length > MAX_BODY_BYTES) return store.delete(keyOf(hop))
  return store.set(keyOf(hop), { policy: policy.toObject(), body: answer.body })
}

/** The stored answer updated by a 304; null when the 304 was about another version of it. */
export async function revalidated(
  store: HttpCacheStore,
  hop: Hop,
  stored: StoredAnswer,
  answer: ExchangeAnswer,
): Promise<ExchangeAnswer | null> {
  const renewed = CachePolicy.fromObject(stored.policy).revalidatedPolicy(policyRequest(hop), {
    status: answer.status,
    headers: answer.headers,
  })
  if (renewed.modified) {
    await store.delete(keyOf(hop))
    return null
  }
  await store.set(keyOf(hop), { policy: renewed.policy.toObject(), body: stored.body })
  return answerOf(renewed.policy, stored.body)
}

/** Without `set-cookie`, which was meant for one visitor. */
function answerOf(policy: CachePolicy, body: Buffer): ExchangeAnswer {
  const { 'set-cookie': _cookies, ...headers } = policy.responseHeaders()
  return { status: policy.status(), headers, body }
}

function policyRequest(hop: Hop): { url: string; method: string; headers: Record<string, string> } {
  return { url: keyOf(hop), method: hop.method, headers: { ...hop.headers } }
}

function keyOf({ url }: Hop): string {
  return url.origin + url.pathname + url.search
}
