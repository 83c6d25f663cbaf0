// Looks at a domain again: a worker asks it for the headers of one page, and its report is stored with the end of the job.
import { isTerminal } from '#contract/job.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import { submitExtraction } from '#crawl/extractions/submit-extraction.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import type { JobOrigin } from '#crawl/requests/job-origin.ts'

/** The job type of the check. */
export const CHECK_TYPE = 'cdn.check'
const MAX_WAIT_MS = 30_000
const TIMEOUT_MS = 15_000

/** Not every site speaks HTTPS. */
const NO_HTTPS: ReadonlySet<string> = new Set(['target_tls_error', 'target_connect_error'])

/** What a check needs: jobs, and the operations that there are. */
export interface RefreshDeps {
  readonly engine: JobSubmission & JobReads
  readonly operations: readonly ExtractorOperation[]
}

/**
 * Resolves when the check has ended well, by HTTPS or, where that does not answer, by HTTP. Throws the error of the check,
 * `queue_timeout`, `queue_full`, `draining`, and `no_worker` where no extractor does it.
 */
export async function refreshDomain(
  deps: RefreshDeps,
  host: string,
  origin: JobOrigin,
  signal: AbortSignal,
): Promise<void> {
  try {
    await checkUrl(deps, `https://${host}/`, origin, signal)
  } catch (error) {
    if (!(error instanceof SurveyorError) || !NO_HTTPS.has(error.code)) throw error
    await checkUrl(deps, `http://${host}/`, origin, signal)
  }
}

/** Callers that ask for one address at the same time share a job. */
async function checkUrl(
  { engine, operations }: RefreshDeps,
  url: string,
  origin: JobOrigin,
  signal: AbortSignal,
): Promise<void> {
  const operation = operations.find(({ jobType }) => jobType === CHECK_TYPE)
  if (operation === undefined) throw new SurveyorError('no_worker', 'This crawl checks no domains.')
  const rest = { options: {}, webhook: undefined, wantsFile: false, waitMs: MAX_WAIT_MS }
  const asked = { operation, input: { url, timeoutMs: TIMEOUT_MS }, origin, signal, ...rest }
  const { job, leave } = await submitExtraction({ engine }, asked, `${CHECK_TYPE} ${url}`)
  const ended = (await engine.waitForEnd(job.id, MAX_WAIT_MS, signal)) ?? job
  if (ended.state === 'succeeded') return
  if (isTerminal(ended.state) && ended.error !== null) throw errorOf(ended.error)
  await leave()
  throw new SurveyorError('queue_timeout', 'The check of the domain did not end in time.')
}
