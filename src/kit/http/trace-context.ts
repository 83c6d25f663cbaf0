// The trace context in HTTP: W3C Trace Context, https://www.w3.org/TR/trace-context/.

/** The parts of a `traceparent`. */
export interface TraceContext {
  /** 32 hex digits, not all zero. */
  readonly traceId: string
  /** 16 hex digits, not all zero. */
  readonly spanId: string
  readonly sampled: boolean
}

/** A later version may append fields after the flags; version ff is invalid. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** null for an invalid header: then there is no trace, as the standard requires. */
export function parseTraceparent(text: string | undefined): TraceContext | null {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(text ?? '') ?? []
  if (traceId === '' || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The `traceparent` header, in version 00. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}
