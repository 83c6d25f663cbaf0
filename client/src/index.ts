// All that the package offers.
export { createCrawl, type Crawl, type Upload } from './crawl.ts'
export { createPlaces, type ExportRequest, type Places, type SearchRequest } from './places.ts'
export { SurveyorProblem, type FieldProblem, type LocalCode } from './problem.ts'
export {
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
  type WebhookRequest,
} from './webhooks.ts'
export type { Client, WaitSettings } from './client.ts'
export type { FileResult } from './files.ts'
export type { Job as CrawlJob, JobAccepted, Problem } from './generated/crawl.gen.ts'
export type { Job as PlacesJob, Place, PlacesOperations, Review, Search } from './generated/places.gen.ts'
export type { JobEvent, JobLike } from './jobs.ts'
export type {
  Answer,
  BodyOf,
  CallArguments,
  CallRequest,
  ItemOf,
  ListRoute,
  OperationTypes,
  RouteOf,
  RoutesAnswering,
  Typed,
} from './operations.ts'
export type {
  BatchItem,
  BatchRoute,
  CrawlOperations,
  ItemResult,
  PageResult,
  PageResults,
  ResultOf,
  RunRoute,
  SitePage,
  SubmitRoute,
} from './results.ts'
export type { CallSettings, ClientOptions } from './send.ts'
