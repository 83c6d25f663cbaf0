// Makes the spans of one process, or, where nobody collects any, only passes the context of a trace on.
import { randomBytes } from 'node:crypto'
import { formatTraceparent, parseTraceparent, type TraceContext } from '#kit/trace-context.ts'
import type { SpanAttributes, SpanCounts, SpanKind, SpanSink } from './span.ts'

export interface SpanStart {
  /** Of few different values: a route template or a job type, never an id. */
  readonly name: string
  readonly kind: SpanKind
  /** The `traceparent` that this happens under; null or not valid: it may begin a trace. */
  readonly parent: string | null | undefined
  readonly attributes?: SpanAttributes
  /** Milliseconds since the epoch; now where absent. */
  readonly startedAtMs?: number
}

export interface Span {
  /** What everything that follows from it is told; null where there is no trace. */
  readonly traceparent: string | null
  /** The first end counts. `error`: a code or a text. */
  end(outcome?: { readonly error?: string | null; readonly attributes?: SpanAttributes }): void
}

export interface Tracer {
  start(span: SpanStart): Span
  /** What became of the spans of this process; null where none are recorded. */
  readonly counts: SpanCounts | null
}

/** Nothing is recorded; a trace of the caller still reaches everything that follows. */
export const passingTracer: Tracer = {
  counts: null,
  start: ({ parent }) => unrecorded(parseTraceparent(parent ?? undefined)),
}

/**
 * Records what belongs to a sampled trace. A caller's trace keeps the caller's choice; of what begins here, `percent` of
 * a hundred are recorded.
 */
export function createTracer({
  sink,
  percent,
}: {
  readonly sink: SpanSink
  readonly percent: number
}): Tracer {
  return {
    counts: sink.counts,
    start(span) {
      const parent = parseTraceparent(span.parent ?? undefined)
      const sampled = parent?.sampled ?? Math.random() * 100 < percent
      if (!sampled) return unrecorded(parent ?? { ...newContext(null), sampled })
      const context = newContext(parent)
      const startedAtMs = span.startedAtMs ?? nowMs()
      let ended = false
      return {
        traceparent: formatTraceparent(context),
        end({ error = null, attributes } = {}) {
          if (ended) return
          ended = true
          sink.add({
            traceId: context.traceId,
            spanId: context.spanId,
            parentSpanId: parent?.spanId ?? null,
            name: span.name,
            kind: span.kind,
            startedAtMs,
            endedAtMs: nowMs(),
            attributes: { ...span.attributes, ...attributes },
            error,
          })
        },
      }
    },
  }
}

function unrecorded(context: TraceContext | null): Span {
  return { traceparent: context === null ? null : formatTraceparent(context), end: () => undefined }
}

function newContext(parent: TraceContext | null): TraceContext {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    sampled: true,
  }
}

/** Finer than Date.now(): many spans are shorter than a millisecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
