// /api/merges: pairs of places that are probably one, and what is decided about them.
import { EXAMPLE_PLACE_ID } from '#contract/places/place.ts'
import { Type } from 'typebox'
import {
  DecidedMerges,
  DecideMergesBody,
  Merge,
  MergeDetail,
  MergeList,
  FindMergesBody,
  MERGE_STATES,
  ProposeMergeBody,
} from '#contract/places/changes/merge.ts'
import { Id, Links, Words } from '#contract/schema.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import { crossedBounds } from '#platform/http/input/crossed-bounds.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { jobPath } from '#platform/jobs/present-job.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { decideMany } from './deciding/decide-many.ts'
import { decideMerge, type Decision } from './deciding/decide-merge.ts'
import { findJob } from './merge-jobs.ts'
import { getMerge, listMerges } from './merge-rows.ts'
import { proposePair } from './propose-merges.ts'

const MERGE_ID = 'mrg_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const COLUMNS = ['id', 'status', 'score', 'placeId', 'otherId', 'names', 'createdAt', 'decidedAt']
const MergeParams = Type.Object({ id: Type.String({ examples: [MERGE_ID] }) })

/** What the routes work with. */
export interface MergeRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission
  readonly timezones: () => Promise<ReadonlySet<string>>
}

const DECISIONS: Readonly<Record<Decision, { readonly summary: string; readonly description: string }>> = {
  accept: {
    summary: 'Accept a merge',
    description:
      'The two become one place: the older one stays, its fields are filled from the other one with their provenance, and ' +
      'both ids answer with it. Each keeps what its provider says as a part, so that later searches update both.',
  },
  reject: {
    summary: 'Reject a merge',
    description: 'The pair is not proposed again, until this is undone.',
  },
  undo: {
    summary: 'Undo a decision about a merge',
    description:
      'It is proposed again. An accepted one is taken apart: both places come back with what their providers said since.',
  },
}

/** Adds the routes. */
export function mergeRoutes(app: App, deps: MergeRouteDeps): void {
  const { db, engine } = deps
  const config = { group: 'places', scope: 'places', errors: ['not_found', 'conflict'] } as const
  const reading = { ...config, scope: 'places:read' } as const

  app.get(
    '/api/merges',
    {
      config: reading,
      schema: {
        summary: 'List merges',
        description:
          'Pairs of places that are probably one, the likeliest first, with what speaks for and against it. Only equal ids ' +
          'of a source merge by themselves; everything else waits here for a decision.',
        querystring: listQuery({
          status: Type.Optional(Words(MERGE_STATES)),
          placeId: Type.Optional(
            Type.String({
              maxLength: 300,
              description: 'Merges of this place and of those that it was merged of.',
              examples: [EXAMPLE_PLACE_ID],
            }),
          ),
          minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        }),
        response: { 200: MergeList },
      },
    },
    async (request, reply) => {
      const { status = null, placeId, minScore = null } = request.query
      const place = placeId === undefined ? null : await existingId(db, 'plc', placeId)
      const page = listMerges(db, { status, placeId: place, minScore })
      return sendList(request, reply, { cursorLength: 2, columns: COLUMNS, page })
    },
  )

  app.get(
    '/api/merges/:id',
    {
      config: reading,
      schema: {
        summary: 'Look at a merge',
        description: 'With its log.',
        params: MergeParams,
        response: { 200: MergeDetail },
      },
    },
    async (request) => getMerge(db, request.params.id),
  )

  app.post(
    '/api/merges',
    {
      config: { ...config, headers: ['Idempotency-Key'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Propose a merge',
        description:
          'Of two places that the caller holds for one. The answer says what the service finds for and against it.',
        body: {
          ...ProposeMergeBody,
          examples: [{ placeId: EXAMPLE_PLACE_ID, otherId: 'osm:node/7822143687' }],
        },
        response: { 201: Merge },
      },
    },
    async (request, reply) => {
      const id = await proposePair(db, request.body, request.caller.keyId)
      void reply.header('location', `/api/merges/${id}`)
      const { log: _log, ...merge } = await getMerge(db, id)
      return reply.code(201).send(merge)
    },
  )

  app.post(
    '/api/merges/find',
    {
      config: { ...config, headers: ['Idempotency-Key'] },
      ...idempotent({ db }),
      schema: {
        summary: 'Look for merges',
        description:
          'Compares the places of a session, or all, with their neighbours, in the background. A search does that by itself ' +
          'with the places that it stores. Equal requests share one job; its result says how many pairs are proposed.',
        body: { ...FindMergesBody, examples: [{}] },
        response: { 202: Type.Object({ id: Id('job'), status: Type.String(), links: Links }) },
      },
    },
    async (request, reply) => {
      const { sessionId } = request.body
      const session = sessionId === undefined ? null : await existingId(db, 'ses', sessionId)
      const origin = { fairnessKey: request.caller.id, traceparent: request.trace.traceparent }
      const job = await engine.enqueue(findJob(session, origin))
      const self = jobPath(job.id)
      return reply
        .code(202)
        .header('location', self)
        .send({ id: job.id, status: job.state, links: { self, merges: '/api/merges?status=proposed' } })
    },
  )

  app.post(
    '/api/merges/decide',
    {
      config,
      schema: {
        summary: 'Decide about many merges',
        description:
          'All that the filters name, the likeliest first, up to `max`: each as if it were alone, with a line of its own in its ' +
          'log. One that cannot be decided is named in `failed` and stops no other. `undo` begins with the latest decision; ' +
          'with `decidedSince` it takes back what a request has done.',
        body: {
          ...DecideMergesBody,
          examples: [{ decision: 'accept', minScore: 0.95, max: 100, dryRun: true }],
        },
        response: { 200: DecidedMerges },
      },
    },
    async (request) => {
      const crossed = crossedBounds(request.body, [['minScore', 'maxScore']], '/')
      if (crossed.length > 0) throw invalidInput('The decision', crossed)
      return decideMany(deps, request.body, request.caller.keyId)
    },
  )

  for (const decision of ['accept', 'reject', 'undo'] as const) {
    app.post(
      `/api/merges/:id/${decision}`,
      {
        config,
        schema: { ...DECISIONS[decision], params: MergeParams, response: { 200: MergeDetail } },
      },
      async (request) => {
        const { id } = request.params
        await decideMerge(deps, id, decision, request.caller.keyId)
        return getMerge(db, id)
      },
    )
  }
}
