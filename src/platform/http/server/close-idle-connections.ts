// Keeps connections available: before the limit is reached, connections without a request are closed, the longest idle
// first.
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/http/routing/app.ts'

type Socket = FastifyRequest['raw']['socket']

/** From this share of the maximum on, a new connection replaces an idle one. */
const FULL = 0.9

/**
 * Ten thousand connections whose headers never end would lock everybody out until their time-out (10 s each,
 * repeatedly). A genuine caller sends a request at once, so among connections without one, the longest idle is closed
 * first.
 */
export function closeIdleConnections(server: App['server']): void {
  /** In the order in which they became idle. */
  const idle = new Set<Socket>()
  const running = new Map<Socket, number>()
  let open = 0

  server.on('connection', (socket) => {
    open += 1
    idle.add(socket)
    socket.once('close', () => {
      open -= 1
      idle.delete(socket)
      running.delete(socket)
    })
    if (open <= server.maxConnections * FULL) return
    const [longest] = idle
    if (longest !== undefined && longest !== socket) longest.destroy()
  })

  server.on('request', ({ socket }, answer) => {
    idle.delete(socket)
    running.set(socket, (running.get(socket) ?? 0) + 1)
    answer.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      if (left > 0) return void running.set(socket, left)
      running.delete(socket)
      if (!socket.destroyed) idle.add(socket)
    })
  })
}
