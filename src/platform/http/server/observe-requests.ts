// What is recorded of each request: its id, its count and time by route template, and a span.
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { newId } from '#kit/ids.ts'
import type { Span, Tracer } from '#platform/telemetry/tracer.ts'

/** The label of a path without a route, so that a scanner creates no new series. */
const NO_ROUTE = 'none'

/** Method labels in the metrics: all other methods that the parser accepts share one series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts and times every answer. Paths without a route share one label, so that a scanner creates no new series. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE)
    const method = METHODS.has(request.method) ? request.method : 'other'
    metrics.httpRequests.inc({ route, method, status: reply.statusCode })
    metrics.httpDuration.observe({ route, method }, reply.elapsedTime / 1000)
  })
}

/** A request id of a proxy or a client must be short and harmless in a log line. */
const SANE = /^[A-Za-z0-9._:@/+=-]{1,128}$/

/** The X-Request-Id of the caller if it is acceptable, else a new one. */
export function requestIdOf(request: RawRequestDefaultExpression): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : newId('req')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends with the answer; its `traceparent` is passed to what the request starts. */
    trace: Span
  }
}

/** Machines call these all the time: a span is recorded only for calls with a trace of their own. */
const UNTRACED_BUCKETS = new Set(['worker', 'none'])

const NO_TRACE: Span = { traceparent: null, end: () => undefined }

/** Begins a span for each request, as `request.trace`, and ends it with the answer. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('trace')
  app.addHook('onRequest', async (request, reply) => {
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : null
    const { url: route, config } = request.routeOptions
    const isUntraced = UNTRACED_BUCKETS.has((config as { bucket?: string } | undefined)?.bucket ?? '')
    if (parent === null && isUntraced) {
      request.trace = NO_TRACE
      return
    }
    request.trace = tracer.start({
      name: request.is404 || route === undefined ? request.method : `${request.method} ${route}`,
      kind: 'server',
      parent,
      attributes: {
        'http.request.method': request.method,
        'http.route': request.is404 ? null : route,
        'surveyor.request.id': request.id,
      },
    })
    if (request.trace.traceparent !== null) void reply.header('traceparent', request.trace.traceparent)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    request.trace.end({
      error: statusCode >= 500 ? String(statusCode) : null,
      attributes: { 'http.response.status_code': statusCode },
    })
  })
}
