// Enqueues one extraction for the workers, or joins an equal one, and waits for it as long as the caller wants to.
import type { JobOptions } from '#contract/crawl/job-options.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { targetHost } from '#kit/url/target-host.ts'
import type { JobReads, JobRecord, JobSpec, JobSubmission } from '#platform/jobs/job-engine.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { jobFields, type JobOrigin } from '#crawl/requests/job-origin.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'

/** A caller waits for the answer: a job that no worker claimed within a minute is of no use. */
const QUEUE_TIMEOUT_MS = 60_000
/** No caller waits: workers have a day to claim it. */
const BACKGROUND_QUEUE_TIMEOUT_MS = 86_400_000
/** The reason of the cancel. */
const CALLER_GONE = 'user'
const NO_NEW_JOBS: ReadonlySet<string> = new Set(['draining', 'queue_full'])

/** The job of one input, which must have passed the schema of the operation. */
export function extractionJob(
  { jobType, operation }: ExtractorOperation,
  input: unknown,
  origin: JobOrigin,
  options: JobOptions & { readonly background: boolean; readonly webhook?: WebhookTarget | undefined },
): JobSpec {
  const queueTimeoutMs =
    options.queueTimeoutMs ?? (options.background ? BACKGROUND_QUEUE_TIMEOUT_MS : QUEUE_TIMEOUT_MS)
  const domain = targetHost(input)
  const timeoutMs = timeoutOf(input)
  return {
    type: jobType,
    pool: operation.pool,
    input,
    waitedFor: !options.background,
    queueTimeoutMs,
    deadlineMs: queueTimeoutMs + operation.timeoutMs,
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(domain === null ? {} : { domain }),
    ...jobFields(origin, options),
  }
}

/** The time that the caller allowed for the work, retries included; null for an operation without such a field. */
function timeoutOf(input: unknown): number | null {
  const timeoutMs: unknown = Object(input).timeoutMs
  return typeof timeoutMs === 'number' ? timeoutMs : null
}

/** One extraction as a caller wants it, already checked. */
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

/** The job as it was when the wait ended; `leave` gives up the caller's share in it. */
export interface SubmittedJob {
  readonly job: JobRecord
  /** False when it is the job of an equal request, which has not ended. */
  readonly isNew: boolean
  /** To be called at most once, when the caller is gone for good: a job that no other request shares is cancelled. */
  readonly leave: () => Promise<void>
}

/**
 * Makes the job, or joins one with the same dedupe key. Throws `draining` or `queue_full` when it can do neither, and
 * errors that the extractor finds at once.
 */
export async function submitExtraction(
  { engine }: { readonly engine: JobSubmission },
  { operation, input, options, origin, webhook, waitMs }: SubmitExtraction,
  dedupeKey?: string,
): Promise<SubmittedJob> {
  await operation.extractor.checkInput?.(input)
  const background = waitMs === 0 || isAddressed(webhook)
  const spec = extractionJob(operation, input, origin, { ...options, background, webhook })
  if (dedupeKey === undefined) {
    const job = await engine.enqueue(spec)
    return { job, isNew: true, leave: async () => abandon(engine, job) }
  }
  const id = newId('job')
  const job = await enqueueOrJoin(engine, { ...spec, id, dedupeKey })
  return { job, isNew: job.id === id, leave: async () => engine.leave(job.id, CALLER_GONE) }
}

/** A queue that takes no new job may hold an equal one. */
async function enqueueOrJoin(
  engine: JobSubmission,
  spec: JobSpec & { readonly dedupeKey: string },
): Promise<JobRecord> {
  try {
    return await engine.enqueue(spec)
  } catch (error) {
    const isRefused = error instanceof SurveyorError && NO_NEW_JOBS.has(error.code)
    const equal = isRefused ? await engine.join(spec.dedupeKey) : null
    if (equal === null) throw error
    return equal
  }
}

/** The job when it ended, or as it is when the wait was over. */
export async function waitForExtraction(
  { engine }: { readonly engine: JobReads },
  { waitMs, signal }: SubmitExtraction,
  job: JobRecord,
): Promise<JobRecord> {
  return waitMs === 0 ? job : ((await engine.waitForEnd(job.id, waitMs, signal)) ?? job)
}

/** Whether the caller is notified of the end in another way than by waiting. */
export function isAddressed(webhook: WebhookTarget | undefined): boolean {
  return webhook?.address !== undefined || webhook?.url !== undefined || webhook?.endpointId !== undefined
}

/** A job that ended meanwhile stays as it is. */
async function abandon(engine: JobSubmission, job: JobRecord): Promise<void> {
  try {
    await engine.cancel(job.id, CALLER_GONE)
  } catch (error) {
    if (!(error instanceof SurveyorError && error.code === 'job_not_cancellable')) throw error
  }
}
