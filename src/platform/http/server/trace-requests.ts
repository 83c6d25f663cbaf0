// A span for each request, and the trace context for everything that follows from it.
import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '#platform/telemetry/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends with the answer; its `traceparent` is passed to what the request starts. */
    trace: Span
  }
}

/** Machines call these all the time: a span is recorded only for calls with a trace of their own. */
const UNTRACED_BUCKETS = new Set(['worker', 'none'])

const NO_TRACE: Span = { traceparent: null, end: () => undefined }

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
