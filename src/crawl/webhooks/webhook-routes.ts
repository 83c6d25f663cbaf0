// /api/webhooks and /api/webhook-endpoints of crawl: the events of jobs.
import { JOB_WEBHOOK_EVENTS, OWN_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import type { Database } from '#platform/db/database.ts'
import type { App } from '#platform/http/server/server.ts'
import { webhookEndpointRoutes } from '#platform/webhooks/endpoint-routes.ts'
import { webhookRecordRoutes } from '#platform/webhooks/record-routes.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'

const EVENTS = [...JOB_WEBHOOK_EVENTS, ...OWN_WEBHOOK_EVENTS] as const

/** The routes of `platform/webhooks` with the events of this service. */
export function webhookRoutes(
  app: App,
  { db, webhooks }: { readonly db: Database; readonly webhooks: Webhooks },
): void {
  webhookRecordRoutes(app, {
    db,
    webhooks,
    events: EVENTS,
    documented: ['GET /api/webhooks', 'GET /api/webhooks/stats', 'POST /api/webhooks/:id/replay'],
  })
  webhookEndpointRoutes(app, { db, webhooks, events: EVENTS })
}
