// Spans in the JSON form of OTLP (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
import type { EndedSpan, SpanAttributes } from './span.ts'

const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const satisfies Record<
  EndedSpan['kind'],
  number
>
const STATUS_ERROR = 2

/** The process of the spans: `service.name`, `service.version`, `service.instance.id`. */
export type TraceResource = Readonly<Record<string, string>>

/** The body of one export request (ExportTraceServiceRequest). */
export function otlpTraces(resource: TraceResource, spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: 'surveyor' }, spans: spans.map(otlpSpan) }],
      },
    ],
  }
}

function otlpSpan(span: EndedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(Math.max(span.startedAtMs, span.endedAtMs)),
    attributes: keyValues({
      ...span.attributes,
      ...(span.error === null ? {} : { 'error.type': span.error }),
    }),
    status: span.error === null ? {} : { code: STATUS_ERROR, message: span.error },
  }
}

/** A 64-bit number is text in that format. Whole microseconds, because a double holds no more digits. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function keyValues(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
