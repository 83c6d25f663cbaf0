// GET /api/v1/enrich: the available enrichments, with the schema of each request.
import { CONTACT_ENRICHMENT, EnrichmentOptionList } from '#contract/crawl/enrichment.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'

const CSV_COLUMNS = ['kind', 'summary', 'available', 'unavailableReason']

/** The list alone; the paths that enrich are among the pending ones. */
export function enrichmentRoutes(app: App): void {
  app.get(
    '/api/v1/enrich',
    {
      config: { group: 'enrichment', scope: null, seed: true },
      schema: {
        summary: 'List what can be enriched',
        description: 'With fields, limits and the JSON Schema of a request; `available` says what works now.',
        querystring: listQuery({}),
        response: {
          200: {
            ...EnrichmentOptionList,
            examples: [{ items: [CONTACT_ENRICHMENT], nextCursor: null }],
          },
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: async (_limit, after) => ({ items: after === null ? [CONTACT_ENRICHMENT] : [], next: null }),
      }),
  )
}
