// The parts of a span, and the interface that takes ended ones.

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
