// Hands one extraction to the workers and waits for it as long as the caller wants to.
import type { JobOptions } from '#contract/job-options.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { targetHost } from '#kit/target-host.ts'
import type { JobEngine, JobRecord, JobSpec } from '#platform/jobs/job-engine.ts'
import type { ExtractorOperation } from './operations.ts'
import type { WebhookTarget } from '#platform/webhooks/target.ts'

/** Somebody waits for the answer: a job that no worker took in a minute is of no use. */
const QUEUE_TIMEOUT_MS = 60_000
/** Nobody waits: a day for the workers to get to it. */
const BACKGROUND_QUEUE_TIMEOUT_MS = 86_400_000

export interface JobOrigin {
  /** Whom the queue is fair to: the key, or the address of a client without one. */
  readonly fairnessKey: string
  readonly traceparent: string | null
}

/** The job of one input, which must have passed the operation's schema. */
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
    kindOfWork: operation.kindOfWork,
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

/** What the caller gave the work, retries included; null for an operation that has no such field. */
function timeoutOf(input: unknown): number | null {
  const timeoutMs: unknown = Object(input).timeoutMs
  return typeof timeoutMs === 'number' ? timeoutMs : null
}

export interface SubmitExtraction {
  readonly operation: ExtractorOperation
  readonly input: unknown
  /** What the request says of its job. */
  readonly options: JobOptions
  readonly origin: JobOrigin
  /** Who is to hear of the end. */
  readonly webhook: WebhookTarget | undefined
  /** The answer is a file, or a reference to one. */
  readonly wantsFile: boolean
  /** 0: do not wait. */
  readonly waitMs: number
  /** Aborts when the caller is gone or the service stops; ends the wait. */
  readonly signal: AbortSignal
}

/**
 * The job as it is when it ended or the wait was over. Throws `draining` or `queue_full` where none was made, and what the
 * extractor refuses at once.
 */
export async function submitExtraction(
  { engine }: { readonly engine: JobEngine },
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

/** Whether the caller wants to hear of the end in another way than by waiting. */
export function isAddressed(webhook: WebhookTarget | undefined): boolean {
  return webhook?.address !== undefined || webhook?.url !== undefined || webhook?.endpointId !== undefined
}

/** Cancels a job that nobody will ever look at; one that ended meanwhile is left as it is. */
export async function abandonExtraction(
  { engine }: { readonly engine: JobEngine },
  job: JobRecord,
): Promise<void> {
  try {
    await engine.cancel(job.id, 'user')
  } catch (error) {
    if (!(error instanceof SurveyorError && error.code === 'job_not_cancellable')) throw error
  }
}
