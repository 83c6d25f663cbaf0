// /api/webhooks and /api/webhook-endpoints of places: the events of searches.
import { SEARCH_WEBHOOK_EVENTS, OWN_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import type { App } from '#platform/http/server/server.ts'
import { webhookEndpointRoutes } from '#platform/webhooks/endpoint-routes.ts'
import { webhookRecordRoutes } from '#platform/webhooks/record-routes.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'

const EVENTS = [...SEARCH_WEBHOOK_EVENTS, ...OWN_WEBHOOK_EVENTS] as const

/** Adds the routes for records and endpoints. */
export function webhookRoutes(
  app: App,
  { db, webhooks }: { readonly db: Database; readonly webhooks: Webhooks },
): void {
  webhookRecordRoutes(app, {
    db,
    webhooks,
    events: EVENTS,
    receives: true,
    documented: [
      'GET /api/webhooks',
      'GET /api/webhooks/stats',
      'GET /api/webhooks/:id',
      'POST /api/webhooks/:id/replay',
      'DELETE /api/webhooks/cleanup',
    ],
  })
  webhookEndpointRoutes(app, { db, webhooks, events: EVENTS })
}
