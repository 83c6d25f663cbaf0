// Makes a batch from a request, of its items or its URLs: one job for each, under a parent that ends when all of them have.
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { WebhookRequest } from '#contract/webhook.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { inputErrors } from '#crawl/requests/input-errors.ts'
import { inputOfJob, takeRequest } from '#crawl/requests/request-options.ts'
import type { JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { requireInputScopes } from '#crawl/requests/input-scopes.ts'
import { checkSources, refuseUserInfo } from './input-sources.ts'
import { jobFields, jobOrigin } from '#crawl/requests/job-origin.ts'
import { webhookOf, type ManySources } from '#crawl/requests/request-fields.ts'
import { extractionJob } from './submit-extraction.ts'

/** The parts that make a batch. */
export interface TakeBatchDeps {
  readonly engine: JobSubmission
  readonly webhooks: Webhooks
  readonly artifacts: ArtifactService
}

type BatchOperation = ExtractorOperation & { readonly batchType: string }

/** More problems would not make the answer more useful. */
const MAX_PROBLEMS = 50

/** `defaults` hold for every item that does not name the field itself. */
interface BatchRequest {
  readonly items: readonly object[]
  readonly defaults?: object | undefined
}

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

/** The same for one request with many URLs or files: `fields` holds its other fields. */
export async function takeMany(
  deps: TakeBatchDeps,
  operation: BatchOperation,
  { many, fields }: { readonly many: ManySources; readonly fields: object },
  asked: WebhookRequest | undefined,
  request: FastifyRequest,
): Promise<JobRecord> {
  if (Object(fields).delivery === 'raw') {
    const detail = 'A batch has no single content to answer with: take `inline` or `artifact`.'
    const errors = [{ pointer: '/delivery', code: 'not_allowed_value', detail }]
    throw new SurveyorError('validation_failed', detail, { errors })
  }
  const items = many.values.map((value) => ({ [many.field]: value }))
  const placed = [{ input: { [`${many.field}s`]: many.values }, place: '/' }]
  return take(deps, operation, { items, defaults: fields, placed, defaultsPlace: '/' }, asked, request)
}

interface PlacedRequest extends BatchRequest {
  readonly placed: readonly { readonly input: unknown; readonly place: string }[]
  readonly defaultsPlace: string
}

/**
 * The defaults are applied to each item, which must then fit the schema of the operation. One item that does not fit
 * refuses the whole batch, before any job is made. The webhook reports the end of the parent.
 */
async function take(
  deps: TakeBatchDeps,
  operation: BatchOperation,
  { items, defaults, placed, defaultsPlace }: PlacedRequest,
  asked: WebhookRequest | undefined,
  request: FastifyRequest,
): Promise<JobRecord> {
  const parts = [{ input: defaults, place: defaultsPlace }, ...placed]
  requireInputScopes(request.caller, [defaults, ...items])
  refuseUserInfo(parts)
  await checkSources(deps.artifacts, request.caller, parts)
  const webhook = await webhookOf(deps, asked, request.caller)
  const common = { ...defaultsOf(operation.operation.input), ...defaults }
  const taken = items.map((item) => takeRequest({ ...common, ...item }))
  const errors = batchProblems(
    operation,
    taken.map(({ input }) => input),
  )
  if (errors.length > 0) {
    throw new SurveyorError('validation_failed', 'Some items of the batch are not valid.', { errors })
  }
  const origin = jobOrigin(request)
  const children = taken.map((item, index) => ({
    ...extractionJob(operation, inputOfJob(item), origin, { ...item.options, background: true }),
    batchIndex: index,
  }))
  return deps.engine.enqueueParent(
    {
      type: operation.batchType,
      pool: operation.operation.pool,
      // The items are kept as the inputs of the children.
      input: { items: items.length, defaults: defaults ?? null },
      ...jobFields(origin, { ...takeRequest(common).options, webhook }),
    },
    children,
  )
}

/** The defaults of the schema for absent fields, as for a single input. */
function defaultsOf(input: TSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(propertiesOf(input)).flatMap(([name, schema]) =>
      'default' in schema ? [[name, schema.default]] : [],
    ),
  )
}

function batchProblems({ operation }: ExtractorOperation, inputs: readonly unknown[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const [index, input] of inputs.entries()) {
    problems.push(
      ...inputErrors(
        operation.input,
        input,
        (path) => `/items/${index}${path.map((part) => `/${part}`).join('')}`,
      ),
    )
    if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS)
  }
  return problems
}
