// /api/search: submit a place search, and read it or wait for its end.
import { Type } from 'typebox'
import { AcceptedSearch, CreateSearchBody, Search, SearchEstimate } from '#contract/places/search.ts'
import type { Database } from '#platform/db/database.ts'
import { visibleOwner } from '#platform/http/auth/authenticator.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { applyPreferences, MAX_WAIT_MS, parsePrefer } from '#platform/http/input/prefer.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobReads, JobSubmission } from '#platform/jobs/job-engine.ts'
import { cancelSearch } from './cancel-search.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { createSearch, type CheckSearch } from './create-search.ts'
import { getSearch } from './get-search.ts'
import type { SearchWaits } from './wait-for-search.ts'

const MAX_POLL_WAIT_MS = 30_000
/** The border of a country has some ten thousand points. */
const SHAPE_LIMIT_BYTES = 1_048_576
const EXAMPLE_ID = 'sea_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

/** `searchMaxSeconds` holds for a search without a budget of its own. */
export interface SearchRouteDeps {
  readonly db: Database
  readonly engine: JobSubmission & JobReads
  readonly waits: OpenWaits
  readonly searchWaits: SearchWaits
  readonly webhooks: Webhooks
  readonly searchMaxSeconds: number
  readonly openReviews: boolean
  readonly checkSearch: CheckSearch
  /** What a search would cost. `signal` aborts when the caller has gone. */
  readonly estimate: (
    body: CreateSearchBody,
    caller: { readonly signal: AbortSignal; readonly traceparent: string | null },
  ) => Promise<SearchEstimate>
}

/** Adds the routes. A search is answered with 202 at once, or with 200 when it ends within the wait of `Prefer`. */
export function searchRoutes(app: App, deps: SearchRouteDeps): void {
  const { db, engine, waits, searchWaits } = deps
  const config = { group: 'search', scope: 'search' } as const

  app.post(
    '/api/search',
    {
      config: {
        ...config,
        headers: ['Idempotency-Key', 'Prefer'],
        errors: ['not_found', 'conflict', 'provider_not_configured'],
      },
      bodyLimit: SHAPE_LIMIT_BYTES,
      ...idempotent({ db }),
      schema: {
        summary: 'Search places',
        description:
          'Accepts the search and answers at once; it runs in the background, resumes after a crash, and says in the end ' +
          'whether it is complete. `Prefer: wait=N` waits up to N seconds (120 at most): a search that ends in that time ' +
          'is answered with 200 and its manifest, any other with 202. An area that cannot be resolved ends it as failed with `unknown_area`. ' +
          'With an `Idempotency-Key` the same request is accepted once.',
        querystring: Type.Object(
          {
            estimate: Type.Optional(
              Type.Boolean({
                description:
                  '`true`: answers what the search would cost, with 200, and does not begin it. Looks at a page of some cells.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        body: { ...CreateSearchBody, examples: [{ query: 'cafes', location: 'Monaco' }] },
        response: { 200: Type.Union([Search, SearchEstimate]), 202: AcceptedSearch },
      },
    },
    async (request, reply) => {
      if (request.query.estimate === true) {
        using wait = waits.open(reply)
        const { traceparent } = request.trace
        return reply.code(200).send(await deps.estimate(request.body, { signal: wait.signal, traceparent }))
      }
      const accepted = await createSearch(deps, request.body, {
        fairnessKey: request.caller.id,
        endpointsOf: visibleOwner(request.caller, 'webhooks'),
        traceparent: request.trace.traceparent,
      })
      void reply.header('location', accepted.links['self'])
      const waitMs = Math.min(parsePrefer(request.headers['prefer']).waitMs ?? 0, MAX_WAIT_MS)
      applyPreferences(reply, waitMs === 0 ? {} : { waitMs })
      let { status } = accepted
      if (waitMs > 0) {
        using wait = waits.open(reply)
        const search = await searchWaits.wait(accepted.id, waitMs, wait.signal)
        if (search.completedAt !== null) return reply.code(200).send(search)
        status = search.status
      }
      return reply
        .code(202)
        .header('retry-after', '1')
        .send({ ...accepted, status })
    },
  )

  app.get(
    '/api/search/:id',
    {
      config,
      schema: {
        summary: 'Look at a search, or wait for its end',
        description:
          'With the completeness manifest: what was searched, cut, dropped, and why it is not complete. A search that ' +
          'stands still says in `waiting` what for, of which host, and until when.',
        params: Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) }),
        querystring: Type.Object({
          waitMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_POLL_WAIT_MS,
              description: 'Answers when the search ends or this time is over.',
            }),
          ),
        }),
        response: { 200: Search },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { waitMs = 0 } = request.query
      if (waitMs === 0) return getSearch(db, id)
      using wait = waits.open(reply)
      return await searchWaits.wait(id, waitMs, wait.signal)
    },
  )

  app.post(
    '/api/search/:id/cancel',
    {
      config: { group: 'search', scope: 'search', errors: ['conflict'] },
      schema: {
        summary: 'Cancel a search',
        description:
          'One that the key began, or with `search:all` any: it ends at once as `cancelled` and not complete, and keeps what ' +
          'it found. Again it answers the same. Of a search that ended otherwise, the reading of websites and of details that ' +
          'still goes on is cancelled, and the search stays as it is; where nothing goes on, it is a `conflict`.',
        params: Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) }),
        response: { 200: Search },
      },
    },
    async (request) =>
      cancelSearch({ db, engine }, request.params.id, visibleOwner(request.caller, 'search')),
  )
}
