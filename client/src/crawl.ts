// The client of crawl: pages and documents as data.
import { createClient, type Client, type WaitSettings } from './client.ts'
import { fileOf, isAccepted, type FileResult } from './files.ts'
import { CRAWL_IDEMPOTENT, type Job, type JobAccepted } from './generated/crawl.gen.ts'
import { waitForJob } from './jobs.ts'
import { fieldsOf, localProblem } from './problem.ts'
import { answerOf, isCut, jsonOf, type Sent } from './read.ts'
import type { CallArguments } from './operations.ts'
import type { BatchItem, BatchRoute, CrawlOperations, ResultOf, RunRoute, SubmitRoute } from './results.ts'
import type { CallSettings, ClientOptions } from './send.ts'

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
  results<Route extends RunRoute | BatchRoute>(
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

  const resultOf = async (jobId: string, settings: AbortSettings): Promise<Sent> =>
    send('GET /api/jobs/{id}/result', { path: { id: jobId }, ...aborting(settings) })

  /** The one file of that type, or the Markdown in the data: what the service answers when the result is there in time. */
  async function fileOfJob(jobId: string, accept: string, settings: AbortSettings): Promise<Sent> {
    const { artifacts, data } = await jsonOf<ResultOf<RunRoute>>(await resultOf(jobId, settings))
    const [file, ...others] = artifacts.filter(({ mediaType }) => isAccepted(mediaType, accept))
    if (file !== undefined && others.length === 0)
      return send('GET /api/v1/artifacts/{id}', { path: { id: file.id }, accept, ...aborting(settings) })
    const { markdown } = fieldsOf(data)
    if (typeof markdown === 'string' && isAccepted('text/markdown', accept)) {
      const headers = { 'content-type': 'text/markdown', 'x-job-id': jobId }
      const response = new Response(markdown, { headers })
      return { response, read: async (how) => how(response) }
    }
    throw localProblem('invalid_answer', `The result of ${jobId} is no single file of the type ${accept}.`, {
      retryable: false,
    })
  }

  /** The request has no Idempotency-Key: where its answer breaks off, the file is read from the job that made it. */
  function orOfJob(first: Sent, accept: string, settings: AbortSettings): Sent {
    const { response } = first
    const jobId = response.headers.get('x-job-id')
    if (jobId === null || options.retries === 0) return first
    return {
      response,
      async read(how) {
        try {
          return await first.read(how)
        } catch (error) {
          if (!isCut(error)) throw error
        }
        return (await fileOfJob(jobId, accept, settings)).read(how)
      },
    }
  }

  return {
    ...client,
    async run(route, ...[request]) {
      const first = await send(route, { waitSeconds: WAIT_SECONDS, ...request })
      const { status, body } = await answerOf<ResultOf<typeof route>>(first)
      if (status !== 202) return body
      await waitForJob<Job>(send, body.jobId, request)
      return jsonOf(await resultOf(body.jobId, request ?? {}))
    },
    async runFile(route, ...[request]) {
      const { accept = '*/*', signal } = request ?? {}
      const first = await send(route, { waitSeconds: WAIT_SECONDS, ...request })
      if (first.response.status !== 202) return fileOf(orOfJob(first, accept, request ?? {}), accept, signal)
      const jobId = await jobIdOf(first)
      await waitForJob<Job>(send, jobId, request)
      return fileOf(await fileOfJob(jobId, accept, request ?? {}), accept, signal)
    },
    async submit(route, ...[request]) {
      return jsonOf(await send(route, { ...request, waitSeconds: 0 }))
    },
    async *results<Route extends RunRoute | BatchRoute>(
      _route: Route,
      jobId: string,
      settings: WaitSettings<Job> = {},
    ) {
      await waitForJob<Job>(send, jobId, settings)
      let cursor: string | null = null
      do {
        const page: BatchPage<Route> = await jsonOf(
          await send('GET /api/jobs/{id}/result', {
            path: { id: jobId },
            query: { cursor },
            ...aborting(settings),
          }),
        )
        yield* page.items
        cursor = page.nextCursor
      } while (cursor !== null)
    },
    async upload(bytes, { mediaType, ...settings }) {
      return jsonOf(
        await send('POST /api/v1/artifacts', {
          query: { kind: 'upload' },
          headers: { 'content-type': mediaType },
          body: bytes,
          ...aborting(settings),
        }),
      )
    },
  }
}

/** Of an answer of 202; where its body breaks off, its head names the job too. */
async function jobIdOf(accepted: Sent): Promise<string> {
  try {
    return (await jsonOf<JobAccepted>(accepted)).jobId
  } catch (error) {
    const location = accepted.response.headers.get('location') ?? ''
    const id = /\/api\/jobs\/([\w-]+)$/.exec(location)?.[1]
    if (id === undefined || !isCut(error)) throw error
    return id
  }
}

type AbortSettings = Pick<CallSettings, 'signal'>

function aborting({ signal }: AbortSettings): AbortSettings {
  return signal === undefined ? {} : { signal }
}

interface BatchPage<Route extends RunRoute | BatchRoute> {
  readonly items: readonly BatchItem<Route>[]
  readonly nextCursor: string | null
}
