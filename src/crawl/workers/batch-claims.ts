// The worker-facing API: many jobs in one call, which is what our own workers use.
import type { FieldProblem } from '#contract/problem.ts'
import { invalidInput, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { ClaimsAnswer, ClaimsBody, CompletionsAnswer, CompletionsBody } from '#contract/worker.ts'
import type { App } from '#platform/http/server/server.ts'
import type { ClaimedJob, JobLeases, JobReport } from '#platform/jobs/job-engine.ts'
import { presentClaim } from './present-claim.ts'
import {
  EXAMPLE_RESULT,
  EXAMPLE_TOKEN,
  MAX_RESULT_KEYS,
  RESULT_LIMIT_BYTES,
  workerRoute,
} from './worker-route.ts'
import { nextAttemptAt, type WorkerJobDeps } from './worker-job-routes.ts'
import { reportedFailure } from './reported-failure.ts'

const DEFAULT_WAIT_MS = 25_000

/** Takes the releases and pages that came with completions. Throws nothing: answers the entries that were not taken. */
export type TakeAttachments = (
  releases: readonly unknown[],
  reports: readonly unknown[],
) => Promise<FieldProblem[]>

/** One entry that fails does not fail the others of its call. */
export function workerBatchRoutes(
  app: App,
  {
    engine,
    waits,
    strategies,
    runReports,
    takeAttachments,
  }: WorkerJobDeps & { readonly takeAttachments: TakeAttachments },
): void {
  const route = workerRoute()

  const presented = async (jobs: readonly ClaimedJob[]) => {
    const known = await strategies.of(jobs)
    return jobs.map((job, at) => presentClaim(job, known[at] ?? null))
  }

  app.post(
    '/api/worker/claims',
    {
      ...route,
      schema: {
        summary: 'Claim many jobs',
        description:
          'Up to `count` for each group of types; waits for the first job and takes what is there then.',
        body: {
          ...ClaimsBody,
          examples: [
            {
              workerId: 'wrk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
              max: [{ types: ['maps.search', 'maps.extract'], count: 20 }],
              waitMs: 25_000,
            },
          ],
        },
        response: { 200: ClaimsAnswer },
      },
    },
    async (request, reply) => {
      const { workerId, max, waitMs = DEFAULT_WAIT_MS } = request.body
      using wait = waits.open(reply)
      const jobs = await engine.claimNext({ workerId, max, waitMs, signal: wait.signal })
      return { jobs: await presented(jobs) }
    },
  )

  app.post(
    '/api/worker/completions',
    {
      ...route,
      bodyLimit: RESULT_LIMIT_BYTES,
      config: { ...route.config, maxKeys: MAX_RESULT_KEYS },
      schema: {
        summary: 'Complete, fail and hand back many jobs',
        description:
          'Each entry ends alone: the answer has one outcome for each, in their order. A result that is not what its ' +
          'operation answers is refused as in `complete`. With `claim` the answer also has the next jobs of the worker. ' +
          'Permits, pages and reports may travel along; a wrong one fails alone.',
        body: {
          ...CompletionsBody,
          examples: [
            {
              completions: [
                {
                  jobId: 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
                  leaseToken: EXAMPLE_TOKEN,
                  result: EXAMPLE_RESULT,
                },
              ],
              claim: {
                workerId: 'wrk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
                max: [{ types: ['maps.search', 'maps.extract'], count: 1 }],
              },
              permitReleases: [{ permit: 'prm_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89' }],
              snapshotReports: [
                {
                  key: 'p9Zl3S1Nn0Jq0kX8yq2wP7mB5tV4cR6dF1gH3jK9LsA',
                  holder: '7c1f3b52-9d0e-4f6a-8a51-2b9c4d7e6f10',
                  url: 'https://example.org/',
                  extractor: 'maps',
                  outcome: 'released',
                  ageMs: 12,
                },
              ],
            },
          ],
        },
        response: { 200: CompletionsAnswer },
      },
    },
    async (request, reply) => {
      const { completions, claim, permitReleases, snapshotReports } = request.body
      using wait = waits.open(reply)
      const reports = completions.map(reportOf)
      const carried = permitReleases !== undefined || snapshotReports !== undefined
      const attached = carried ? await takeAttachments(permitReleases ?? [], snapshotReports ?? []) : []
      const hasReports = completions.some((entry) => entry.reports !== undefined)
      const wrong = hasReports
        ? completions.flatMap(({ reports: learned }, index) =>
            runReports.problems(learned, `/completions/${index}/reports`),
          )
        : []
      const [completed, claimed] = await completeAndClaim(engine, reports, claim, wait.signal)
      return {
        ...(claimed === null ? {} : { jobs: await presented(claimed) }),
        ...(carried || hasReports ? { refused: [...attached, ...wrong] } : {}),
        outcomes: completed.map((outcome, index) =>
          outcome instanceof SurveyorError
            ? {
                jobId: completions[index]?.jobId ?? '',
                status: null,
                nextAttemptAt: null,
                error: problemOf(outcome),
              }
            : {
                jobId: outcome.id,
                status: outcome.state,
                nextAttemptAt: nextAttemptAt(outcome),
                error: null,
              },
        ),
      }
    },
  )
}

/** Side by side, because the claim of one job must not wait for the commit that ends another. */
async function completeAndClaim(
  engine: JobLeases,
  reports: readonly JobReport[],
  claim: CompletionsBody['claim'],
  signal: AbortSignal,
): Promise<[Awaited<ReturnType<JobLeases['completeMany']>>, ClaimedJob[] | null]> {
  if (claim === undefined) return [await engine.completeMany(reports), null]
  const claiming = engine.claimNext({ ...claim, waitMs: 0, signal }).catch(() => [])
  const [completed] = await Promise.allSettled([engine.completeMany(reports)])
  const claimed = await claiming
  if (completed.status === 'fulfilled' && !signal.aborted) return [completed.value, claimed]
  // The worker does not learn of these.
  const released = claimed.map(({ job, leaseToken }) => ({ jobId: job.id, leaseToken, release: {} }))
  await engine.completeMany(released).catch(() => undefined)
  if (completed.status === 'rejected') throw completed.reason
  return [completed.value, []]
}

/** Throws `validation_failed` unless the entry has exactly one of result, error and release. */
function reportOf(entry: CompletionsBody['completions'][number], index: number): JobReport {
  const { jobId, leaseToken, result, error, retryAfterMs, release, hold } = entry
  const learned = entry.reports === undefined ? {} : { reports: entry.reports }
  if ([result, error, release].filter((form) => form !== undefined).length !== 1) {
    const problem: FieldProblem = {
      pointer: `/completions/${index}`,
      code: 'no_form_fits',
      detail: 'Must have exactly one of result, error and release.',
    }
    throw invalidInput('An entry', [problem])
  }
  const held = hold === undefined ? {} : { hold }
  if (release === true) return { jobId, leaseToken, release: held }
  if (error === undefined)
    return { jobId, leaseToken, result, place: `/completions/${index}/result`, ...learned }
  return {
    jobId,
    leaseToken,
    error: reportedFailure(error),
    ...held,
    ...learned,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}
