// Closes a server without aborting running requests, and without waiting for ever.
import { systemClock } from '#kit/time/clock.ts'
import type { App } from '#platform/http/routing/app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to close: it still serves, but asks clients to connect elsewhere. */
    departure: { begun: boolean }
  }
}

/** `graceMs`: how long running requests may take after that. */
export interface CloseTimes {
  /**
   * For this long it first goes on serving, while `/health` says that it is not ready and each answer closes its
   * connection. Load balancers and clients thus turn away before a connection could break during a request.
   */
  readonly delayMs?: number
  readonly graceMs?: number
}

/**
 * Accepts no more connections, answers new requests on open ones with 503 `draining`, lets running ones end, and aborts
 * those that still run after `graceMs`.
 */
export async function closeGracefully(
  app: App,
  { delayMs = 0, graceMs = 10_000 }: CloseTimes = {},
): Promise<void> {
  app.departure.begun = true
  if (delayMs > 0) await systemClock.sleep(delayMs)
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * From the start of the shutdown every answer says `Connection: close`. A connection whose answer had begun before is
 * closed after it, because a client that keeps it alive would delay the end. Answers whether the close has begun.
 */
export function releaseConnections(app: App): () => boolean {
  let closing = false
  app.decorate('departure', { begun: false })
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || app.departure.begun) void reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    // The connection counts as idle only after its answer.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
  return () => closing
}
