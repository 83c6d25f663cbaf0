// Ends a server without cutting off those it is serving, and without waiting for ever.
import { systemClock } from '#kit/clock.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to close: it still serves, but clients are asked to go elsewhere. */
    departure: { begun: boolean }
  }
}

export interface CloseTimes {
  /**
   * For so long it first serves on, while `/health` says that it is not ready and each answer ends its connection: load
   * balancers and clients turn away before a connection could break under a request.
   */
  readonly delayMs?: number
  readonly graceMs?: number
}

/**
 * Takes no more connections, answers new requests on open ones with 503 `draining`, lets running ones end, and breaks
 * off what still runs after `graceMs`.
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
 * From the beginning of the departure every answer says `Connection: close`, and a connection whose answer had begun before
 * is closed behind it: a client that keeps it alive would hold up the end. Answers whether the close has begun.
 */
export function letConnectionsGo(app: App): () => boolean {
  let closing = false
  app.decorate('departure', { begun: false })
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || app.departure.begun) void reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    // The connection counts as idle only when its answer is behind it.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
  return () => closing
}
