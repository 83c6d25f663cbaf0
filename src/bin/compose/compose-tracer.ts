// The tracer of one process, if the operator named a collector.
import type { Settings } from '#config/settings.ts'
import { createPeer } from '#platform/egress/peer.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createSpanExporter } from '#platform/telemetry/span-exporter.ts'
import { createTracer, type Tracer } from '#platform/telemetry/tracer.ts'

/** How the process is named in its traces. */
export interface TracedProcess {
  /** `service.name` of its spans. */
  readonly name: 'surveyor-places' | 'surveyor-crawl' | 'surveyor-worker'
  readonly version: string
  /** Distinguishes it from others with its name. */
  readonly instance: string
}

/**
 * The tracer for a service or worker; undefined without a collector. Disposed after the service, so that its last spans
 * are sent.
 */
export function composeTracer(
  { name, version, instance }: TracedProcess,
  composition: {
    readonly settings: Settings
    readonly log: Logger
    readonly resources: AsyncDisposableStack
  },
): { readonly tracer?: Tracer } {
  const { log, resources, settings } = composition
  const { otlpEndpoint, otlpHeaders, tracePercent } = settings
  if (otlpEndpoint === null) return {}
  const headers = Object.fromEntries(otlpHeaders.map(headerOf))
  const exporter = resources.use(
    createSpanExporter({
      endpoint: otlpEndpoint,
      connect: (origin) => createPeer({ origin, headers, maxConnections: 1 }),
      resource: { 'service.name': name, 'service.version': version, 'service.instance.id': instance },
      log,
    }),
  )
  return { tracer: createTracer({ sink: exporter, percent: tracePercent }) }
}

/** `NAME=VALUE`, with the value percent-encoded if needed (OpenTelemetry writes them as W3C Baggage). */
function headerOf(entry: string): [string, string] {
  const at = entry.indexOf('=')
  const value = entry.slice(at + 1)
  try {
    return [entry.slice(0, at), decodeURIComponent(value)]
  } catch {
    return [entry.slice(0, at), value]
  }
}
