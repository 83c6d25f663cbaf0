// Makes the spans of one process; without a collector it only passes the trace context on.
import { randomBytes } from 'node:crypto'
import { formatTraceparent, parseTraceparent, type TraceContext } from '#kit/http/trace-context.ts'

/** As in OpenTelemetry. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** Names from OpenTelemetry's semantic conventions where they exist; never a URL, a header or a body. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A span that has ended. Times are milliseconds since the epoch, with fractions. */
export interface EndedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Null for the first span of a trace. */
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: SpanKind
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly attributes: SpanAttributes
  /** An error code, or a text; null without an error. */
  readonly error: string | null
}

/** Takes a span at once and never throws. */
export interface SpanSink {
  add(span: EndedSpan): void
  readonly counts: SpanCounts
}

/** Since the process began. */
export interface SpanCounts {
  /** Spans that the collector accepted. */
  readonly exported: number
  /** Lost spans: the queue was full, or the collector refused them. */
  readonly dropped: number
}

/** How a span begins. */
export interface SpanStart {
  /** One of few different values: a route template or a job type, never an id. */
  readonly name: string
  readonly kind: SpanKind
  /** The `traceparent` of the parent; when it is null or invalid, the span may begin a trace. */
  readonly parent: string | null | undefined
  readonly attributes?: SpanAttributes
  /** Milliseconds since the epoch; by default now. */
  readonly startedAtMs?: number
}

/** Work under way. */
export interface Span {
  /** The context for everything that follows from it; null without a trace. */
  readonly traceparent: string | null
  /** Only the first end counts. `error`: a code or a text. */
  end(outcome?: { readonly error?: string | null; readonly attributes?: SpanAttributes }): void
}

/** Begins spans. */
export interface Tracer {
  start(span: SpanStart): Span
  /** How many spans were exported or dropped; null when none are recorded. */
  readonly counts: SpanCounts | null
}

/** Records nothing; a trace of the caller is still passed on. */
export const passingTracer: Tracer = {
  counts: null,
  start: ({ parent }) => unrecorded(parseTraceparent(parent ?? undefined)),
}

/**
 * Records spans of sampled traces. A trace of the caller keeps its sampling decision; of new traces, `percent` of a
 * hundred are recorded.
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

/** Finer than Date.now(), because many spans are shorter than a millisecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
