// The cache of crawl on the wire: its statistics, and purges.
import { Type, type Static } from 'typebox'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Warning } from './result.ts'
import { Nullable, Timestamp } from '#contract/schema.ts'

/** How an answer was obtained; `stale` only when `staleIfErrorMs` allowed it. */
export const CACHE_STATES = ['hit', 'revalidated', 'miss', 'stale', 'bypass'] as const
/** One of `CACHE_STATES`, as `Cache-Status` and `cache.status` name it. */
export type CacheState = (typeof CACHE_STATES)[number]

/** Why a request or its answer is not kept: the `detail` of `Cache-Status`. */
export const BYPASS_REASONS = ['off', 'not-cacheable', 'no-url', 'credentials', 'webhook'] as const
/** One of `BYPASS_REASONS`. */
export type BypassReason = (typeof BYPASS_REASONS)[number]

/** Directives of a target that forbid a shared cache to keep its answer (RFC 9111 sections 3, 4.1). */
export const FORBIDDEN_BY_TARGET = ['no-store', 'private', 'vary'] as const
/** One of `FORBIDDEN_BY_TARGET`. */
export type ForbiddenByTarget = (typeof FORBIDDEN_BY_TARGET)[number]

/** The target is unreachable or broken: the cases for `staleIfErrorMs` (RFC 5861). */
export const TARGET_FAILURES: ReadonlySet<string> = new Set<ErrorCode>([
  'target_dns_error',
  'target_connect_error',
  'target_tls_error',
  'target_protocol_error',
  'target_http_error',
  'target_timeout',
  'extract_timeout',
])

const count = (description: string) => Type.Integer({ minimum: 0, description })

const figures = {
  hits: count('Answered from the cache alone.'),
  misses: count('Looked for and not there, or too old.'),
  revalidated: count('Of the misses: the target confirmed the copy (304).'),
  stale: count('Of the misses: the target failed and an older copy was given (`staleIfErrorMs`).'),
  bypassed: count(
    'Not looked for: `maxAgeMs` 0, credentials, no URL, or an operation whose answers are not kept.',
  ),
  hitRate: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Hits among hits and misses; null where there were none.',
    }),
  ),
}

const content = {
  entries: count('Kept now.'),
  bytes: count('What they take, each counted in full.'),
  oldestAt: Nullable(
    Type.Unsafe<string>({
      ...Timestamp,
      description: 'When the oldest was stored; null where nothing is kept.',
    }),
  ),
}

const Layer = Type.Object({ ...content, ...figures, evictions: count('Taken out for want of room.') })

/** What GET /api/cache/stats answers: sizes in bytes and counts since `since`, over all replicas. */
export const CacheStats = Type.Object(
  {
    ...content,
    ...figures,
    evictions: count('Taken out for want of room.'),
    maxBytes: count('`SURVEYOR_CACHE_MAX_BYTES`; 0: nothing is kept.'),
    maxEntries: count('`SURVEYOR_CACHE_MAX_ENTRIES`.'),
    since: Nullable(
      Type.Unsafe<string>({
        ...Timestamp,
        description: 'When counting began; null where nothing was counted yet.',
      }),
    ),
    results: Type.Unsafe<Static<typeof Layer>>({
      ...Layer,
      description: 'Whole answers, for equal requests.',
    }),
    snapshots: Type.Unsafe<Static<typeof Layer>>({
      ...Layer,
      description: 'Fetched pages, shared by all extractors. One answer may need several.',
    }),
    memory: Type.Object(
      { entries: count('Results.'), bytes: count('Of them.') },
      { description: 'What this replica holds in memory, of the results above.' },
    ),
    extractors: Type.Array(
      Type.Object({ extractor: Type.String(), ...content, ...figures }, { description: 'Its results.' }),
      { description: 'Those that kept or looked for a result, by name.' },
    ),
  },
  { $id: 'CacheStats' },
)
export type CacheStats = Static<typeof CacheStats>
/** Hits, misses and what else is counted, for the whole cache and for each extractor. */
export type CacheFigures = Pick<CacheStats, keyof typeof figures>

/** How many results and pages a purge took out, and their bytes. */
export const CachePurged = Type.Object(
  {
    results: count('Answers taken out.'),
    snapshots: count('Pages taken out.'),
    bytes: count('Of both.'),
  },
  { $id: 'CachePurged' },
)
export type CachePurged = Static<typeof CachePurged>

/** Added to every answer that an older copy replaced. `reason` may leave the process. */
export function staleWarning(storedAt: string, reason: string): Warning {
  return {
    code: 'stale',
    detail: `The target failed (${reason.replace(/\.$/, '')}); this is what was kept of it at ${storedAt}.`,
  }
}
