// The paths of the extractors' operations, made from their descriptors: POST with JSON, GET with flat fields.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ErrorCode } from '#contract/error-codes.ts'
import { isTerminal } from '#contract/job.ts'
import { ExtractionAnswer, JobAccepted } from '#contract/crawl/result.ts'
import { Nullable } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { visibleOwner, type Caller } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import type { DocumentedHeader, RouteConfig } from '#platform/http/routing/route-config.ts'
import { applyPreferences, parsePrefer } from '#platform/http/input/prefer.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import { withLinksFor } from '#platform/jobs/present-job.ts'
import { toldTo } from '#platform/jobs/told-to.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { inputOfJob, takeRequest, type TakenRequest } from '#crawl/requests/request-options.ts'
import { normaliseInputs } from '#crawl/requests/normal-addresses.ts'
import { checkQuery, fitsQuery, flatQuery, propertiesOf } from '#crawl/requests/flat-query.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import {
  linksOfKept,
  readKept,
  runExtraction,
  type RunExtractionDeps,
  type Extracted,
} from './run-extraction.ts'
import { presentFailure, sendJobProblem } from '#crawl/results/present-extraction.ts'
import { isAddressed } from './submit-extraction.ts'
import { accepted } from './accepted.ts'
import { formConfig, withFormFiles } from './form-request.ts'
import { takeMany } from './take-batch.ts'
import { requireInputScopes } from '#crawl/requests/input-scopes.ts'
import { checkSources, refuseUserInfo } from './input-sources.ts'
import { checkRaw, mayWantRaw, sendContent, sendRaw } from './raw-delivery.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { requestBody, requestFields, takeBody, webhookOf } from '#crawl/requests/request-fields.ts'

/** How long the service waits by default for a caller. */
const DEFAULT_WAIT_MS = 30_000
/**
 * For operations that take a page, or many inputs at once. In any other input, a polygon of a map area is the largest
 * part.
 */
export const PAGE_LIMIT_BYTES = 16 * 1_048_576
const PLAIN_LIMIT_BYTES = 1_048_576
const MAX_INPUT_KEYS = 50_000

/** The errors that the job of an extraction may end with, one for each status. */
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

const FORM_DESCRIPTION =
  'A form (multipart/form-data) may bring the file itself in `file` and the flat options beside it; the file is kept ' +
  'like an upload.'

/** Any JSON. Its types are named, because programs made from the description take `unknown` beside the envelope for all of it. */
const RawJson = Type.Union(
  [
    Type.Record(Type.String(), Type.Unknown()),
    Type.Array(Type.Unknown()),
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
  ],
  { description: 'With `delivery: raw` the content itself.' },
)

/** The parts that the paths of operations use. */
export interface ExtractionRouteDeps extends RunExtractionDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly waits: OpenWaits
  readonly operations: readonly ExtractorOperation[]
  readonly webhooks: Webhooks
  readonly artifacts: ArtifactService
}

/** Two routes for each operation: POST takes everything, GET the flat fields, where these are enough for a request. */
export function extractionRoutes(app: App, deps: ExtractionRouteDeps): void {
  for (const operation of deps.operations) operationRoutes(app, deps, operation)
}

/** The fields that every route of an operation declares. An operation that is only announced always answers 501. */
export function operationRoute(
  { extractor, operation }: ExtractorOperation,
  headers: readonly DocumentedHeader[],
  errors = EXTRACTION_ERRORS,
): {
  readonly config: RouteConfig
  readonly bodyLimit: number
  readonly preValidation: ((request: FastifyRequest) => Promise<void>)[]
} {
  const refuse = async () => {
    throw new SurveyorError('not_built_yet', `${extractor.name}: ${extractor.unavailableReason ?? ''}.`)
  }
  return {
    config: {
      ...(extractor.enrichment === undefined
        ? { group: 'extractors', scope: `extract:${extractor.name}` }
        : { group: 'enrichment', scope: 'enrich' }),
      headers,
      maxKeys: MAX_INPUT_KEYS,
      errors,
    },
    bodyLimit: takesPage(operation) ? PAGE_LIMIT_BYTES : PLAIN_LIMIT_BYTES,
    preValidation: extractor.available
      ? [async ({ body, query }) => normaliseInputs(operation, body, query)]
      : [refuse],
  }
}

/** Whether the caller may send the page itself. */
function takesPage({ input }: ExtractorOperation['operation']): boolean {
  return Object.hasOwn(propertiesOf(input), 'html')
}

