// How places handles the events of crawl. An event of any other type is discarded, and its record says so.
import type { IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'

export const INCOMING_EVENTS: Readonly<Record<string, IncomingHandler>> = {
  /** Its only purpose is to arrive. */
  'webhook.test': async () => 'processed',
}
