// /api/discovery/exclusions: what is not fetched, not answered or not learned from.
import { Type } from 'typebox'
import {
  AppliedExclusions,
  CreateExclusionBody,
  Exclusion,
  EXCLUSION_KINDS,
  EXCLUSION_REASONS,
  EXCLUSION_SCOPES,
  ExclusionList,
  type ExclusionKind,
} from '#contract/crawl/discovery/exclusion.ts'
import { Timestamp, Words } from '#contract/schema.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import type { Cache } from '#platform/cache/cache.ts'
import type { Database } from '#platform/db/database.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import type { Discovery } from '#crawl/discovery/discovery.ts'
import { normalValue } from '#kit/url/exclusion-set.ts'
import {
  listExclusions,
  removeExclusion,
  saveExclusion,
  touchPatterns,
} from '#crawl/discovery/exclusions/exclusion-store.ts'
import { appliedTo } from '#crawl/discovery/exclusions/exclusions.ts'
import { removeStored } from '#crawl/discovery/exclusions/remove-stored.ts'
import { sendVersioned } from './send-versioned.ts'

const ID = 'exc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const EXAMPLE: Exclusion = {
  id: ID,
  kind: 'domain',
  value: 'example.org',
  match: 'exact',
  scope: 'all',
  reason: 'optout',
  note: 'asked by mail',
  expiresAt: null,
  createdBy: 'setting:admin',
  createdAt: '2026-11-21T09:00:00.000Z',
  hits: 0,
}
const { kind, value, match, scope, expiresAt } = EXAMPLE
const APPLIED = { kind, value, match, scope, expiresAt }
const wrongValue = (kind: ExclusionKind): string =>
  kind === 'domain'
    ? 'Must be a registrable domain, such as example.org; one of its hosts has the kind host.'
    : `Must be a value of the kind ${kind}.`

const CSV_COLUMNS = ['id', 'kind', 'value', 'match', 'scope', 'reason', 'expiresAt', 'createdAt', 'hits']

/** Needs the scope `discovery`. */
export function exclusionRoutes(
  app: App,
  deps: {
    readonly db: Database
    readonly cache: Cache
    readonly discovery: Pick<Discovery, 'exclusions' | 'hash'>
  },
): void {
  const { db, cache, discovery } = deps
  const config = { group: 'discovery', scope: 'discovery' } as const

  app.get(
    '/api/discovery/exclusions',
    {
      config,
      schema: {
        summary: 'List what is excluded',
        description: 'Newest first. `since` is for those who keep data of their own and remove it as well.',
        querystring: listQuery({
          kind: Type.Optional(Words(EXCLUSION_KINDS)),
          scope: Type.Optional(Words(EXCLUSION_SCOPES, { description: 'Those that apply to it.' })),
          reason: Type.Optional(Words(EXCLUSION_REASONS)),
          since: Type.Optional({ ...Timestamp, description: 'Made at this moment or later.' }),
        }),
        response: { 200: { ...ExclusionList, examples: [{ items: [EXAMPLE], nextCursor: null }] } },
      },
    },
    (request, reply) => {
      const { kind, scope, reason, since } = request.query
      const filter = { kind, scope, reason, since: since === undefined ? undefined : new Date(since) }
      return sendList<Exclusion>(request, reply, {
        cursorLength: 1,
        columns: CSV_COLUMNS,
        page: async (limit, after) => listExclusions(db, filter, limit, after),
      })
    },
  )

  app.get(
    '/api/discovery/exclusions/applied',
    {
      config: { group: 'discovery', scope: 'discovery:read' },
      schema: {
        summary: 'What is left out of answers now',
        description:
          'All exclusions with the scope `output` or `all` that have not expired, for those who keep answers: what they kept ' +
          'of it has to go. With an `ETag`: ask again with `If-None-Match`.',
        response: {
          200: { ...AppliedExclusions, examples: [{ version: 'W3s', rules: [APPLIED] }] },
          304: Type.Null(),
        },
      },
    },
    async (request, reply) => sendVersioned(request, reply, appliedTo(discovery.exclusions.set())),
  )

  app.post(
    '/api/discovery/exclusions',
    {
      config: { ...config, errors: ['conflict'] },
      schema: {
        summary: 'Exclude something',
        description:
          'Holds on every replica within moments, also for jobs that wait. The same again changes reason, note and end. ' +
          'With `reason: optout` results, files, kept answers and pages, and signals of it are removed before the answer, ' +
          'which counts them in `removed`.',
        body: {
          ...CreateExclusionBody,
          examples: [{ kind: 'domain', value: 'no-thanks.example', reason: 'optout', note: 'asked by mail' }],
        },
        response: { 201: { ...Exclusion, examples: [EXAMPLE] } },
      },
    },
    async ({ body, caller }, reply) => {
      const value = normalValue(body.kind, body.value)
      if (value === null)
        throw invalidInput('The value', [
          { pointer: '/value', code: 'format', detail: wrongValue(body.kind) },
        ])
      const saved = await saveExclusion(db, { ...body, value }, caller.id)
      await touchPatterns(db, saved)
      // From here on nothing new of it is stored.
      await discovery.exclusions.changed()
      const removed =
        saved.reason === 'optout'
          ? { removed: await removeStored({ db, cache, hash: discovery.hash }, saved) }
          : {}
      return reply
        .code(201)
        .header('location', `/api/discovery/exclusions/${saved.id}`)
        .send({ ...saved, ...removed })
    },
  )

  app.delete(
    '/api/discovery/exclusions/:id',
    {
      config: { ...config, errors: ['not_found'] },
      schema: {
        summary: 'Lift an exclusion',
        description: 'What was removed for it does not come back.',
        params: Type.Object({ id: Type.String({ examples: [ID] }) }),
        response: { 204: Type.Null() },
      },
    },
    async ({ params }, reply) => {
      const gone = await removeExclusion(db, params.id)
      if (gone === null) throw new SurveyorError('not_found', 'There is no exclusion of this id.')
      await touchPatterns(db, gone)
      await discovery.exclusions.changed()
      return reply.code(204).send(null)
    },
  )
}
