// A crawl service reduced to what places asks of it: map jobs by HTTP, answered by a simulated provider.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Warning } from '#contract/crawl/result.ts'
import type { Job as CrawlJob, JobProgress } from '#contract/job.ts'
import type {
  MapsBasemapInput,
  MapsBasemapOutput,
  MapsExtractInput,
  MapsExtractOutput,
  MapsResolveInput,
  MapsResolveOutput,
  MapsSearchInput,
  MapsSearchOutput,
  MapsUnderstandInput,
  MapsUnderstandOutput,
} from '#contract/places/maps.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'

export interface FakeCrawl {
  readonly url: string
  /** The searches, in the order of the requests; a repeated Idempotency-Key is not searched again. */
  readonly searches: MapsSearchInput[]
  /** Every Idempotency-Key of a search, repeats included. */
  readonly keys: string[]
  /** The ids of the jobs that crawl was asked to cancel. */
  readonly cancelled: string[]
  /** Called before a search is answered: may wait, or throw what the job ends with. */
  before: (input: MapsSearchInput) => Promise<void> | void
  /** The same before an area is resolved. */
  beforeResolve: () => Promise<void> | void
  /** The progress that a running job reports. */
  progress: JobProgress | null
  /** The fields of a job that has not ended; when set, callers get them without a long wait. */
  pending: Pick<CrawlJob, 'status'> & Partial<Pick<CrawlJob, 'error' | 'progress' | 'scheduledFor'>>
  /** Refuses everything with this until it is null again. */
  refusal: SurveyorError | null
  /** Takes no connections any more, as a process that is gone. */
  goAway(): Promise<void>
  /** The same address again. */
  comeBack(): Promise<void>
}

/** `warnings` in the place of those of every result. */
type FakePage = MapsSearchOutput & { readonly warnings?: readonly Warning[] }

/** What answers the jobs: a simulated provider, or a real one on a simulated map. */
export interface CrawlProvider {
  resolve(input: MapsResolveInput): MapsResolveOutput | Promise<MapsResolveOutput>
  search(input: MapsSearchInput): FakePage | Promise<FakePage>
  /** Absent: nobody asks for single places. */
  extract?(input: MapsExtractInput): Promise<MapsExtractOutput>
  /** Absent: nobody asks how a query is understood. */
  understand?(input: MapsUnderstandInput): MapsUnderstandOutput
  /** Absent: nobody draws the map. */
  basemap?(input: MapsBasemapInput): MapsBasemapOutput
}

interface Job {
  readonly ended: Promise<{ status: string; result?: unknown; error?: unknown }>
}

/** `warnings` are those of every result. */
export async function startFakeCrawl(
  t: Pick<TestContext, 'after'>,
  provider: CrawlProvider,
  { warnings = [] }: { readonly warnings?: readonly Warning[] } = {},
): Promise<FakeCrawl> {
  const done = (data: unknown, own = warnings) => ({
    status: 'succeeded',
    result: { data, warnings: own },
  })
  const jobs = new Map<string, Job>()
  const byKey = new Map<string, { readonly id: string; readonly body: string }>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(response, 500, { ...problemOf(error) })
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://crawl')
    if (crawl.refusal !== null) return send(response, crawl.refusal.status, problemOf(crawl.refusal))
    if (pathname === '/health') return send(response, 200, { status: 'pass' })
    const unwanted = /^\/api\/jobs\/(.+)\/cancel$/.exec(pathname)?.[1]
    if (unwanted !== undefined) {
      crawl.cancelled.push(unwanted)
      return send(response, 200, { id: unwanted, status: 'cancelled' })
    }
    const job = /^\/api\/jobs\/(.+)$/.exec(pathname)?.[1]
    if (job !== undefined) return sendJob(response, job, Number(searchParams.get('waitMs')))
    const key = String(request.headers['idempotency-key'])
    const body = await text(request)
    const input: unknown = JSON.parse(body)
    if (pathname === '/api/v1/maps/search') crawl.keys.push(key)
    const known = byKey.get(key)
    if (known !== undefined && known.body !== body) {
      const reuse = new SurveyorError('idempotency_key_reuse', 'This key was sent with another request.')
      return send(response, reuse.status, problemOf(reuse))
    }
    const id = known?.id ?? newId('job')
    if (known === undefined) {
      byKey.set(key, { id, body })
      jobs.set(id, { ended: run(pathname, input) })
    }
    response.setHeader('location', `/api/jobs/${id}`)
    send(response, 202, { jobId: id, id, status: 'queued', links: { self: `/api/jobs/${id}` } })
  }

  async function run(
    path: string,
    input: unknown,
  ): Promise<{ status: string; result?: unknown; error?: unknown }> {
    try {
      if (path === '/api/v1/maps/resolve') {
        await crawl.beforeResolve()
        return done(await provider.resolve(input as MapsResolveInput))
      }
      if (path === '/api/v1/maps/understand') {
        await crawl.beforeResolve()
        return done(provider.understand?.(input as MapsUnderstandInput))
      }
      if (path === '/api/v1/maps/basemap') return done(provider.basemap?.(input as MapsBasemapInput))
      if (path === '/api/v1/maps/extract') return done(await provider.extract?.(input as MapsExtractInput))
      const search = input as MapsSearchInput
      crawl.searches.push(search)
      await crawl.before(search)
      const { warnings: own, ...page } = await provider.search(search)
      return done(page, own)
    } catch (error) {
      return { status: 'failed', error: problemOf(error) }
    }
  }

  async function sendJob(response: ServerResponse, id: string, waitMs: number): Promise<void> {
    const over = Promise.withResolvers<null>()
    const answersSoon = crawl.pending.status !== 'running' || crawl.pending.progress !== undefined
    const timer = setTimeout(() => over.resolve(null), answersSoon ? 100 : waitMs).unref()
    const end = await Promise.race([jobs.get(id)?.ended, over.promise])
    clearTimeout(timer)
    if (end === undefined)
      return send(response, 404, {
        title: 'No such job',
        detail: 'No job.',
        code: 'not_found',
        status: 404,
        retryable: false,
        type: 'urn:x',
      })
    const nothing = { error: null, progress: crawl.progress, scheduledFor: null }
    send(response, 200, { id, type: 'maps.search', ...nothing, ...(end ?? crawl.pending) })
  }

  let port = 0
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen()
  t.after(close)

  const crawl: FakeCrawl = {
    url: `http://127.0.0.1:${port}`,
    searches: [],
    keys: [],
    cancelled: [],
    before: () => undefined,
    beforeResolve: () => undefined,
    progress: null,
    pending: { status: 'running' },
    refusal: null,
    goAway: close,
    comeBack: listen,
  }
  return crawl
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
