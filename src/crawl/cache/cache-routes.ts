// /api/cache: what is kept of earlier answers, how often it was served, and purging it.
import { Type } from 'typebox'
import { CachePurged, CacheStats } from '#contract/crawl/cache.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { hostName } from '#platform/cache/entries/address.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { PurgeFilter } from '#platform/cache/entries/purge-rows.ts'
import type { Database } from '#platform/db/database.ts'
import type { App } from '#platform/http/server/server.ts'
import { readCacheStats } from './read-cache-stats.ts'

const figures = { hits: 120, misses: 80, revalidated: 12, stale: 1, bypassed: 5, hitRate: 0.6 }
const content = { entries: 61, bytes: 2_412_804, oldestAt: '2026-11-21T08:00:00.000Z' }
const STATS_EXAMPLE: CacheStats = {
  ...content,
  ...figures,
  evictions: 0,
  maxBytes: 1_073_741_824,
  maxEntries: 200_000,
  since: '2026-11-20T10:00:00.000Z',
  results: { ...content, ...figures, evictions: 0 },
  snapshots: { ...content, ...figures, evictions: 0 },
  memory: { entries: 30, bytes: 480_220 },
  extractors: [{ extractor: 'markdown', ...content, ...figures }],
}
const PURGED_EXAMPLE: CachePurged = { results: 3, snapshots: 1, bytes: 48_120 }

/** Statistics, and purges by URL, host or extractor; both need the scope `cache`. */
export function cacheRoutes(app: App, deps: { readonly db: Database; readonly cache: Cache }): void {
  app.get(
    '/api/cache/stats',
    {
      config: { group: 'cache', scope: 'cache' },
      schema: {
        summary: 'What is in the cache and how often it served',
        description:
          'Over all replicas; what another one counted comes a few seconds late. `hits` and `misses` of the whole are ' +
          'those of both layers.',
        response: { 200: { ...CacheStats, examples: [STATS_EXAMPLE] } },
      },
    },
    async () => readCacheStats(deps),
  )

  app.delete(
    '/api/cache',
    {
      config: { group: 'cache', scope: 'cache' },
      schema: {
        summary: 'Take entries out of the cache',
        description:
          'At least one of `url`, `domain` and `extractor`; an entry must fit all that are given. Afterwards no replica ' +
          'answers from what was taken out, and work that had fetched it before does not bring it back. Jobs and their ' +
          'results stay.',
        querystring: Type.Object({
          url: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 8_192,
              description: 'The address that was asked for or that answered, in any spelling.',
              examples: ['https://example.org/article'],
            }),
          ),
          domain: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 253,
              description: 'A host with all below it.',
              examples: ['example.org'],
            }),
          ),
          extractor: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 100,
              description: 'Its results; pages belong to no extractor and stay.',
              examples: ['markdown'],
            }),
          ),
        }),
        response: { 200: { ...CachePurged, examples: [PURGED_EXAMPLE] } },
      },
    },
    async ({ query }) => deps.cache.purge(filterOf(query)),
  )
}

function filterOf(query: {
  readonly url?: string
  readonly domain?: string
  readonly extractor?: string
}): PurgeFilter {
  const errors: FieldProblem[] = []
  if (query.url === undefined && query.domain === undefined && query.extractor === undefined) {
    errors.push({
      pointer: '?url',
      code: 'one_of',
      detail: 'Needs at least one of url, domain and extractor.',
    })
  }
  const url = query.url === undefined ? null : normalUrl(query.url)
  if (query.url !== undefined && url === null) {
    errors.push({
      pointer: '?url',
      code: 'format',
      detail: 'Must be an http or https URL without a user name.',
    })
  }
  const host = query.domain === undefined ? null : hostName(query.domain)
  if (query.domain !== undefined && host === null) {
    errors.push({ pointer: '?domain', code: 'format', detail: 'Must be a host name, such as example.org.' })
  }
  if (errors.length > 0) throw invalidInput('The query string', errors)
  return { url, host, extractor: query.extractor ?? null }
}
