// Spans of the worker: one for each run of a job, and below it one for each fetch made for the job.
import { AsyncLocalStorage } from 'node:async_hooks'
import { problemOf } from '#contract/surveyor-error.ts'
import type { ClaimedJob } from '#contract/worker.ts'
import type { ExtractPeerFetch } from '#extract/context.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { Span, Tracer } from '#platform/telemetry/tracer.ts'

export interface RunTraces {
  /** Runs `work` in a span of its own. */
  run<T>(claimed: ClaimedJob, work: (traceparent: string | null) => Promise<T>): Promise<T>
  /** The egress, with a span for each fetch below the span of the calling run. The target is not told the trace. */
  egress(egress: Egress): Pick<Egress, 'fetch'>
  peerFetch(fetch: ExtractPeerFetch): ExtractPeerFetch
}

export function createRunTraces(tracer: Tracer): RunTraces {
  // Extractors share sources between jobs, and these fetch through the host. This store links such a fetch to its job.
  const current = new AsyncLocalStorage<{ readonly traceparent: string | null }>()

  async function traced<Answer extends { readonly status: number }>(
    request: { readonly method?: string; readonly url: string },
    attributes: Record<string, string>,
    send: () => Promise<Answer>,
    more: (answer: Answer) => Record<string, string | number> = () => ({}),
  ): Promise<Answer> {
    const method = request.method ?? 'GET'
    const span = tracer.start({
      name: `fetch ${method}`,
      kind: 'client',
      parent: current.getStore()?.traceparent,
      // Neither path nor query: both may contain what only the caller and the target should know.
      attributes: { ...attributes, 'http.request.method': method, ...addressOf(request.url) },
    })
    return ending(span, send, (answer) => ({
      'http.response.status_code': answer.status,
      ...more(answer),
    }))
  }

  return {
    async run({ job, attempt }, work) {
      const span = tracer.start({
        name: `run ${job.type}`,
        kind: 'consumer',
        parent: job.traceparent,
        attributes: {
          'surveyor.job.id': job.id,
          'surveyor.job.type': job.type,
          'surveyor.job.attempt': attempt,
        },
      })
      const { traceparent } = span
      return ending(span, async () => current.run({ traceparent }, async () => work(traceparent)))
    },
    egress: (egress) => ({
      fetch: async (request) =>
        traced(
          request,
          {},
          async () => egress.fetch(request),
          ({ bytes, cache, robots }) => ({
            'http.response.body.size': bytes,
            'surveyor.fetch.cache': cache.status,
            'surveyor.fetch.robots': robots.verdict,
          }),
        ),
    }),
    peerFetch: (fetch) => async (setting, request) =>
      traced(request, { 'surveyor.fetch.setting': setting }, async () => fetch(setting, request)),
  }
}

async function ending<T>(
  span: Span,
  work: () => Promise<T>,
  attributesOf: (value: T) => Record<string, string | number> = () => ({}),
): Promise<T> {
  try {
    const value = await work()
    span.end({ attributes: attributesOf(value) })
    return value
  } catch (error) {
    span.end({ error: problemOf(error).code })
    throw error
  }
}

function addressOf(url: string): Record<string, string> {
  const parsed = URL.parse(url)
  return parsed === null
    ? {}
    : { 'server.address': parsed.hostname, 'url.scheme': parsed.protocol.slice(0, -1) }
}
