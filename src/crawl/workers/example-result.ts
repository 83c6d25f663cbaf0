// The result in the descriptions of complete and completions: a `maps.search` that found nothing.
import type { ExtractionResult } from '#contract/crawl/result.ts'

/** Valid for the schema of its operation, so that the example can be sent as it stands. */
export const EXAMPLE_RESULT: ExtractionResult = {
  data: {
    provider: 'osm-file',
    area: null,
    interpretation: { kind: 'category', categories: ['cafe'], terms: [] },
    places: [],
    nextCursor: null,
    exhausted: true,
    partialReason: null,
    attribution: [],
  },
  engine: { used: 'file', escalations: [] },
  response: null,
  cdn: null,
  cache: { status: 'bypass', ageMs: null, storedAt: null },
  quality: null,
  timings: { queueMs: null, fetchMs: null, extractMs: 12, totalMs: 12 },
  warnings: [],
  provenance: {},
  extractorVersion: '1.0.0',
}
