// The context of one job for tests of extractors: what the world answers is given, everything else refuses.
import assert from 'node:assert/strict'
import type {
  ExtractContext,
  ExtractFetch,
  ExtractRequest,
  ExtractResponse,
  Parser,
} from '#extract/context.ts'
import type { WorkScope } from '#extract/work.ts'

/** A context in which `fetch` is all there is; without it a fetch fails the test. */
export function extractContext(fetch?: ExtractFetch, more: Partial<ExtractContext> = {}): ExtractContext {
  const refuse = (what: string) => (): never => assert.fail(`${what} is not expected here`)
  return {
    signal: new AbortController().signal,
    deadlineAt: null,
    progress: () => {},
    log: { debug() {}, info() {}, warn() {}, error() {} },
    fetch: fetch ?? refuse('a fetch'),
    browse: refuse('a browser'),
    isolate: refuse('an isolated parser'),
    saveArtifact: refuse('an artifact'),
    readArtifact: refuse('an artifact'),
    report: () => {},
    traceparent: null,
    ...more,
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs the parsers of an extractor here, one at a time as a child does; only nothing ends them. */
export const isolateHere: ExtractContext['isolate'] = async (parser, input) => {
  const run = last.then(async () => {
    const module = (await import(parser.href)) as { readonly parse: Parser }
    return module.parse(input.make())
  })
  last = run.catch(() => undefined)
  return run
}

/** All the time that a task could need, in this process. */
export const inProcess: WorkScope = { context: { isolate: isolateHere }, endsAtMs: Infinity }

/** An answer of a target; a page in HTML unless `over` says otherwise. */
export function targetAnswer(
  url: string,
  text: string,
  over: Partial<ExtractResponse> = {},
): ExtractResponse {
  const body = over.body ?? Buffer.from(text)
  return {
    url,
    finalUrl: url,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body,
    bytes: body.length,
    redirects: [],
    robots: { verdict: 'allowed', rule: null },
    cache: { status: 'miss' },
    ...over,
  }
}

/** A site as a function of the address, with the requests that came in; what it does not know fails the test. */
export function siteOf(answers: Readonly<Record<string, string | Partial<ExtractResponse>>>): {
  readonly fetch: ExtractFetch
  readonly asked: ExtractRequest[]
} {
  const asked: ExtractRequest[] = []
  return {
    asked,
    async fetch(request) {
      asked.push(request)
      const answer = answers[request.url]
      assert.ok(answer !== undefined, `nothing answers at ${request.url}`)
      return typeof answer === 'string'
        ? targetAnswer(request.url, answer)
        : targetAnswer(request.url, '', answer)
    },
  }
}
