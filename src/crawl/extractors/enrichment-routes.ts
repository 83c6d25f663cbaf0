// GET /api/v1/enrich: the available enrichments, with the schema of each request.
import { EnrichmentOptionList, type EnrichmentOption } from '#contract/crawl/enrichment.ts'
import { MAX_ITEMS } from '#crawl/requests/request-fields.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { ExtractorOperation } from './operations.ts'

const CSV_COLUMNS = ['kind', 'summary', 'available', 'unavailableReason']

/** The list alone; the paths that enrich are made as those of the extractors are. */
export function enrichmentRoutes(
  app: App,
  { operations }: { readonly operations: readonly ExtractorOperation[] },
): void {
  // Descriptors do not change while the service runs.
  const all = operations.flatMap(presentEnrichment)
  app.get(
    '/api/v1/enrich',
    {
      config: { group: 'enrichment', scope: null, seed: true },
      schema: {
        summary: 'List what can be enriched',
        description: 'With fields, limits and the JSON Schema of a request; `available` says what works now.',
        querystring: listQuery({}),
        response: {
          200: { ...EnrichmentOptionList, examples: [{ items: all.slice(0, 1), nextCursor: null }] },
        },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: async (_limit, after) => ({ items: after === null ? all : [], next: null }),
      }),
  )
}

/** Its wire form; none for an extractor. */
function presentEnrichment({ extractor, operation, batchPath }: ExtractorOperation): EnrichmentOption[] {
  const { name, summary, available, unavailableReason, enrichment } = extractor
  if (enrichment === undefined) return []
  return [
    {
      kind: name,
      summary,
      available,
      unavailableReason,
      paths: { single: operation.path, batch: batchPath },
      fields: [...enrichment.fields],
      limits: { ...enrichment.limits, batchItems: MAX_ITEMS },
      requestSchema: operation.input,
    },
  ]
}
