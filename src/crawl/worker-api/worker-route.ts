// What every route of the worker-facing API states.
import type { RouteConfig } from '#platform/http/route-config.ts'

/** Completions carry whole results. */
export const RESULT_LIMIT_BYTES = 32 * 1_048_576

/** `seed`: the path is one of the document. */
export function workerRoute(options: { readonly seed: boolean }): { readonly config: RouteConfig } {
  return {
    config: {
      group: 'workerApi',
      scope: 'worker',
      bucket: 'worker',
      errors: ['unknown_worker', 'lease_lost', 'job_ended'],
      ...(options.seed ? { seed: true } : {}),
    },
  }
}
