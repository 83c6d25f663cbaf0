// Makes one job for each item of a batch, under a parent that ends when all of them have.
import type { TSchema } from 'typebox'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { JobRecord, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import { inputErrors } from '#crawl/requests/input-errors.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { inputOfJob, takeRequest } from '#crawl/requests/request-options.ts'
import type { JobOrigin } from '#crawl/requests/job-origin.ts'
import { extractionJob } from './submit-extraction.ts'

/** More problems would not make the answer more useful. */
const MAX_PROBLEMS = 50

/** `defaults` hold for every item that does not name the field itself. */
export interface BatchRequest {
  readonly items: readonly object[]
  readonly defaults?: object | undefined
}

/**
 * The parent job. The defaults are applied to each item, which must then fit the schema of the operation. One item that
 * does not fit refuses the whole batch with `validation_failed`, before any job is made. The webhook reports the end of
 * the parent.
 */
export async function submitBatch(
  { engine }: { readonly engine: JobSubmission },
  operation: ExtractorOperation & { readonly batchType: string },
  { items, defaults }: BatchRequest,
  origin: JobOrigin,
  webhook: WebhookTarget | undefined,
): Promise<JobRecord> {
  const common = { ...defaultsOf(operation.operation.input), ...defaults }
  const taken = items.map((item) => takeRequest({ ...common, ...item }))
  const errors = batchProblems(
    operation,
    taken.map(({ input }) => input),
  )
  if (errors.length > 0) {
    throw new SurveyorError('validation_failed', 'Some items of the batch are not valid.', { errors })
  }
  const children = taken.map((item, index) => ({
    ...extractionJob(operation, inputOfJob(item), origin, { ...item.options, background: true }),
    batchIndex: index,
  }))
  const { fairnessKey, traceparent } = origin
  const { priority, metadata } = takeRequest(common).options
  return engine.enqueueParent(
    {
      type: operation.batchType,
      pool: operation.operation.pool,
      // The items are kept as the inputs of the children.
      input: { items: items.length, defaults: defaults ?? null },
      fairnessKey,
      ...(priority === undefined ? {} : { priority }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(traceparent === null ? {} : { traceparent }),
      ...(webhook === undefined ? {} : { webhook: { ...webhook } }),
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
