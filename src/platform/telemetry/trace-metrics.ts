// How many spans of this process were exported or dropped, for its metrics.
import { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'
import type { Tracer } from './tracer.ts'

/** Registers nothing for a tracer that records nothing. */
export function registerTraceMetrics({ registry }: Metrics, { counts }: Tracer): void {
  if (counts === null) return
  registry.registerMetric(
    new Counter({
      name: 'surveyor_trace_spans_total',
      help: 'Spans that the collector took (exported) and that were lost (dropped).',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        this.inc({ outcome: 'exported' }, counts.exported)
        this.inc({ outcome: 'dropped' }, counts.dropped)
      },
    }),
  )
}
