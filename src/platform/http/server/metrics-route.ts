// GET /metrics for Prometheus.
import { Type } from 'typebox'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import type { App } from '#platform/http/routing/app.ts'

/** `group` is its group in the self-description; null when the document of the service has no such group. */
export function addMetricsRoute(
  app: App,
  options: { readonly metrics: Metrics; readonly group: string | null },
): void {
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Metrics in the Prometheus text format',
        produces: ['text/plain'],
        response: {
          200: Type.String({ examples: ['surveyor_queue_jobs{type="maps.search",state="queued"} 3'] }),
        },
      },
      config: { group: options.group, scope: 'metrics', bucket: 'none' },
    },
    async (_request, reply) => {
      const { contentType, text } = await options.metrics.scrape()
      return reply.type(contentType).send(text)
    },
  )
}
