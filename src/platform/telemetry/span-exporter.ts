// Sends ended spans to a collector (OTLP over HTTP): in batches, in the background, and never at the cost of the work.
import { retryAfterMs } from '#kit/http/retry-after.ts'
import { fullJitter } from '#kit/time/backoff.ts'
import { systemClock } from '#kit/time/clock.ts'
import { startWait } from '#kit/time/wait.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { Logger } from './logger.ts'
import type { EndedSpan, SpanSink, SpanAttributes } from './tracer.ts'

const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const satisfies Record<
  EndedSpan['kind'],
  number
>
const STATUS_ERROR = 2

/** The process of the spans: `service.name`, `service.version`, `service.instance.id`. */
type TraceResource = Readonly<Record<string, string>>

/** The answer of the collector to one batch. */
export interface CollectorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON, or null. */
  readonly body: unknown
}

/** The connection to a collector. A peer (egress/peer.ts) is one. */
export interface Collector extends AsyncDisposable {
  /** Throws where no answer came in time. */
  request(request: {
    readonly method: 'POST'
    readonly path: string
    readonly body: unknown
    readonly timeoutMs: number
  }): Promise<CollectorAnswer>
}

/** Where spans go. */
export interface SpanExporterOptions {
  /** The URL of the collector, `http://host:4318` or with a path; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** Opens the connection to the origin of the endpoint; the exporter disposes it. */
  readonly connect: (origin: string) => Collector
  readonly resource: TraceResource
  readonly log: Logger
  /** Other delays and limits, for tests. */
  readonly limits?: Partial<typeof LIMITS>
}

/** Disposing sends what waits, and counts what cannot be sent any more as dropped. */
export interface SpanExporter extends SpanSink, AsyncDisposable {}

const LIMITS = {
  /** The most waiting spans, about 1 MB; further spans are dropped. */
  maxQueued: 4_096,
  batch: 512,
  everyMs: 2_000,
  timeoutMs: 10_000,
  /** Attempts for one batch, when the collector may accept it later. */
  attempts: 5,
  backoff: { baseMs: 1_000, factor: 2, capMs: 30_000 },
  /** For the spans that are left at the end. */
  lastMs: 2_000,
}

/** The answers that OTLP calls retryable. */
const LATER = new Set([429, 502, 503, 504])
const LOG_EVERY_MS = 60_000
const MAX_PAUSE_MS = 60_000

/** Never throws into the traced code: what cannot be sent is counted as dropped. */
export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { resource, log } = options
  const limits = { ...LIMITS, ...options.limits }
  const { origin, pathname } = new URL(options.endpoint)
  const path = `${pathname.replace(/\/$/, '')}/v1/traces`
  const collector = options.connect(origin)
  const closing = new AbortController()
  const queue: EndedSpan[] = []
  const counts = { exported: 0, dropped: 0 }
  let full = new AbortController()
  let toldAtMs = -Infinity

  function drop(spans: number, why: string): void {
    counts.dropped += spans
    if (performance.now() - toldAtMs < LOG_EVERY_MS) return
    toldAtMs = performance.now()
    log.warn({ dropped: counts.dropped, why }, 'spans were dropped')
  }

  /** How many of the batch were accepted; null: try again later. */
  async function send(batch: readonly EndedSpan[], timeoutMs: number): Promise<CollectorAnswer | null> {
    try {
      return await collector.request({ method: 'POST', path, body: otlpTraces(resource, batch), timeoutMs })
    } catch {
      return null
    }
  }

  async function deliver(batch: readonly EndedSpan[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(batch, limits.timeoutMs)
      if (answer !== null && !LATER.has(answer.status)) return finish(batch.length, answer)
      if (attempt === limits.attempts || closing.signal.aborted) {
        return drop(batch.length, answer === null ? 'no answer' : `status ${answer.status}`)
      }
      await systemClock.sleep(pauseOf(answer, attempt), closing.signal)
    }
  }

  function finish(sent: number, { status, body }: CollectorAnswer): void {
    if (status >= 300) return drop(sent, `status ${status}`)
    const refused = Math.min(sent, refusedOf(body))
    counts.exported += sent - refused
    if (refused > 0) drop(refused, 'refused by the collector')
  }

  function pauseOf(answer: CollectorAnswer | null, attempt: number): number {
    const asked = retryAfterMs(answer?.headers['retry-after'], Date.now(), MAX_PAUSE_MS)
    return Math.max(asked ?? 0, fullJitter(limits.backoff, attempt))
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await systemClock.sleep(limits.everyMs, AbortSignal.any([closing.signal, full.signal]))
      full = new AbortController()
      while (queue.length > 0 && !closing.signal.aborted) await deliver(queue.splice(0, limits.batch))
    }
  }
  const running = run()

  return {
    counts,
    add(span) {
      if (queue.length >= limits.maxQueued) return drop(1, 'the queue was full')
      queue.push(span)
      if (queue.length >= limits.batch) full.abort()
    },
    async [Symbol.asyncDispose]() {
      const until = performance.now() + limits.lastMs
      closing.abort()
      using late = startWait(limits.lastMs)
      await Promise.race([running, late.over])
      while (queue.length > 0) {
        const batch = queue.splice(0, limits.batch)
        const leftMs = until - performance.now()
        const answer = leftMs < 1 ? null : await send(batch, leftMs)
        if (answer === null) drop(batch.length, 'the process ended')
        else finish(batch.length, answer)
      }
      await collector[Symbol.asyncDispose]()
    },
  }
}

/** `partialSuccess` of an answer: the collector accepted the others. */
function refusedOf(body: unknown): number {
  const refused = Number(fieldsOf(fieldsOf(body)['partialSuccess'])['rejectedSpans'] ?? 0)
  return Number.isFinite(refused) && refused > 0 ? refused : 0
}

/**
 * The body of one export request (ExportTraceServiceRequest) in the JSON form of OTLP:
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
 */
function otlpTraces(resource: TraceResource, spans: readonly EndedSpan[]): object {
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
