// The worker-facing API: register, heartbeat, unregister.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  HeartbeatAnswer,
  HeartbeatBody,
  RegisterWorkerAnswer,
  RegisterWorkerBody,
  UnregisterAnswer,
  UnregisterBody,
} from '#contract/worker.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { App } from '#platform/http/server/server.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import type { JobLeases, JobWorkers } from '#platform/jobs/job-engine.ts'
import type { RunReportTakers } from './run-reports.ts'
import { workerRoute } from './worker-route.ts'

/** The engine, and the kinds of reports that workers may bring with the end of a job. */
export interface RegistrationDeps {
  readonly engine: JobLeases & JobWorkers
  readonly runReports: Pick<RunReportTakers, 'kinds'>
  /** For the metrics: refusals by the guards of workers. */
  readonly countRefused: (reason: string, count: number) => void
}

/** The id that registering answered with. */
export const WorkerParams = Type.Object({
  id: Type.String({ examples: ['wrk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'] }),
})

/** A worker of two operations that runs 20 light jobs and 8 fetching ones at once. */
export const REGISTER_EXAMPLE: RegisterWorkerBody = {
  name: 'worker-1',
  instanceId: '5e0c1f0a-worker-1',
  version: '1.16.0',
  capabilities: { types: ['maps.search', 'maps.extract'], concurrency: { light: 20, http: 8 } },
  tags: ['eu'],
}

/** 201 for a new worker, 200 for a known one. Throws `validation_failed` for a type of the service itself. */
export async function registerWorker(
  { engine, runReports }: RegistrationDeps,
  worker: RegisterWorkerBody,
  reply: FastifyReply,
): Promise<RegisterWorkerAnswer> {
  const own = worker.capabilities.types.findIndex(isSystemType)
  if (own >= 0) {
    const pointer = `/capabilities/types/${own}`
    const detail = 'Jobs of this type are for the service itself.'
    const errors = [{ pointer, code: 'not_allowed', detail }]
    throw new SurveyorError('validation_failed', detail, { errors })
  }
  const { workerId, intervals, created } = await engine.workers.register(worker)
  if (created) void reply.code(201)
  return {
    workerId,
    intervals,
    claimsWithCompletions: true,
    attachmentsWithCompletions: true,
    reportsWithCompletions: [...runReports.kinds],
  }
}

/** Need the scope `worker`. */
export function registrationRoutes(app: App, deps: RegistrationDeps): void {
  const { engine } = deps
  app.post(
    '/api/worker/register',
    {
      ...workerRoute(),
      schema: {
        summary: 'Register a worker',
        description:
          'Again with the same `instanceId` it is the same worker (200). The answer says how often to report.',
        body: { ...RegisterWorkerBody, examples: [REGISTER_EXAMPLE] },
        response: { 200: RegisterWorkerAnswer, 201: RegisterWorkerAnswer },
      },
    },
    (request, reply) => registerWorker(deps, request.body, reply),
  )

  app.post(
    '/api/worker/:id/heartbeat',
    {
      ...workerRoute(),
      schema: {
        summary: 'Report that a worker lives',
        description: 'Renews the leases of all running jobs and says which of them to stop.',
        params: WorkerParams,
        body: { ...HeartbeatBody, examples: [{ status: 'running', running: [] }] },
        response: { 200: HeartbeatAnswer },
      },
    },
    (request) => heartbeat(deps, request.params.id, request.body),
  )

  app.post(
    '/api/worker/:id/unregister',
    {
      ...workerRoute(),
      schema: {
        summary: 'Take a worker out',
        description:
          'Its running jobs go back into the queue without a delivery charged, unless `requeue` is false.',
        params: WorkerParams,
        body: { ...UnregisterBody, examples: [{ requeue: true }] },
        response: { 200: UnregisterAnswer },
      },
    },
    (request) => engine.workers.unregister(request.params.id, request.body),
  )
}

/** The worker is alive: its leases are renewed. Throws `unknown_worker`: it must register again. */
export async function heartbeat(
  { engine, countRefused }: Pick<RegistrationDeps, 'engine' | 'countRefused'>,
  workerId: string,
  body: HeartbeatBody,
): Promise<HeartbeatAnswer> {
  const { status, running, pressure, egressBlocked = {} } = body
  const { directive } = await engine.workers.heartbeat(workerId, {
    status,
    ...(pressure === undefined ? {} : { pressure }),
  })
  for (const [reason, count] of Object.entries(egressBlocked)) countRefused(reason, count)
  const { leases, cancelJobs, lostJobs } = await engine.renew(workerId, running)
  return {
    directive,
    leases: leases.map(({ jobId, expiresAt }) => ({ jobId, expiresAt: expiresAt.toISOString() })),
    cancelJobs,
    lostJobs,
  }
}