function operationRoutes(app: App, deps: ExtractionRouteDeps, described: ExtractorOperation): void {
  const { summary, path, input, output, example, raw } = described.operation
  // A single input is checked before there is a job; in a batch the check is the item's own end.
  const errors: readonly ErrorCode[] =
    described.extractor.checkInput === undefined ? EXTRACTION_ERRORS : [...EXTRACTION_ERRORS, 'not_built_yet']
  const fields = requestFields(described.operation)
  const description =
    'Waits for the result as long as `Prefer: wait=N` says (30 s, at most 120); then it answers 202 and a job, ' +
    'with `Prefer: respond-async` at once. `Cache-Status` (RFC 9211) says whether the answer was kept from before. ' +
    'Where Accept prefers the type of its only file, or `text/markdown`, the answer is that itself, with `X-Job-Id`; ' +
    '`delivery` says so for good, or has the data kept as a file.'
  const envelope = Type.Object({ ...ExtractionAnswer.properties, data: Nullable(output) })
  const response = {
    200: raw?.mediaTypes.includes('application/json') === true ? Type.Union([envelope, RawJson]) : envelope,
    202: JobAccepted,
  }
  const route = operationRoute(described, ['Prefer', 'Idempotency-Key'], errors)
  const form = formConfig(described, deps.artifacts, { bodyLimit: route.bodyLimit, maxKeys: MAX_INPUT_KEYS })
  const otherForms = raw?.mediaTypes.filter((type) => type !== 'application/json') ?? []
  app.post(
    path,
    {
      ...route,
      config: { ...route.config, ...form },
      schema: {
        summary,
        description: form.form === undefined ? description : `${description} ${FORM_DESCRIPTION}`,
        body: { ...requestBody(described.operation), examples: [example.request] },
        response,
        otherForms,
      },
      ...idempotent(deps),
    },
    async (request, reply) => {
      const { fields, many, asked } = takeBody(request.body)
      const { batchType } = described
      return withFormFiles(deps.artifacts, request, async () => {
        if (many !== null && batchType !== null) {
          const parent = await takeMany(deps, { ...described, batchType }, { many, fields }, asked, request)
          return accepted(reply, parent)
        }
        const webhook = await webhookOf(deps, asked, request.caller)
        return extract(deps, described, { ...takeRequest(fields), webhook }, request, reply)
      })
    },
  )
  if (!fitsQuery(input)) return
  app.get(
    path,
    {
      ...operationRoute(described, ['Prefer'], errors),
      schema: {
        summary: `${summary} By hand.`,
        description: `The flat fields of the POST form as a query string. ${description}`,
        querystring: flatQuery(fields, example.request),
        response,
        otherForms,
      },
    },
    async (request, reply) => {
      const taken = takeRequest(request.query)
      checkQuery(input, taken.input)
      const webhook = await webhookOf(deps, undefined, request.caller)
      return extract(deps, described, { ...taken, webhook }, request, reply)
    },
  )
}

async function extract(
  deps: ExtractionRouteDeps,
  operation: ExtractorOperation,
  {
    input,
    delivery,
    options,
    webhook,
  }: TakenRequest & {
    readonly webhook: WebhookTarget | undefined
  },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ExtractionAnswer | JobAccepted> {
  const raw = delivery === 'raw' ? operation.operation.raw : undefined
  if (raw !== undefined) checkRaw(request)
  requireInputScopes(request.caller, [input])
  const placed = [{ input, place: request.method === 'POST' ? '/' : '?' }]
  refuseUserInfo(placed)
  await checkSources(deps.artifacts, request.caller, placed)
  const { respondAsync, waitMs: wantedMs } = parsePrefer(request.headers['prefer'])
  const waitMs = wantedMs ?? (respondAsync ? 0 : DEFAULT_WAIT_MS)
  using wait = deps.waits.open(reply)
  const origin = jobOrigin(request)
  const extracted = await runExtraction(deps, {
    operation,
    input: inputOfJob({ input, delivery }),
    options,
    origin,
    webhook,
    wantsFile: delivery !== 'inline',
    waitMs,
    signal: wait.signal,
  })
  void reply.header('cache-status', extracted.cacheStatus)
  if (extracted.kind !== 'job') {
    request.answeredJob = extracted.kind === 'made' ? extracted.answer.jobId : extracted.kept.jobId
    applyPreferences(reply, { waitMs: wantedMs })
    if (raw !== undefined) {
      const answer = answerFor(request.caller, extracted)
      return await sendContent(request, reply, deps.artifacts, { raw, answer })
    }
    if (mayWantRaw(request)) {
      const answer = answerFor(request.caller, extracted)
      const sent = await sendRaw(request, reply, deps.artifacts, answer)
      if (sent !== null) return sent
    }
    return extracted.kind === 'made'
      ? answerFor(request.caller, extracted)
      : sendCached(request, reply, extracted)
  }
  const { job, release } = extracted
  // No caller waits for a background job, even when it has ended already.
  const isAccepted = waitMs === 0 || !isTerminal(job.state)
  applyPreferences(reply, { respondAsync: respondAsync && isAccepted, waitMs: wantedMs })
  if (!isAccepted) return sendJobProblem(request, reply, presentFailure(toldTo(request.caller, job)))
  // A caller with an Idempotency-Key is expected to come back for the answer; a webhook delivers it.
  const isExpected = request.headers['idempotency-key'] !== undefined || isAddressed(webhook)
  await release(!wait.clientGone() || isExpected)
  return accepted(reply, job)
}

/** A kept answer as its stored bytes, which costs next to nothing, with its `cache` and `links` at the end. */
function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, cache }: Extract<Extracted, { kind: 'kept' }>,
): FastifyReply {
  const { links } = seesJobsOf(request.caller, kept.jobOwner)
    ? withLinksFor(request.caller, { links: linksOfKept(kept) })
    : { links: {} }
  const end = Buffer.from(`,"cache":${JSON.stringify(cache)},"links":${JSON.stringify(links)}}`)
  const body = Buffer.concat([kept.answer.subarray(0, -1), end])
  void reply.type('application/json; charset=utf-8')
  // The answer to an Idempotency-Key is stored as text.
  return reply.send(request.headers['idempotency-key'] === undefined ? body : body.toString())
}

/** The answer as an object. The links of a job that is not the caller's would lead nowhere. */
function answerFor(caller: Caller, extracted: Exclude<Extracted, { kind: 'job' }>): ExtractionAnswer {
  const [answer, owner] =
    extracted.kind === 'made'
      ? [extracted.answer, extracted.jobOwner]
      : [{ ...readKept(extracted.kept), cache: extracted.cache }, extracted.kept.jobOwner]
  return seesJobsOf(caller, owner) ? withLinksFor(caller, answer) : { ...answer, links: {} }
}

function seesJobsOf(caller: Caller, jobOwner: string | null): boolean {
  const owner = visibleOwner(caller, 'jobs')
  return owner === null || owner === jobOwner
}
