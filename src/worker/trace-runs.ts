// Spans of the worker for each fetch that is made for a job, below the span of its run.
import { AsyncLocalStorage } from 'node:async_hooks'
import { problemOf } from '#contract/surveyor-error.ts'
import type { ExtractPeerFetch } from '#extract/context.ts'
import type { Egress } from '#platform/egress/egress.ts'
import type { Tracer } from '#platform/telemetry/tracer.ts'

/** Links each fetch to the run that it is made for. */
export interface RunTraces {
  /** Runs `work` so that its fetches are below the span of its run, which `traceparent` names. */
  run<T>(traceparent: string | null, work: () => Promise<T>): Promise<T>
  /** With a span for each fetch below the span of the calling run. The target is not told the trace. */
  fetch(fetch: Egress['fetch']): Egress['fetch']
  peerFetch(fetch: ExtractPeerFetch): ExtractPeerFetch
}

/** Addresses of targets are in the spans without path and query. */
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
    try {
      const answer = await send()
      span.end({ attributes: { 'http.response.status_code': answer.status, ...more(answer) } })
      return answer
    } catch (error) {
      span.end({ error: problemOf(error).code })
      throw error
    }
  }

  return {
    run: async (traceparent, work) => current.run({ traceparent }, work),
    fetch: (fetch) => async (request) =>
      traced(
        request,
        {},
        async () => fetch(request),
        ({ bytes, robots }) => ({
          'http.response.body.size': bytes,
          'surveyor.fetch.robots': robots.verdict,
        }),
      ),
    peerFetch: (fetch) => async (setting, request) =>
      traced(request, { 'surveyor.fetch.setting': setting }, async () => fetch(setting, request)),
  }
}

function addressOf(url: string): Record<string, string> {
  const parsed = URL.parse(url)
  return parsed === null
    ? {}
    : { 'server.address': parsed.hostname, 'url.scheme': parsed.protocol.slice(0, -1) }
}
