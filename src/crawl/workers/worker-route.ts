// The fields that every route of the worker-facing API declares.
import type { RouteConfig } from '#platform/http/routing/route-config.ts'

/** Completions carry whole results, of hundreds of places or a large API description. */
export const RESULT_LIMIT_BYTES = 32 * 1_048_576
/** The most keys of a body with results, which bounds the time that parsing it takes. */
export const MAX_RESULT_KEYS = 250_000

/** For bodies without results: leases and slots of a thousand jobs. */
const REPORT_LIMIT_BYTES = 1_048_576

/** `seed`: the path is one of the document. */
export function workerRoute(options: { readonly seed: boolean }): {
  readonly bodyLimit: number
  readonly config: RouteConfig
} {
  return {
    bodyLimit: REPORT_LIMIT_BYTES,
    config: {
      group: 'workerApi',
      scope: 'worker',
      bucket: 'worker',
      errors: ['unknown_worker', 'lease_lost', 'job_ended'],
      ...(options.seed ? { seed: true } : {}),
    },
  }
}
