// What the commands ask of crawl.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { TSchema, Static } from 'typebox'
import { Check } from 'typebox/schema'
import { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { isTerminal, Job } from '#contract/job.ts'
import { Problem } from '#contract/problem.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf, parseKnownJson } from '#kit/unknown-values.ts'
import { ANSWER_MS, askService } from '#bin/product/ask-service.ts'
import type { Peer } from '#platform/egress/peer.ts'
import type { MapRequest, SiteRequest } from './site-request.ts'

/** Every call throws the error that crawl answered with, or `source_unavailable` without an answer. */
export interface CrawlClient {
  /** Answers the id of the crawl. */
  startCrawl(body: SiteRequest): Promise<string>
  getCrawl(id: string): Promise<SiteCrawl>
  /** All pages of a crawl, one after the other; with what was made of each where `withResults` says so. */
  pages(id: string, withResults: boolean): AsyncIterable<SitePage>
  cancelCrawl(id: string): Promise<void>
  /** The data of a map, when it is made. */
  map(body: MapRequest): Promise<Readonly<Record<string, unknown>>>
}

const WAIT_SECONDS = 60

/** `signal` ends the requests under way, but for that of a cancel. */
export function createCrawlClient(crawl: Peer, signal: AbortSignal): CrawlClient {
  const ask = askService('crawl', crawl, signal)
  const path = (id: string): string => `/api/v1/sites/${encodeURIComponent(id)}`
  return {
    async startCrawl(body) {
      return known(JobAccepted, await ask({ method: 'POST', path: '/api/v1/sites/crawl', body })).jobId
    },
    getCrawl: async (id) => known(SiteCrawl, await ask({ method: 'GET', path: path(id) })),
    async *pages(id, withResults) {
      const answer = await crawl.stream({
        method: 'GET',
        path: `${path(id)}/pages`,
        query: withResults ? { include: 'results' } : {},
        headers: { accept: 'application/x-ndjson' },
        timeoutMs: ANSWER_MS,
        signal,
      })
      const lines = createInterface({ input: Readable.from(answer.body), crlfDelay: Infinity })
      try {
        for await (const line of lines) {
          if (line === '') continue
          const value = parseKnownJson<unknown>(line)
          if (Check(Problem, value)) throw errorOf(value)
          yield known(SitePage, value)
        }
      } finally {
        lines.close()
      }
    },
    async cancelCrawl(id) {
      await crawl.request({
        method: 'POST',
        path: `/api/jobs/${encodeURIComponent(id)}/cancel`,
        timeoutMs: ANSWER_MS,
      })
    },
    async map(body) {
      const headers = { prefer: `wait=${WAIT_SECONDS}` }
      const first = await ask({
        method: 'POST',
        path: '/api/v1/sites/map',
        body,
        headers,
        timeoutMs: WAIT_SECONDS * 1_000 + ANSWER_MS,
      })
      if (Check(ExtractionAnswer, first)) return fieldsOf(first.data)
      const { jobId } = known(JobAccepted, first)
      for (;;) {
        const query = { waitMs: WAIT_SECONDS * 500 }
        const request = { method: 'GET', path: `/api/jobs/${jobId}`, query } as const
        const job = known(Job, await ask({ ...request, timeoutMs: ANSWER_MS * 2 }))
        if (job.error !== null) throw errorOf(job.error)
        if (isTerminal(job.status)) return fieldsOf(fieldsOf(job.result)['data'])
      }
    },
  }
}

function known<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Check(schema, value)) return value
  throw new SurveyorError('source_unavailable', 'Crawl answered in another shape than this program knows.')
}
