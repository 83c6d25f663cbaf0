// What places does about the events that crawl tells it of. An event of any other type is discarded, and its record says so.
import type { IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'

export const INCOMING_EVENTS: Readonly<Record<string, IncomingHandler>> = {
  /** That it arrived is all that it is sent for. */
  'webhook.test': async () => 'processed',
}
