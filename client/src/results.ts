// The types of results: of one extraction, of the items of a batch, of the pages of a crawl.
import type { CrawlOperations as Described, JobAccepted, Problem } from './generated/crawl.gen.ts'
import type { BodyOf, ItemOf, RoutesAnswering } from './operations.ts'

type PagesRoute = 'GET /api/v1/sites/{id}/pages'

/** What crawl takes and answers, as it describes it; the results of pages have the types of their extractors. */
export interface CrawlOperations extends Omit<Described, PagesRoute> {
  'GET /api/v1/sites/{id}/pages': Omit<Described[PagesRoute], 'answers'> & {
    readonly answers: { readonly 200: { items: SitePage[]; nextCursor: string | null } }
  }
}

/** The routes that answer with a job: of one extraction, of a batch, of the crawl of a site. */
export type SubmitRoute = RoutesAnswering<Described, 202, JobAccepted> & `POST /api/v1/${string}`

/** Those of one extraction, which answer with its result where that is there in time. */
export type RunRoute = {
  [Route in SubmitRoute]: [BodyOf<Described[Route], 200>] extends [never] ? never : Route
}[SubmitRoute]

/** Those of a batch: `POST /api/v1/markdown/batch/extract`. */
export type BatchRoute = {
  [Route in SubmitRoute]: [SingleOf<Route>] extends [never] ? never : Route
}[SubmitRoute]

/** The extraction that a batch has many of. */
type SingleOf<Route extends string> = (Route extends `${infer Head}/batch/${infer Operation}`
  ? `${Head}/${Operation}`
  : Route extends `${infer Head}/batch`
    ? Head
    : never) &
  RunRoute

/** What `run` resolves with. A route that may also answer raw content (`delivery: 'raw'`) has the envelope. */
export type ResultOf<Route extends RunRoute> = Extract<
  BodyOf<Described[Route], 200>,
  { readonly jobId: string; readonly artifacts: unknown }
>

/** What the job of an item has: the result without what tells of the job. */
export type ItemResult<Route extends RunRoute> = Omit<
  ResultOf<Route>,
  'jobId' | 'extractor' | 'operation' | 'status' | 'createdAt' | 'completedAt' | 'links'
>

/** One item of a batch, in the order of the request, by the route of the batch or of one extraction. */
export interface BatchItem<Route extends RunRoute | BatchRoute> extends Omit<AnyItem, 'result'> {
  /** Null unless it succeeded. */
  readonly result: ItemResult<Route extends RunRoute ? Route : SingleOf<Route>> | null
}

type AnyItem = Extract<
  BodyOf<Described['GET /api/jobs/{id}/result'], 200>,
  { readonly items: unknown }
>['items'][number]

/** A page of the crawl of a site. */
export interface SitePage extends Omit<ItemOf<Described[PagesRoute]>, 'results'> {
  /** With `include: 'results'`; null where there is none or it is no longer kept. */
  readonly results?: PageResults | null
}

/** What each extractor made of a page, by its name. */
export type PageResults = {
  readonly [Name in ExtractorName]?: PageResult<ResultOf<`POST /api/v1/${Name}/extract`>['data']>
} & Readonly<Record<string, PageResult<unknown> | undefined>>

/** What one extractor made of a page; one that failed says why and costs the others nothing. */
export interface PageResult<Data> {
  /** As its own route answers; null where it failed. */
  readonly data: Data
  readonly warnings: ResultOf<'POST /api/v1/page/extract'>['warnings']
  readonly error: Problem | null
}

type ExtractorName = RunRoute extends infer Route
  ? Route extends `POST /api/v1/${infer Name}/extract`
    ? Name
    : never
  : never
