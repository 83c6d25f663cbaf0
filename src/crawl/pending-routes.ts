// The paths of the document that are not built yet.
import type { PendingRoute } from '#platform/http/routing/not-built-yet.ts'

/** They are described, need their scope, and answer 501 `not_built_yet`. */
export const PENDING_ROUTES: readonly PendingRoute[] = [
  pending('GET', '/api/discovery/exclusions', 'discovery', 'discovery', 'List what is excluded'),
  pending('GET', '/api/discovery/candidates', 'discovery', 'discovery', 'List candidate patterns'),
  pending('GET', '/api/discovery/patterns', 'discovery', 'discovery', 'List patterns'),
  pending('GET', '/api/discovery/patterns/active', 'discovery', 'discovery', 'The patterns in use'),
  pending('POST', '/api/signals', 'discovery', 'discovery', 'Send what visited pages held'),
]

function pending(
  method: 'GET' | 'POST',
  url: string,
  group: string,
  scope: NonNullable<PendingRoute['scope']>,
  summary: string,
): PendingRoute {
  return { method, url, group, scope, summary }
}
