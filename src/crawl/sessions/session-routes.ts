// /api/v1/sessions: what a caller sees of its sessions; and the calls of the workers that carry them over.
import { Type } from 'typebox'
import {
  OpenSessionAnswer,
  OpenSessionBody,
  SaveSessionAnswer,
  SaveSessionBody,
  Session,
} from '#contract/crawl/session.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { App } from '#platform/http/server/server.ts'
import { jobOrigin } from '#crawl/requests/job-origin.ts'
import { EXAMPLE_TOKEN, JobParams, workerRoute } from '#crawl/workers/worker-route.ts'
import type { SessionStore } from './session-store.ts'

const EXAMPLE: Session = {
  id: 'shop-login',
  cookies: 3,
  origins: 1,
  bytes: 812,
  createdAt: '2026-11-21T09:00:00.000Z',
  lastUsedAt: '2026-11-21T09:04:00.000Z',
  expiresAt: '2026-11-21T09:14:00.000Z',
}
const Params = Type.Object({ id: Type.String({ maxLength: 64, examples: ['shop-login'] }) })

/** A key sees and ends its own sessions only; those of others do not exist for it. */
export function sessionRoutes(app: App, { sessions }: { readonly sessions: SessionStore }): void {
  const config = { group: 'jobs', scope: 'extract' } as const

  app.get(
    '/api/v1/sessions/:id',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'See a session',
        description:
          'What requests with this `sessionId` carry over, without its values. It ends ten minutes after its last use.',
        params: Params,
        response: { 200: { ...Session, examples: [EXAMPLE] } },
      },
    },
    async (request) => {
      const found = await sessions.find(jobOrigin(request).fairnessKey, request.params.id)
      if (found === null) throw unknownSession()
      return found
    },
  )

  app.delete(
    '/api/v1/sessions/:id',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'End a session',
        description: 'Its cookies and its storage are deleted; a running job of it keeps nothing.',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      if (!(await sessions.remove(jobOrigin(request).fairnessKey, request.params.id))) throw unknownSession()
      return reply.code(204).send(null)
    },
  )
}

/** Both calls need the lease of a job; the session is the one that its input names. */
export function workerSessionRoutes(app: App, { sessions }: { readonly sessions: SessionStore }): void {
  const route = workerRoute()

  app.post(
    '/api/worker/jobs/:id/session/open',
    {
      ...route,
      schema: {
        summary: 'Read the session of a job',
        description: 'Begins it where it is not there. Null for a job without `sessionId`.',
        params: JobParams,
        body: { ...OpenSessionBody, examples: [{ leaseToken: EXAMPLE_TOKEN }] },
        response: { 200: OpenSessionAnswer },
      },
    },
    async ({ params, body }) => ({
      state: await sessions.open({ jobId: params.id, leaseToken: body.leaseToken }),
    }),
  )

  app.post(
    '/api/worker/jobs/:id/session/save',
    {
      ...route,
      schema: {
        summary: 'Save the session of a job',
        description: 'What the job changed; what other jobs of the session changed meanwhile stays.',
        params: JobParams,
        body: {
          ...SaveSessionBody,
          examples: [{ leaseToken: EXAMPLE_TOKEN, changes: { set: [], removed: [], origins: [] } }],
        },
        response: { 200: SaveSessionAnswer },
      },
    },
    async ({ params, body }) => {
      const { leaseToken: token, changes } = body
      const saved = await sessions.save({ jobId: params.id, leaseToken: token }, changes)
      return { saved: saved !== null, cut: saved?.cut === true }
    },
  )
}

const unknownSession = (): SurveyorError =>
  new SurveyorError('not_found', 'There is no session of this name.')
