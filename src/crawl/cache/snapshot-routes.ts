// The worker-facing API: pages that were fetched once, for every job that wants them.
import { Type } from 'typebox'
import {
  SnapshotLookupsAnswer,
  SnapshotLookupsBody,
  SnapshotReportsAnswer,
  SnapshotReportsBody,
} from '#contract/crawl/snapshot.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { App } from '#platform/http/server/server.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { MAX_RESULT_KEYS, RESULT_LIMIT_BYTES, workerRoute } from '#crawl/workers/worker-route.ts'

const KEY = 'p9Zl3S1Nn0Jq0kX8yq2wP7mB5tV4cR6dF1gH3jK9LsA'
const HOLDER = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
/** The label for an unknown extractor. */
const OTHER = 'other'

type Extractors = readonly { readonly name: string }[]

/** Names become labels of metrics, so only known names are used. */
export function namedIn(extractors: Extractors) {
  const known = new Set(extractors.map(({ name }) => name))
  return <T extends { readonly extractor: string }>(entries: readonly T[]): T[] =>
    entries.map((entry) => ({ ...entry, extractor: known.has(entry.extractor) ? entry.extractor : OTHER }))
}

/** Lookups, reports and bodies of kept pages; lookups may wait while another worker fetches the page. */
export function snapshotRoutes(
  app: App,
  deps: {
    readonly cache: Cache
    readonly waits: OpenWaits
    readonly extractors: Extractors
  },
): void {
  const { cache, waits } = deps
  const route = workerRoute()
  const named = namedIn(deps.extractors)

  app.post(
    '/api/worker/snapshots/lookups',
    {
      ...route,
      schema: {
        summary: 'Look for kept pages',
        description:
          'Says which pages are there and young enough. A wish with `lead` that is answered with `none` or `stale` is ' +
          'this job’s to fetch: others who want the page wait until it is handed in or released, for a minute at most.',
        body: {
          ...SnapshotLookupsBody,
          examples: [
            {
              wishes: [{ key: KEY, holder: HOLDER, extractor: 'markdown', maxAgeMs: 3_600_000, lead: true }],
            },
          ],
        },
        response: { 200: SnapshotLookupsAnswer },
      },
    },
    async (request, reply) => {
      using wait = waits.open(reply)
      const { wishes: queries } = request.body
      const found = await cache.snapshots.lookUp({ ...request.body, wishes: named(queries) }, wait.signal)
      return { keeping: cache.settings.maxBytes > 0, found }
    },
  )

  app.post(
    '/api/worker/snapshots',
    {
      ...route,
      bodyLimit: RESULT_LIMIT_BYTES,
      config: { ...route.config, maxKeys: MAX_RESULT_KEYS },
      schema: {
        summary: 'Hand in fetched pages',
        description:
          'And say of those that are not handed in what became of them, so that nobody waits for them.',
        body: {
          ...SnapshotReportsBody,
          examples: [
            {
              reports: [
                {
                  key: KEY,
                  holder: HOLDER,
                  url: 'https://example.org/',
                  extractor: 'markdown',
                  outcome: 'released',
                  ageMs: 12,
                },
              ],
            },
          ],
        },
        response: { 200: SnapshotReportsAnswer },
      },
    },
    async ({ body }) => ({ kept: await cache.snapshots.report({ ...body, reports: named(body.reports) }) }),
  )

  app.get(
    '/api/worker/snapshots/:key/body',
    {
      ...route,
      schema: {
        summary: 'Read the body of a kept page',
        description: 'Compressed with zstd. 404 where the page is no longer kept, or is another one by now.',
        params: Type.Object({ key: Type.String({ examples: [KEY] }) }),
        querystring: Type.Object({
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['0'.repeat(64)] }),
        }),
        produces: ['application/zstd'],
        response: { 200: Type.Unsafe<never>({ type: 'string', format: 'binary', examples: [''] }) },
      },
    },
    async (request, reply) => {
      const body = await cache.snapshots.readBody(request.params.key, request.query.sha256)
      if (body === null) throw new SurveyorError('not_found', 'The page is not kept.')
      return reply.type('application/zstd').header('cache-control', 'no-store').send(body)
    },
  )
}
