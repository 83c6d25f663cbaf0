// A worker for tests that takes jobs of any types, one after the other, with authorization where the service asks for it.
import { Type } from 'typebox'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { ExtractionResult } from '#contract/crawl/result.ts'
import type { ClaimedJob, ClaimsAnswer, RegisterWorkerAnswer } from '#contract/worker.ts'
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { discoverExtractors } from '#extract/discover.ts'
import type { TestCrawl } from './start-crawl.ts'
import { resultOf, workerBody } from './test-worker.ts'
import { upload } from './byte-calls.ts'

const EXTRACTORS = new URL('../../../src/extractors/', import.meta.url)

/** The real extractors with other answers: a test of delivery supplies the part that it is about. */
export async function partialExtractors(): Promise<ExtractorDescriptor[]> {
  const extractors = await discoverExtractors(EXTRACTORS)
  return extractors.map((extractor) => ({
    ...extractor,
    operations: Object.fromEntries(
      Object.entries(extractor.operations).map(([name, operation]) => [
        name,
        { ...operation, output: Type.Object({}) },
      ]),
    ),
  }))
}

type Headers = Readonly<Record<string, string>>

export interface Served {
  /** The inputs as they came, in their order. */
  readonly inputs: unknown[]
}

/** `work` gives the data of the result, or all of it with `files`. */
export async function serveJobs(
  crawl: TestCrawl,
  types: readonly string[],
  work: (claim: ClaimedJob) => Promise<{ data: unknown; artifacts?: ArtifactLink[] }>,
  headers: Headers = {},
): Promise<Served> {
  const inputs: unknown[] = []
  const stop = new AbortController()
  const { json: worker } = await crawl.call<RegisterWorkerAnswer>('POST', '/api/worker/register', {
    headers,
    body: { ...workerBody('served'), capabilities: { types, concurrency: { light: 10, http: 10 } } },
  })
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const { json } = await crawl.call<ClaimsAnswer>('POST', '/api/worker/claims', {
        headers,
        body: { workerId: worker.workerId, max: [{ types, count: 10 }], waitMs: 10_000 },
        signal: stop.signal,
      })
      for (const claim of json.jobs) {
        inputs.push(claim.job.input)
        const { data, artifacts = [] } = await work(claim)
        const result: ExtractionResult = { ...resultOf(data), artifacts, extractorVersion: '1.0.0' }
        await crawl.call('POST', `/api/worker/jobs/${claim.job.id}/complete`, {
          headers,
          body: { leaseToken: claim.leaseToken, result },
        })
      }
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  crawl.beforeStop(async () => {
    stop.abort()
    await ended
  })
  return { inputs }
}

/** How a worker handles a file of its job. */
export async function saveFile(
  crawl: TestCrawl,
  { job, leaseToken }: ClaimedJob,
  bytes: string,
  { kind = 'image', mediaType = 'image/png' } = {},
): Promise<ArtifactLink> {
  const query = new URLSearchParams({ jobId: job.id, leaseToken, kind })
  const { json } = await upload<ArtifactLink>(
    crawl,
    bytes,
    { 'content-type': mediaType },
    `/api/worker/artifacts?${query.toString()}`,
  )
  return json
}
