// Counts and times every answer by its route template.
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#platform/telemetry/metrics.ts'

/** The label of a path without a route, so that a scanner creates no new series. */
const NO_ROUTE = 'none'

/** Method labels in the metrics: all other methods that the parser accepts share one series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE)
    const method = METHODS.has(request.method) ? request.method : 'other'
    metrics.httpRequests.inc({ route, method, status: reply.statusCode })
    metrics.httpDuration.observe({ route, method }, reply.elapsedTime / 1000)
  })
}
