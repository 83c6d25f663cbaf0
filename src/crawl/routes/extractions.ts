// The paths of the extractors' operations, made from their descriptors: POST with JSON, GET with flat fields.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ErrorCode } from '#contract/error-codes.ts'
import { isTerminal } from '#contract/job.ts'
import { ExtractionAnswer, JobAccepted } from '#contract/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency.ts'
import type { DocumentedHeader, RouteConfig } from '#platform/http/route-config.ts'
import { applyPreferences, parsePrefer } from '#platform/http/prefer.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import type { WebhookTarget } from '#platform/webhooks/target.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { OpenWaits } from '#crawl/open-waits.ts'
import { checkQuery, flatQuery } from '#crawl/use-cases/flat-query.ts'
import type { ExtractorOperation } from '#crawl/use-cases/operations.ts'
import { presentExtraction, presentFailure } from '#crawl/use-cases/present-extraction.ts'
import { abandonExtraction, isAddressed, submitExtraction } from '#crawl/use-cases/submit-extraction.ts'
import { accepted } from './accepted.ts'
import { sendJobProblem } from './job-problem.ts'
import { jobOrigin } from './job-origin.ts'
import { takeWebhook, webhookOf, withWebhook } from './webhook-field.ts'

/** How long a caller waits who says nothing about it. */
const DEFAULT_WAIT_MS = 30_000
/** An input may hold a whole page, a batch a thousand inputs. */
const BODY_LIMIT_BYTES = 16 * 1_048_576

/** What the job of an extraction may end with, one for each status. */
export const EXTRACTION_ERRORS: readonly ErrorCode[] = [
  'robots_disallowed',
  'not_found',
  'job_ended',
  'target_too_large',
  'unsupported_document',
  'rate_limited',
  'target_http_error',
  'target_timeout',
]

export interface ExtractionRouteDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly waits: OpenWaits
  readonly operations: readonly ExtractorOperation[]
  readonly webhooks: Webhooks
}

export function extractionRoutes(app: App, deps: ExtractionRouteDeps): void {
  for (const operation of deps.operations) operationRoutes(app, deps, operation)
}

/** What every route of an operation states. One that is only announced answers 501, whatever it is asked. */
export function operationRoute(
  { extractor, operation }: ExtractorOperation,
  headers: readonly DocumentedHeader[],
): {
  readonly config: RouteConfig
  readonly bodyLimit: number
  readonly preValidation: (() => Promise<void>)[]
} {
  const refuse = async () => {
    throw new SurveyorError('not_built_yet', `${extractor.name}: ${extractor.unavailableReason ?? ''}.`)
  }
  return {
    config: {
      group: 'extractors',
      scope: `extract:${extractor.name}`,
      headers,
      errors: EXTRACTION_ERRORS,
      ...(operation.documented === false ? {} : { seed: true }),
      ...(extractor.available ? {} : { pending: true }),
    },
    bodyLimit: BODY_LIMIT_BYTES,
    preValidation: extractor.available ? [] : [refuse],
  }
}

function operationRoutes(app: App, deps: ExtractionRouteDeps, described: ExtractorOperation): void {
  const { summary, path, input, output, example } = described.operation
  const description =
    'Waits for the result as long as `Prefer: wait=N` says (30 s, at most 120); then it answers 202 and a job, ' +
    'with `Prefer: respond-async` at once.'
  const response = {
    200: Type.Object({ ...ExtractionAnswer.properties, data: output }),
    202: JobAccepted,
  }
  app.post(
    path,
    {
      ...operationRoute(described, ['Prefer', 'Idempotency-Key']),
      schema: {
        summary,
        description,
        body: { ...withWebhook(input), examples: [example.request] },
        response,
      },
      ...idempotent(deps),
    },
    async (request, reply) => {
      const { input, asked } = takeWebhook(request.body)
      const webhook = await webhookOf(deps, asked)
      return extract(deps, described, { input, webhook }, request, reply)
    },
  )
  app.get(
    path,
    {
      ...operationRoute(described, ['Prefer']),
      schema: {
        summary: `${summary} By hand.`,
        description: `The flat fields of the POST form as a query string. ${description}`,
        querystring: flatQuery(input, example.request),
        response,
      },
    },
    async (request, reply) => {
      checkQuery(input, request.query)
      const webhook = await webhookOf(deps, undefined)
      return extract(deps, described, { input: request.query, webhook }, request, reply)
    },
  )
}

async function extract(
  deps: ExtractionRouteDeps,
  operation: ExtractorOperation,
  { input, webhook }: { readonly input: unknown; readonly webhook: WebhookTarget | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ExtractionAnswer | JobAccepted> {
  const { respondAsync, waitMs: wished } = parsePrefer(request.headers['prefer'])
  const waitMs = wished ?? (respondAsync ? 0 : DEFAULT_WAIT_MS)
  using wait = deps.waits.open(reply)
  const origin = jobOrigin(request)
  const job = await submitExtraction(deps, {
    operation,
    input,
    origin,
    webhook,
    waitMs,
    signal: wait.signal,
  })
  const ended = isTerminal(job.state)
  applyPreferences(reply, { respondAsync: respondAsync && !ended, waitMs: wished })
  if (!ended) {
    // Whoever sends an Idempotency-Key means to come back for the answer, and a webhook brings it.
    const expected = request.headers['idempotency-key'] !== undefined || isAddressed(webhook)
    if (wait.clientGone() && !expected) await abandonExtraction(deps, job)
    return accepted(reply, job)
  }
  if (job.state === 'succeeded') return presentExtraction(job)
  return sendJobProblem(request, reply, presentFailure(job)) as never
}
