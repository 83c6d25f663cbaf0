// A span for the time that each job waited for its first claim.
import type { Tracer } from '#platform/telemetry/tracer.ts'
import type { JobSignals } from './job-engine.ts'

/** Recorded by the process that served the claim. */
export function traceWaits(engine: JobSignals, tracer: Tracer): void {
  engine.observe({
    started({ id, type, traceparent, waitMs }) {
      tracer
        .start({
          name: `wait ${type}`,
          kind: 'internal',
          parent: traceparent,
          startedAtMs: Date.now() - waitMs,
          attributes: { 'surveyor.job.id': id, 'surveyor.job.type': type },
        })
        .end()
    },
  })
}
