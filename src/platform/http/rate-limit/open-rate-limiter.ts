// The rate limiter of a service: over all its replicas when there are several.
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createLocalRateLimiter } from './local-rate-limiter.ts'
import { postgresTokenStore } from './postgres-token-store.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

/** `replicated`: whether other processes of the service count as well; then the database holds the counts. */
export function openRateLimiter(deps: {
  readonly db: Database
  readonly log: Logger
  readonly policies: RateLimiter['policies']
  readonly replicated: boolean
}): RateLimiter {
  const { db, log, policies, replicated } = deps
  return replicated
    ? createSharedRateLimiter({ store: postgresTokenStore({ db, log }), policies })
    : createLocalRateLimiter({ policies })
}
