// The client of crawl: pages and documents as data.
import { createClient, type Client, type WaitSettings } from './client.ts'
import { fileOf, isAccepted, type FileResult } from './files.ts'
import { CRAWL_IDEMPOTENT, type CrawlOperations, type Job, type JobAccepted } from './generated/crawl.gen.ts'
import { waitForJob } from './jobs.ts'
import { fieldsOf, localProblem, problemOf, type SurveyorProblem } from './problem.ts'
import { jsonOf } from './read.ts'
import type { BodyOf, CallArguments, RoutesAnswering } from './operations.ts'
import type { CallSettings, ClientOptions } from './send.ts'

/** The routes that answer with a job: of one extraction, of a batch, of the crawl of a site. */
export type SubmitRoute = RoutesAnswering<CrawlOperations, 202, JobAccepted> & `POST /api/v1/${string}`

/** Those of one extraction, which answer with its result where that is there in time. */
export type RunRoute = {
  [Route in SubmitRoute]: [BodyOf<CrawlOperations[Route], 200>] extends [never] ? never : Route
}[SubmitRoute]

/** What `run` resolves with. A route that may also answer raw content has the envelope with open `data`. */
export type ResultOf<Route extends RunRoute> =
  unknown extends BodyOf<CrawlOperations[Route], 200>
    ? Extract<BodyOf<CrawlOperations['GET /api/jobs/{id}/result'], 200>, { readonly artifacts: unknown }>
    : BodyOf<CrawlOperations[Route], 200>

/** What the job of an item has: the result without what tells of the job. */
export type ItemResult<Route extends RunRoute> = Omit<
  ResultOf<Route>,
  'jobId' | 'extractor' | 'operation' | 'status' | 'createdAt' | 'completedAt' | 'links'
>

/** One item of a batch, in the order of the request. */
export interface BatchItem<Route extends RunRoute> {
  readonly index: number
  readonly jobId: string
  readonly status: string
  /** Null unless it succeeded. */
  readonly result: ItemResult<Route> | null
  readonly problem: SurveyorProblem | null
}

/** A file that is uploaded, to be read by an extractor: `{ artifactId: id }`. */
export interface Upload {
  readonly id: string
  readonly expiresAt: string | null
}

/** `run` and `runFile` throw the problem of a job that failed. */
export interface Crawl extends Client<CrawlOperations, Job> {
  /** The result of an extraction, however long it takes: waits for its job where the service answers with one. */
  run<Route extends RunRoute>(
    route: Route,
    ...args: CallArguments<CrawlOperations[Route], WaitSettings<Job>>
  ): Promise<ResultOf<Route>>
  /** The same as a file: `accept: 'image/png'`, `'application/pdf'`, `'text/markdown'`. */
  runFile<Route extends RunRoute>(
    route: Route,
    ...args: CallArguments<CrawlOperations[Route], WaitSettings<Job> & { readonly accept: string }>
  ): Promise<FileResult>
  /** Starts an extraction or a batch and answers its job at once. */
  submit<Route extends SubmitRoute>(
    route: Route,
    ...args: CallArguments<CrawlOperations[Route]>
  ): Promise<Pick<JobAccepted, 'jobId' | 'status'>>
  /** The items of a batch once all of them have ended, those that failed too. The route says what they are. */
  results<Route extends RunRoute>(
    route: Route,
    jobId: string,
    settings?: WaitSettings<Job>,
  ): AsyncGenerator<BatchItem<Route>>
  /** Keeps bytes for a day, so that an extractor can read them. */
  upload(
    bytes: Uint8Array | Blob,
    settings: { readonly mediaType: string; readonly signal?: AbortSignal },
  ): Promise<Upload>
}

/** The seconds that one request waits for a result before it becomes a job. */
const WAIT_SECONDS = 30

/** Throws a TypeError for a URL that is none. */
export function createCrawl(options: ClientOptions): Crawl {
  const { client, send } = createClient<CrawlOperations, Job>(options, CRAWL_IDEMPOTENT)

  /** The result of the job that was answered in its place. */
  async function resultOfJob(accepted: Response, settings: WaitSettings<Job> = {}): Promise<Response> {
    const { jobId } = await jsonOf<JobAccepted>(accepted, settings.signal)
    await waitForJob<Job>(send, jobId, settings)
    return send('GET /api/jobs/{id}/result', { path: { id: jobId }, ...aborting(settings) })
  }

  /** The one file of that type, or the Markdown in the data: what the service answers when the result is there in time. */
  async function fileOfJob(
    accepted: Response,
    accept: string,
    settings: WaitSettings<Job> = {},
  ): Promise<Response> {
    const response = await resultOfJob(accepted, settings)
    const { jobId, artifacts, data } = await jsonOf<ResultOf<RunRoute>>(response, settings.signal)
    const [file, ...others] = artifacts.filter(({ mediaType }) => isAccepted(mediaType, accept))
    if (file !== undefined && others.length === 0)
      return send('GET /api/v1/artifacts/{id}', { path: { id: file.id }, accept, ...aborting(settings) })
    const { markdown } = fieldsOf(data)
    if (typeof markdown === 'string' && isAccepted('text/markdown', accept))
      return new Response(markdown, { headers: { 'content-type': 'text/markdown', 'x-job-id': jobId } })
    throw localProblem('invalid_answer', `The result of ${jobId} is no single file of the type ${accept}.`, {
      retryable: false,
    })
  }

  return {
    ...client,
    async run(route, ...[request]) {
      const first = await send(route, { waitSeconds: WAIT_SECONDS, ...request })
      return jsonOf(first.status === 202 ? await resultOfJob(first, request) : first, request?.signal)
    },
    async runFile(route, ...[request]) {
      const { accept = '*/*', signal } = request ?? {}
      const first = await send(route, { waitSeconds: WAIT_SECONDS, ...request })
      return fileOf(first.status === 202 ? await fileOfJob(first, accept, request) : first, accept, signal)
    },
    async submit(route, ...[request]) {
      return jsonOf(await send(route, { ...request, waitSeconds: 0 }), request?.signal)
    },
    async *results<Route extends RunRoute>(_route: Route, jobId: string, settings: WaitSettings<Job> = {}) {
      await waitForJob<Job>(send, jobId, settings)
      let cursor: string | null = null
      do {
        const response: Response = await send('GET /api/jobs/{id}/result', {
          path: { id: jobId },
          query: { cursor },
          ...aborting(settings),
        })
        const page: BatchPage<Route> = await jsonOf(response, settings.signal)
        for (const { error, ...item } of page.items) yield { ...item, problem: problemOf(error) }
        cursor = page.nextCursor
      } while (cursor !== null)
    },
    async upload(bytes, { mediaType, ...settings }) {
      const response = await send('POST /api/v1/artifacts', {
        query: { kind: 'upload' },
        headers: { 'content-type': mediaType },
        body: bytes,
        ...aborting(settings),
      })
      return jsonOf(response, settings.signal)
    },
  }
}

function aborting({ signal }: Pick<CallSettings, 'signal'>): Pick<CallSettings, 'signal'> {
  return signal === undefined ? {} : { signal }
}

interface BatchPage<Route extends RunRoute> {
  readonly items: readonly (Omit<BatchItem<Route>, 'problem'> & { readonly error: unknown })[]
  readonly nextCursor: string | null
}
