// An OpenTelemetry collector reduced to what our exporter asks of it: keeps the spans, and answers as the test wants.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number; readonly message?: string }
  /** The service name of the process. */
  readonly service: string
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface TraceCollector {
  readonly url: string
  readonly spans: CollectedSpan[]
  readonly requests: {
    readonly path: string
    readonly headers: IncomingHttpHeaders
    readonly spans: number
  }[]
  /** The answer to the next requests; null: none. With a status of 300 or more, no spans are kept. */
  answer: {
    readonly status: number
    readonly headers?: Record<string, string>
    readonly body?: unknown
  } | null
  /** Resolves when the spans are such that it is true. */
  until(enough: (spans: readonly CollectedSpan[]) => boolean): Promise<void>
}

interface OtlpAttribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface OtlpBody {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: OtlpAttribute[] }
    readonly scopeSpans: {
      readonly spans: (Omit<CollectedSpan, 'service' | 'attributes'> & {
        readonly attributes: OtlpAttribute[]
      })[]
    }[]
  }[]
}

export async function startTraceCollector(t: TestContext): Promise<TraceCollector> {
  const changed = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const found = spansOf(JSON.parse(Buffer.concat(chunks).toString()) as OtlpBody)
      collector.requests.push({ path: request.url ?? '', headers: request.headers, spans: found.length })
      const { answer } = collector
      if (answer !== null && answer.status < 300) collector.spans.push(...found)
      for (const check of changed) check()
      if (answer === null) return
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body ?? {}))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    answer: { status: 200 },
    async until(enough) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (enough(collector.spans)) resolve()
      }
      changed.add(check)
      check()
      await promise
      changed.delete(check)
    },
  }
  return collector
}

function spansOf({ resourceSpans }: OtlpBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) })),
    )
  })
}

function valuesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
