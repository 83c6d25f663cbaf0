// Runs an extraction for an assistant: waits as long as assistants do, and answers with what was found or the job to ask again.
// Also the fields that such tools take and give.
import { Check } from 'typebox/schema'
import { Type, type TProperties } from 'typebox'
import { ExtractionAnswer, ExtractionResult } from '#contract/crawl/result.ts'
import { isTerminal, Job } from '#contract/job.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import type { ToolAnswer, ToolContext } from '#platform/mcp/tool.ts'
import { waitSeconds } from '#platform/mcp/brief-fields.ts'

/** Assistants give a tool a minute. */
export const MAX_WAIT_SECONDS = 50

export const Url = Type.String({ minLength: 1, maxLength: 4_000, description: 'With https://.' })

export const WaitSeconds = waitSeconds(MAX_WAIT_SECONDS)

/** What to know about an answer that is right otherwise. */
export const Warnings = Type.Array(Type.String())

/** What every tool that runs a job answers besides its own fields. */
export const RunFields = {
  jobId: Type.String(),
  status: Type.String({ description: 'Unless `succeeded`: ask `get_job`.' }),
}

/** Fields that only an answer with a result has. */
export function optional<Fields extends TProperties>(fields: Fields) {
  return Type.Partial(Type.Object(fields)).properties
}

/** Progress is told at least this often. */
const POLL_MS = 5_000

type Result = Pick<ExtractionResult, 'data' | 'warnings' | 'artifacts'>

/** `result` is null while the job runs, and when it was cancelled. */
export interface Run {
  readonly jobId: string
  readonly status: string
  readonly result: Result | null
}

/** What of the data of a result an assistant is shown. */
type Show = (data: Readonly<Record<string, unknown>>) => object

const REREAD_MS = 3_600_000

/** Throws the error that the extraction ended with. */
export async function runExtraction(path: string, body: object, context: ToolContext): Promise<Run> {
  const startedMs = performance.now()
  const headers = { prefer: `respond-async, wait=${POLL_MS / 1_000}` }
  const answer = await context.json({ method: 'POST', path, body, headers })
  if (Check(ExtractionAnswer, answer)) {
    return { jobId: answer.jobId, status: answer.status, result: await whole(answer, context) }
  }
  const jobId = String(fieldsOf(answer)['jobId'])
  const job = await waitForJob(jobId, startedMs + MAX_WAIT_SECONDS * 1_000, context)
  return { jobId, status: job.status, result: isTerminal(job.status) ? await resultOf(job, context) : null }
}

/** The job when it has ended, or as it is at `untilMs` of the monotonic clock. */
export async function waitForJob(jobId: string, untilMs: number, context: ToolContext): Promise<Job> {
  const path = `/api/jobs/${encodeURIComponent(jobId)}`
  for (;;) {
    const waitMs = Math.round(Math.max(0, Math.min(POLL_MS, untilMs - performance.now())))
    const job = await context.json({ method: 'GET', path, query: { waitMs } })
    if (!Check(Job, job)) throw misshapen()
    if (isTerminal(job.status)) return job
    const { done = 0, total = null, message } = job.progress ?? {}
    await context.progress(done ?? 0, total, message ?? job.status)
    if (performance.now() >= untilMs) return job
  }
}

/** Null of a cancelled job. Throws the error of one that failed. */
export async function resultOf(
  { status, result, error, resultExpired }: Job,
  context: ToolContext,
): Promise<Result | null> {
  if (error !== null) throw errorOf(error)
  if (resultExpired === true)
    throw new SurveyorError('result_expired', 'The result of the job is no longer kept.')
  if (status === 'cancelled') return null
  if (Check(ExtractionResult, result)) return whole(result, context)
  throw misshapen()
}

/** Long data is a file of its own, the last of them. */
async function whole(result: Result, context: ToolContext): Promise<Result> {
  const file = result.data === null ? result.artifacts?.at(-1) : undefined
  if (file === undefined) return result
  return { ...result, data: await context.json({ method: 'GET', path: file.href }) }
}

/** The service answered with something else than its description promises. */
export const misshapen = (): SurveyorError =>
  new SurveyorError('internal', 'An answer has another shape than expected.')

/** Throws the error that the extraction ended with. */
export async function answerOf(
  context: ToolContext,
  path: string,
  body: object,
  show: Show,
): Promise<ToolAnswer> {
  return { data: shown(await runExtraction(path, body, context), show) }
}

/** A job that still runs, or that was cancelled, has nothing to show. */
export function shown(run: Run, show: Show): object {
  const { jobId, status, result } = run
  return result === null ? { jobId, status } : { ...ended(run), ...show(fieldsOf(result.data)) }
}

export const ended = ({ jobId, status, result }: Run): object => ({
  jobId,
  status,
  warnings: (result?.warnings ?? []).map(({ detail }) => detail),
})

/** The further pieces of a text are those of the copy that the first came from. */
export const rereading = (offset = 0): object => (offset > 0 ? { maxAgeMs: REREAD_MS } : {})
