// Makes a batch from a request: from its items, or from its URLs.
import type { FastifyRequest } from 'fastify'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { WebhookRequest } from '#contract/webhook.ts'
import type { JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { submitBatch, type BatchRequest } from './submit-batch.ts'
import { requireInputScopes } from '#crawl/requests/input-scopes.ts'
import { checkSources, refuseUserInfo } from './input-sources.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { webhookOf } from '#crawl/requests/request-fields.ts'

/** The parts that make a batch. */
export interface TakeBatchDeps {
  readonly engine: JobSubmission
  readonly webhooks: Webhooks
  readonly artifacts: ArtifactService
}

type BatchOperation = ExtractorOperation & { readonly batchType: string }

/** The parent job. Throws `validation_failed`, `scope_missing`, `draining` or `queue_full`. */
export async function takeBatch(
  deps: TakeBatchDeps,
  operation: BatchOperation,
  { items, defaults }: BatchRequest,
  asked: WebhookRequest | undefined,
  request: FastifyRequest,
): Promise<JobRecord> {
  const placed = items.map((input, index) => ({ input, place: `/items/${index}/` }))
  return take(deps, operation, { items, defaults, placed, defaultsPlace: '/defaults/' }, asked, request)
}

/** The same for one request with many URLs: `fields` holds its other fields. */
export async function takeUrls(
  deps: TakeBatchDeps,
  operation: BatchOperation,
  { urls, fields }: { readonly urls: readonly string[]; readonly fields: object },
  asked: WebhookRequest | undefined,
  request: FastifyRequest,
): Promise<JobRecord> {
  if (Object(fields).delivery === 'raw') {
    const detail = 'Many URLs have no single content to answer with: take `inline` or `artifact`.'
    const errors = [{ pointer: '/delivery', code: 'not_allowed_value', detail }]
    throw new SurveyorError('validation_failed', detail, { errors })
  }
  const items = urls.map((url) => ({ url }))
  const placed = [{ input: { urls }, place: '/' }]
  return take(deps, operation, { items, defaults: fields, placed, defaultsPlace: '/' }, asked, request)
}

async function take(
  deps: TakeBatchDeps,
  operation: BatchOperation,
  {
    items,
    defaults,
    placed,
    defaultsPlace,
  }: BatchRequest & {
    readonly placed: readonly { readonly input: unknown; readonly place: string }[]
    readonly defaultsPlace: string
  },
  asked: WebhookRequest | undefined,
  request: FastifyRequest,
): Promise<JobRecord> {
  const parts = [{ input: defaults, place: defaultsPlace }, ...placed]
  requireInputScopes(request.caller, [defaults, ...items])
  refuseUserInfo(parts)
  await checkSources(deps.artifacts, request.caller, parts)
  const webhook = await webhookOf(deps, asked, request.caller)
  const batch = { items, ...(defaults === undefined ? {} : { defaults }) }
  return submitBatch(deps, operation, batch, jobOrigin(request), webhook)
}
