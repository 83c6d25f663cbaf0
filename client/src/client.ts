// What the clients of both services share: typed calls, lists, streams, files, jobs.
import { fileOf, type FileResult } from './files.ts'
import { followJob, waitForJob, type JobEvent, type JobLike } from './jobs.ts'
import { answerOf, jsonOf, linesOf, unlessNotJson } from './read.ts'
import { fieldsOf, localProblem } from './problem.ts'
import { createSend, type CallSettings, type ClientOptions, type Send } from './send.ts'
import type { Answer, CallArguments, ItemOf, ListRoute, RouteOf, Typed } from './operations.ts'

/** How a job is waited for. */
export interface WaitSettings<Job> {
  /** Ends the waiting; the job goes on (`POST /api/jobs/{id}/cancel` ends it). */
  readonly signal?: AbortSignal
  /** Called with each answer while the job runs. */
  readonly onProgress?: (job: Job) => void
}

/** The client of one service. Every method throws a SurveyorProblem, or the reason of the signal. */
export interface Client<Operations extends Typed<Operations>, Job extends JobLike> {
  /** One request, by its route in the description of the service; resolves with any answer of 2xx. */
  call<Route extends RouteOf<Operations>>(
    route: Route,
    ...args: CallArguments<Operations[Route]>
  ): Promise<Answer<Operations[Route]>>
  /** All rows of a list, page by page: a page is asked for when the rows before it are used up. */
  list<Route extends ListRoute<Operations>>(
    route: Route,
    ...args: CallArguments<Operations[Route]>
  ): AsyncGenerator<ItemOf<Operations[Route]>>
  /** All rows of a list in one answer (NDJSON). Ends only when all have come. */
  stream<Route extends ListRoute<Operations>>(
    route: Route,
    ...args: CallArguments<Operations[Route]>
  ): AsyncGenerator<ItemOf<Operations[Route]>>
  /** The answer as bytes with the name and type of a file; `accept` chooses among the types of a route. */
  file<Route extends RouteOf<Operations>>(
    route: Route,
    ...args: CallArguments<Operations[Route], { readonly accept?: string }>
  ): Promise<FileResult>
  /** The job once it has ended, however it ended: its `status` says so. */
  waitForJob(id: string, settings?: WaitSettings<Job>): Promise<Job>
  /** What happens to a job, until it has ended; goes on after a lost connection without a gap. */
  jobEvents(id: string, settings?: Pick<CallSettings, 'signal'>): AsyncGenerator<JobEvent>
}

/** With the `send` that the parts of one service need beside it. */
export function createClient<Operations extends Typed<Operations>, Job extends JobLike>(
  options: ClientOptions,
  idempotent: ReadonlySet<string>,
): { readonly client: Client<Operations, Job>; readonly send: Send } {
  const send = createSend(options, idempotent)
  const client: Client<Operations, Job> = {
    async call<Route extends RouteOf<Operations>>(
      route: Route,
      ...[request]: CallArguments<Operations[Route]>
    ) {
      const answer = await answerOf<unknown>(await send(route, request))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the service promises in its description
      return answer as Answer<Operations[Route]>
    },
    async *list<Route extends ListRoute<Operations>>(
      route: Route,
      ...[request]: CallArguments<Operations[Route]>
    ) {
      let cursor: string | null | undefined
      do {
        const query = { ...request?.query, ...(cursor === undefined ? {} : { cursor }) }
        const page = await jsonOf<PageOf<ItemOf<Operations[Route]>>>(await send(route, { ...request, query }))
        if (!Array.isArray(fieldsOf(page)['items']))
          throw localProblem('invalid_answer', 'The answer is no list.', { retryable: false })
        yield* page.items
        cursor = page.nextCursor ?? null
      } while (cursor !== null)
    },
    async *stream(route, ...[request]) {
      const { response } = await send(route, { ...request, accept: 'application/x-ndjson' })
      for await (const line of linesOf(response, request?.signal)) yield unlessNotJson(() => JSON.parse(line))
    },
    async file(route, ...[request]) {
      const accept = request?.accept ?? '*/*'
      return fileOf(await send(route, { ...request, accept }), accept, request?.signal)
    },
    waitForJob: async (id, settings) => waitForJob<Job>(send, id, settings),
    jobEvents: (id, settings) => followJob(send, id, settings?.signal),
  }
  return { client, send }
}

interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}
