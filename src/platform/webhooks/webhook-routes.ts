// /api/webhooks and /api/webhook-endpoints, which are the same in every service but for its events.
import type { App } from '#platform/http/server/server.ts'
import { webhookEndpointRoutes, type EndpointRouteDeps } from './endpoint-routes.ts'
import { webhookRecordRoutes, type RecordRouteDeps } from './record-routes.ts'

/** Adds the routes for records and endpoints. */
export function webhookRoutes(app: App, deps: RecordRouteDeps & EndpointRouteDeps): void {
  webhookRecordRoutes(app, deps)
  webhookEndpointRoutes(app, deps)
}
