// The lists of what there is: extractors with the schemas of their operations, and what can be enriched.
import { ExtractorList, type ExtractorView } from '#contract/crawl/extractor.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { EnrichmentOptionList, type EnrichmentOption } from '#contract/crawl/enrichment.ts'
import { MAX_ITEMS } from '#crawl/requests/request-fields.ts'
import type { ExtractorOperation } from './operations.ts'

const CSV_COLUMNS = ['name', 'version', 'summary', 'available', 'unavailableReason']

/** Open to every caller: a client builds its forms from the schemas. */
export function extractorRoutes(
  app: App,
  { extractors }: { readonly extractors: readonly ExtractorDescriptor[] },
): void {
  // Descriptors do not change while the service runs.
  const all = extractors.filter(({ enrichment }) => enrichment === undefined).map(presentExtractor)
  app.get(
    '/api/v1/extractors',
    {
      config: { group: 'extractors', scope: null },
      schema: {
        summary: 'List the extractors',
        description:
          'In the order of the self-description, with the JSON Schemas of what each operation takes and gives.',
        querystring: listQuery({}),
        response: { 200: { ...ExtractorList, examples: [{ items: all.slice(0, 1), nextCursor: null }] } },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        async page(limit, after) {
          const start = after === null ? 0 : Number(after[0])
          const end = start + limit
          return { items: all.slice(start, end), next: end < all.length ? [end] : null }
        },
      }),
  )
}

/** Its wire form; the schemas are those that validate requests and results. */
function presentExtractor(extractor: ExtractorDescriptor): ExtractorView {
  return {
    name: extractor.name,
    version: extractor.version,
    summary: extractor.summary,
    available: extractor.available,
    unavailableReason: extractor.unavailableReason,
    operations: Object.entries(extractor.operations).map(([name, operation]) => ({
      name,
      method: 'POST',
      path: operation.path,
      summary: operation.summary,
      kindOfWork: operation.pool,
      batch: operation.batch,
      timeoutMs: operation.timeoutMs,
      requestSchema: operation.input,
      responseSchema: operation.output,
    })),
  }
}

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
      config: { group: 'enrichment', scope: null },
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
        columns: ['kind', 'summary', 'available', 'unavailableReason'],
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
