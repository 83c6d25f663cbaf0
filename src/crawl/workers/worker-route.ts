// What the routes of the worker-facing API declare alike, and their examples.
import { Type } from 'typebox'
import type { RouteConfig } from '#platform/http/routing/route-config.ts'
import type { ExtractionResult } from '#contract/crawl/result.ts'

/** Completions carry whole results, of hundreds of places or a large API description. */
export const RESULT_LIMIT_BYTES = 32 * 1_048_576
/** The most keys of a body with results, which bounds the time that parsing it takes. */
export const MAX_RESULT_KEYS = 250_000

/** For bodies without results: leases and slots of a thousand jobs. */
const REPORT_LIMIT_BYTES = 1_048_576

/** Needs the scope `worker`, and counts for the rate limit of workers. */
export function workerRoute(): { readonly bodyLimit: number; readonly config: RouteConfig } {
  return {
    bodyLimit: REPORT_LIMIT_BYTES,
    config: {
      group: 'workerApi',
      scope: 'worker',
      bucket: 'worker',
      errors: ['unknown_worker', 'lease_lost', 'job_ended'],
    },
  }
}

/** Of the calls about one job. */
export const JobParams = Type.Object({
  id: Type.String({ examples: ['job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
})

/** The token in the descriptions. */
export const EXAMPLE_TOKEN = '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10'

/**
 * The result in the descriptions: a `maps.search` that found nothing. Valid for the schema of its operation, so that the
 * example can be sent as it stands.
 */
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
