// The paths of enrichment, which are listed but not built yet.
import { notBuiltYet } from '#platform/http/routing/not-built-yet.ts'
import type { App } from '#platform/http/server/server.ts'

/** Adds the routes, each of which answers `not_built_yet`. */
export function pendingRoutes(app: App): void {
  const enrich = { group: 'enrich', scope: 'enrich' } as const
  notBuiltYet(app, [
    { method: 'POST', url: '/api/enrich/start', summary: 'Enrich one place', ...enrich },
    { method: 'POST', url: '/api/enrich/batch', summary: 'Enrich several places', ...enrich },
    { method: 'GET', url: '/api/enrich/status/:placeId', summary: 'Enrichment of a place', ...enrich },
    { method: 'GET', url: '/api/enrich/stats', summary: 'Enrichment in numbers', ...enrich },
    { method: 'GET', url: '/api/enrich/pending', summary: 'Places that wait for enrichment', ...enrich },
    { method: 'GET', url: '/api/enrich/jobs', summary: 'Jobs of enrichment', ...enrich },
    { method: 'GET', url: '/api/enrich/health', summary: 'Whether enrichment works', ...enrich },
  ])
}
