// Two extractors of pages that exist only in tests, and a worker for them that counts its requests.
import type { TestContext } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer, ExtractionResult } from '#contract/crawl/result.ts'
import type { ClaimedJob, ClaimsAnswer } from '#contract/worker.ts'
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { defineExtractor, type ExtractorDescriptor } from '#extract/define-extractor.ts'
import { UrlInput } from '#extract/page/page-request.ts'
import { startTestCrawl, type Answer, type TestCrawl, type TestCrawlOptions } from './start-crawl.ts'
import { registerTestWorker, resultOf } from './test-worker.ts'

export const URL_OF_PAGE = 'https://pages.test/article'

function pageExtractor(name: string): ExtractorDescriptor {
  return defineExtractor({
    name,
    version: '1.0.0',
    summary: 'Reads a page.',
    operations: {
      extract: {
        summary: 'Read a page.',
        input: UrlInput({
          formats: Type.Optional(
            Type.Array(Words(['text', 'links']), { uniqueItems: true, default: ['text'] }),
          ),
        }),
        output: Type.Object({ n: Type.Integer() }),
        pool: 'light',
        timeoutMs: 60_000,
        batch: true,
        path: `/api/v1/${name}/extract`,
        example: { request: { url: URL_OF_PAGE } },
      },
    },
    load: async () => {
      throw new Error('the API never loads an extractor')
    },
  })
}

export const PAGE_EXTRACTORS = [pageExtractor('pages'), pageExtractor('links')]

/** Gives the result, or the problem to fail with. */
export type Work = (
  claim: ClaimedJob,
  n: number,
) => ExtractionResult | Problem | Promise<ExtractionResult | Problem>

export interface PageWorker {
  /** The inputs of the jobs that came, in their order. */
  readonly inputs: Record<string, unknown>[]
}

export interface CachedCrawl extends TestCrawl {
  readonly worker: PageWorker
  /** Asks for a page; `body` goes over `{url}`. */
  ask(
    body?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer<ExtractionAnswer & Problem>>
}

/** A crawl whose worker answers the n-th job with `{n}`, unless `work` says otherwise. */
export async function startCachedCrawl(
  t: TestContext,
  options: TestCrawlOptions & { readonly work?: Work; readonly headers?: Record<string, string> } = {},
): Promise<CachedCrawl> {
  const crawl = await startTestCrawl(t, { extractors: PAGE_EXTRACTORS, ...options })
  const worker = await servePages(crawl, options.work ?? ((_, n) => pageResult(n)), options.headers)
  return { ...crawl, worker, ask: asking(crawl, options.headers) }
}

/** Another replica of a crawl: the same database, no worker of its own. */
export async function startReplica(
  t: TestContext,
  of: TestCrawl,
  options: TestCrawlOptions = {},
): Promise<Omit<CachedCrawl, 'worker'>> {
  const crawl = await startTestCrawl(t, {
    extractors: PAGE_EXTRACTORS,
    db: of.db,
    replicated: true,
    ...options,
  })
  return { ...crawl, ask: asking(crawl) }
}

function asking(crawl: TestCrawl, own: Record<string, string> = {}): CachedCrawl['ask'] {
  return (body = {}, headers = {}) =>
    crawl.call('POST', '/api/v1/pages/extract', {
      body: { url: URL_OF_PAGE, ...body },
      headers: { ...own, ...headers },
    })
}

/** The result of a page that was just fetched. */
export function pageResult(n: number, more: Partial<ExtractionResult> = {}): ExtractionResult {
  return {
    ...resultOf({ n }),
    response: {
      url: URL_OF_PAGE,
      finalUrl: URL_OF_PAGE,
      statusCode: 200,
      contentType: 'text/html',
      bytes: 10,
      redirects: [],
    },
    cache: { status: 'miss', ageMs: null, storedAt: null },
    extractorVersion: '1.0.0',
    ...more,
  }
}

async function servePages(
  crawl: TestCrawl,
  work: Work,
  headers: Record<string, string> = {},
): Promise<PageWorker> {
  const stop = new AbortController()
  const inputs: Record<string, unknown>[] = []
  const types = PAGE_EXTRACTORS.map(({ name }) => `${name}.extract`)
  const worker = await registerTestWorker(
    { ...crawl, call: withHeaders(crawl.call, headers) },
    'pages',
    types,
  )
  const running = new Set<Promise<void>>()
  const runOne = async (claim: ClaimedJob): Promise<void> => {
    inputs.push(claim.job.input as Record<string, unknown>)
    const outcome = await work(claim, inputs.length)
    const ended = { jobId: claim.job.id, leaseToken: claim.leaseToken }
    const completion = 'code' in outcome ? { ...ended, error: outcome } : { ...ended, result: outcome }
    await crawl.call('POST', '/api/worker/completions', { body: { completions: [completion] }, headers })
  }
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const { json } = await crawl.call<ClaimsAnswer>('POST', '/api/worker/claims', {
        body: { workerId: worker.id, max: [{ types, count: 50 }], waitMs: 10_000 },
        headers,
        signal: stop.signal,
      })
      for (const claim of json.jobs) {
        const run = runOne(claim).finally(() => running.delete(run))
        running.add(run)
      }
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  crawl.beforeStop(async () => {
    stop.abort()
    await ended
    await Promise.allSettled(running)
  })
  return { inputs }
}

function withHeaders(call: TestCrawl['call'], headers: Record<string, string>): TestCrawl['call'] {
  return (method, path, options = {}) =>
    call(method, path, { ...options, headers: { ...headers, ...options.headers } })
}
