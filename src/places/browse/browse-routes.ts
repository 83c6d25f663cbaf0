// /api/browse: a summary of the stored data: numbers, sessions, places, categories, locations, reviews.
import { Type } from 'typebox'
import {
  BrowseStats,
  CategoryList,
  DeletedSession,
  LOCATION_LEVELS,
  LocationList,
  PlaceCardList,
  SERIES_INTERVALS,
  SessionList,
} from '#contract/places/lists/browse.ts'
import { REVIEW_PROVIDERS } from '#contract/places/place.ts'
import { LanguageTag, Timestamp, Words } from '#contract/schema.ts'
import { ReviewList } from '#contract/places/review.ts'
import { invalidInput } from '#contract/surveyor-error.ts'
import { crossedBounds } from '#platform/http/input/crossed-bounds.ts'
import { listQuery, sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { deleteSession, type DeleteSessionDeps } from '#places/deletion/delete-session.ts'
import { browseStats } from './browse-stats.ts'
import { readSeries, readSeriesPeriod } from './stats-series.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { GROUP_CURSOR_LENGTH, listCategories, listLocations } from './list-groups.ts'
import { listPlaces, PLACE_CURSOR_LENGTH } from '#places/places/read-places.ts'
import { listReviews } from './list-reviews.ts'
import { listSessions } from './list-sessions.ts'
import { PlaceQuery } from '#places/places/place-query.ts'
import { presentCard } from '#places/places/present-place.ts'

const SESSION_COLUMNS = [
  'id',
  'searches',
  'running',
  'places',
  'queries',
  'complete',
  'createdAt',
  'lastActivityAt',
]
const CARD_COLUMNS = [
  'id',
  'name',
  'categories',
  'address',
  'city',
  'location.lat',
  'location.lng',
  'phone',
  'website',
  'email',
  'rating',
  'ratingCount',
  'status',
  'lastSeenAt',
]
const REVIEW_COLUMNS = [
  'id',
  'placeId',
  'provider',
  'rating',
  'text',
  'language',
  'author',
  'publishedAt',
  'ownerReply',
]

const EXAMPLE_SESSION = 'ses_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

const sessionFilter = Type.Optional(
  Type.String({ description: 'Only what the searches of this session found.' }),
)

/** Adds the routes, and with them the deletion of sessions. */
export function browseRoutes(app: App, deps: DeleteSessionDeps): void {
  const { db } = deps
  const config = { group: 'browse', scope: 'places:read', errors: ['not_found'] } as const
  const sessionUuid = async (id: string | undefined) => (id === undefined ? null : existingId(db, 'ses', id))

  app.get(
    '/api/browse/stats',
    {
      config,
      schema: {
        summary: 'What the store holds, in numbers',
        description: 'With `interval` also how that grew: `series`, at most 400 intervals.',
        querystring: Type.Object(
          {
            interval: Type.Optional(Words(SERIES_INTERVALS, { examples: ['day'] })),
            since: Type.Optional(
              Type.Unsafe<string>({ ...Timestamp, description: 'Default: 30 intervals before `until`.' }),
            ),
            until: Type.Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Default: now.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: BrowseStats },
      },
    },
    async (request) => {
      const period = readSeriesPeriod(request.query)
      const [stats, series] = await Promise.all([
        browseStats(db),
        period === null ? null : readSeries(db, period),
      ])
      return series === null ? stats : { ...stats, series }
    },
  )

  app.get(
    '/api/browse/sessions',
    {
      config,
      schema: {
        summary: 'Browse sessions, newest first',
        querystring: listQuery({}),
        response: { 200: SessionList },
      },
    },
    async (request, reply) =>
      sendList(request, reply, {
        cursorLength: 1,
        columns: SESSION_COLUMNS,
        page: async (limit, after) => listSessions(db, limit, after),
      }),
  )

  app.delete(
    '/api/browse/sessions/:sessionId',
    {
      config: { group: 'browse', scope: 'places' },
      schema: {
        summary: 'Delete a session with its searches',
        description: 'Those that run are cancelled. Its places stay, unless `withPlaces` is set.',
        params: Type.Object({ sessionId: Type.String({ examples: [EXAMPLE_SESSION] }) }),
        querystring: Type.Object({
          withPlaces: Type.Optional(
            Type.Boolean({ default: false, description: 'Also the places that no other session has seen.' }),
          ),
        }),
        response: {
          200: { ...DeletedSession, examples: [{ id: EXAMPLE_SESSION, searches: 2, places: 589 }] },
        },
      },
    },
    async (request) => {
      const { withPlaces = false } = request.query
      return deleteSession(deps, request.params.sessionId, { withPlaces })
    },
  )

  app.get(
    '/api/browse/places',
    {
      config,
      schema: {
        summary: 'Browse places, each in short',
        description: 'Takes the filters of `/api/places`.',
        querystring: PlaceQuery,
        response: { 200: PlaceCardList },
      },
    },
    async (request, reply) => {
      const page = await listPlaces(db, request.query, presentCard)
      return sendList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: CARD_COLUMNS, page })
    },
  )

  app.get(
    '/api/browse/categories',
    {
      config,
      schema: {
        summary: 'Browse categories, the most frequent first',
        description: 'A flat list, or one level of the tree: `parent=*`, then what `links.children` names.',
        querystring: listQuery({
          sessionId: sessionFilter,
          parent: Type.Optional(
            Type.String({
              pattern: String.raw`^(?:\*|[a-z_]{1,50}/\S{1,200})$`,
              description:
                '`*`: the keys; `amenity/*`: the categories of a key; `amenity/cafe`: what narrows a category down, such as ' +
                'cuisines.',
              examples: ['amenity/*'],
            }),
          ),
          language: Type.Optional(LanguageTag('BCP 47: of the labels.')),
        }),
        response: { 200: CategoryList },
      },
    },
    async (request, reply) => {
      const { parent = null, language = null } = request.query
      const view = { sessionId: await sessionUuid(request.query.sessionId), parent, language }
      return sendList(request, reply, {
        cursorLength: GROUP_CURSOR_LENGTH,
        columns: ['id', 'label', 'places'],
        page: async (limit, after) => listCategories(db, view, limit, after),
      })
    },
  )

  app.get(
    '/api/browse/locations',
    {
      config,
      schema: {
        summary: 'Browse countries, regions and cities, those with the most places first',
        querystring: listQuery({
          sessionId: sessionFilter,
          level: Type.Optional(
            Words(LOCATION_LEVELS, {
              description: 'How finely to count; default `city`.',
              examples: ['country'],
            }),
          ),
          country: Type.Optional(
            Type.String({
              pattern: '^[A-Za-z]{2}$',
              description: 'Only in this country, ISO 3166-1 alpha-2.',
            }),
          ),
          region: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, description: 'Only in the regions of this name.' }),
          ),
        }),
        response: { 200: LocationList },
      },
    },
    async (request, reply) => {
      const { level = 'city', country, region = null } = request.query
      const view = {
        sessionId: await sessionUuid(request.query.sessionId),
        level,
        country: country?.toUpperCase() ?? null,
        region,
      }
      return sendList(request, reply, {
        cursorLength: GROUP_CURSOR_LENGTH,
        columns: ['level', 'countryCode', 'region', 'city', 'places'],
        page: async (limit, after) => listLocations(db, view, limit, after),
      })
    },
  )

  app.get(
    '/api/browse/reviews',
    {
      config,
      schema: {
        summary: 'Browse reviews, newest first',
        querystring: listQuery({
          placeId: Type.Optional(Type.String({ description: 'Only the reviews of this place.' })),
          sessionId: sessionFilter,
          minRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
          maxRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
          since: Type.Optional(
            Type.Unsafe<string>({ ...Timestamp, description: 'Published at this time or later, RFC 3339.' }),
          ),
          until: Type.Optional(
            Type.Unsafe<string>({ ...Timestamp, description: 'Published before this time, RFC 3339.' }),
          ),
          provider: Type.Optional(Words(REVIEW_PROVIDERS)),
          q: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 200,
              description: 'What the text or the reply of the owner contains, in any case.',
            }),
          ),
          language: Type.Optional(LanguageTag('BCP 47: of the text; `pt` also finds `pt-BR`.')),
          hasText: Type.Optional(Type.Boolean({ description: 'False: only stars.' })),
          hasReply: Type.Optional(Type.Boolean({ description: 'Whether the owner has answered.' })),
        }),
        response: { 200: ReviewList },
      },
    },
    async (request, reply) => {
      const crossed = crossedBounds(request.query, [
        ['minRating', 'maxRating'],
        ['since', 'until'],
      ])
      if (crossed.length > 0) throw invalidInput('The query', crossed)
      const { placeId, sessionId, since, until, minRating = null, maxRating = null } = request.query
      const { language = null, hasText = null, hasReply = null, provider = null, q = null } = request.query
      const filter = {
        placeId: placeId === undefined ? null : await existingId(db, 'plc', placeId),
        sessionId: await sessionUuid(sessionId),
        since: since === undefined ? null : new Date(since),
        until: until === undefined ? null : new Date(until),
        provider,
        q,
        minRating,
        maxRating,
        language,
        hasText,
        hasReply,
      }
      return sendList(request, reply, {
        cursorLength: 1,
        columns: REVIEW_COLUMNS,
        page: async (limit, after) => listReviews(db, filter, limit, after),
      })
    },
  )
}
