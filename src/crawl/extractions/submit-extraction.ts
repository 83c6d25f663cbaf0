// Enqueues one extraction for the workers and waits for it as long as the caller wants to.
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { targetHost } from '#kit/url/target-host.ts'
import type { JobReads, JobRecord, JobSpec, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import type { JobOrigin } from '#crawl/requests/job-origin.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

/** A caller waits for the answer: a job that no worker claimed within a minute is of no use. */
const QUEUE_TIMEOUT_MS = 60_000
/** No caller waits: workers have a day to claim it. */
const BACKGROUND_QUEUE_TIMEOUT_MS = 86_400_000

/** The job of one input, which must have passed the schema of the operation. */
export function extractionJob(
  { jobType, operation }: ExtractorOperation,
  input: unknown,
  origin: JobOrigin,
  options: JobOptions & { readonly background: boolean; readonly webhook?: WebhookTarget | undefined },
): JobSpec {
  const { priority, metadata, webhook } = options
  const queueTimeoutMs =
    options.queueTimeoutMs ?? (options.background ? BACKGROUND_QUEUE_TIMEOUT_MS : QUEUE_TIMEOUT_MS)
  const domain = targetHost(input)
  const timeoutMs = timeoutOf(input)
  return {
    type: jobType,
    pool: operation.pool,
    input,
    fairnessKey: origin.fairnessKey,
    waitedFor: !options.background,
    queueTimeoutMs,
    deadlineMs: queueTimeoutMs + operation.timeoutMs,
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(domain === null ? {} : { domain }),
    ...(origin.traceparent === null ? {} : { traceparent: origin.traceparent }),
    ...(priority === undefined ? {} : { priority }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(webhook === undefined ? {} : { webhook: { ...webhook } }),
  }
}

/** The time that the caller allowed for the work, retries included; null for an operation without such a field. */
function timeoutOf(input: unknown): number | null {
  const timeoutMs: unknown = Object(input).timeoutMs
  return typeof timeoutMs === 'number' ? timeoutMs : null
}

export interface SubmitExtraction {
  readonly operation: ExtractorOperation
  readonly input: unknown
  /** The job options of the request. */
  readonly options: JobOptions
  readonly origin: JobOrigin
  /** The webhook for the end of the job. */
  readonly webhook: WebhookTarget | undefined
  /** The answer is a file, or a reference to one. */
  readonly wantsFile: boolean
  /** 0: do not wait. */
  readonly waitMs: number
  /** Aborts when the caller is gone or the service stops; ends the wait. */
  readonly signal: AbortSignal
}

/**
 * The job as it is when it ended or the wait was over. Throws `draining` or `queue_full` when no job was made, and
 * errors that the extractor finds at once.
 */
export async function submitExtraction(
  { engine }: { readonly engine: JobSubmission & JobReads },
  { operation, input, options, origin, webhook, waitMs, signal }: SubmitExtraction,
): Promise<JobRecord> {
  await operation.extractor.checkInput?.(input)
  const background = waitMs === 0 || isAddressed(webhook)
  const job = await engine.enqueue(
    extractionJob(operation, input, origin, { ...options, background, webhook }),
  )
  if (waitMs === 0) return job
  return (await engine.waitForEnd(job.id, waitMs, signal)) ?? job
}

/** Whether the caller is notified of the end in another way than by waiting. */
export function isAddressed(webhook: WebhookTarget | undefined): boolean {
  return webhook?.address !== undefined || webhook?.url !== undefined || webhook?.endpointId !== undefined
}

/** Cancels a job that no caller will read; a job that ended meanwhile stays as it is. */
export async function abandonExtraction(
  { engine }: { readonly engine: JobSubmission },
  job: JobRecord,
): Promise<void> {
  try {
    await engine.cancel(job.id, 'user')
  } catch (error) {
    if (!(error instanceof SurveyorError && error.code === 'job_not_cancellable')) throw error
  }
}
