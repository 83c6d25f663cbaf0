// /api/places: the stored places, whole, and one by its id.
import { EXAMPLE_PLACE_ID } from '#contract/places/place.ts'
import { Type } from 'typebox'
import { PlaceList } from '#contract/places/lists/facets.ts'
import { Place } from '#contract/places/place.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import { sendList, streamList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { deletePlace } from '#places/deletion/delete-places.ts'
import { getPlace, listPlaces, PLACE_CURSOR_LENGTH } from './read-places.ts'
import { exportColumns } from '#places/exports/export-columns.ts'
import { countFacets, readFacets } from './place-facets.ts'
import { PlaceListQuery } from './place-query.ts'
import { presentPlace } from './present-place.ts'
import { listReviewed, streamedPlace } from './streamed-places.ts'

const FORMS = ['application/json', 'application/x-ndjson', 'text/csv', 'application/geo+json'] as const

const PlaceParams = Type.Object({ id: Type.String({ maxLength: 300, examples: [EXAMPLE_PLACE_ID] }) })
const OnePlaceQuery = Type.Object(
  {
    language: Type.Optional(LanguageTag('BCP 47: of labels and names.')),
    include: Type.Optional(
      Words(['tags', 'geometry', 'tags,geometry'], {
        description: 'Of the kept payload of the provider.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Adds the routes. Lists and single places are read again for each request. */
export function placeRoutes(app: App, { db }: { readonly db: Database }): void {
  const config = { group: 'places', scope: 'places:read', errors: ['not_found'] } as const

  app.get(
    '/api/places',
    {
      config,
      schema: {
        summary: 'List stored places',
        description:
          'All filters must hold. `Accept: application/x-ndjson`, `text/csv` or `application/geo+json` streams the whole list ' +
          'instead of a page; CSV has the columns of an export, the others with `columns`.',
        querystring: PlaceListQuery,
        response: { 200: PlaceList },
      },
    },
    async (request, reply) => {
      const { columns, facets, unwind, language = null } = request.query
      const form = negotiate(request.headers.accept, FORMS)
      const names = readFacets(facets)
      if (form === 'application/json') {
        if (columns !== undefined) throw onlyInStreams('columns')
        if (unwind !== undefined) throw onlyInStreams('unwind')
        const page = await listPlaces(db, request.query, presentPlace)
        const list = await sendList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: [], page })
        return names.length === 0 ? list : { ...list, facets: await countFacets(db, names, request.query) }
      }
      const withReviews = unwind === 'reviews'
      const chosen = exportColumns({ list: columns, withReviews, inSession: false })
      const present = await streamedPlace(db, form, { columns: chosen, areGiven: columns !== undefined })
      const page = withReviews
        ? await listReviewed(db, request.query, ({ place, review }) => present(place, language, review))
        : await listPlaces(db, request.query, (place) => present(place, language))
      const titles = chosen.map(({ name }) => name)
      return streamList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: titles, page }, form)
    },
  )

  app.get(
    '/api/places/:id',
    {
      config: { ...config, errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Look at one place',
        description:
          'By our id, also that of a place that was merged into another one, or by an id of its source: ' +
          '`osm:node/123` (with `/` or `%2F`), `google:ChIJ…`, `cid:…`, `fid:0x…:0x…`, `wikidata:Q…`. An id that several ' +
          'places share is a `conflict`, which names them.',
        params: PlaceParams,
        querystring: OnePlaceQuery,
        response: { 200: Place },
      },
    },
    async (request) => {
      const { language = null, include } = request.query
      const asked = include?.split(',') ?? []
      const parts = { tags: asked.includes('tags'), geometry: asked.includes('geometry') }
      return getPlace(db, request.params.id, language, parts)
    },
  )

  app.delete(
    '/api/places/:id',
    {
      config: { group: 'places', scope: 'places', errors: ['not_found', 'conflict'] },
      schema: {
        summary: 'Delete a place',
        description:
          'With its ids, reviews, kept payloads and its part in sessions; what searches counted stays. A search that ' +
          'meets it again stores it again.',
        params: PlaceParams,
        response: { 204: Type.Null({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      await deletePlace(db, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function onlyInStreams(parameter: 'columns' | 'unwind'): SurveyorError {
  const detail = `A page holds whole places; ${parameter} is for Accept: text/csv, application/x-ndjson or application/geo+json.`
  return invalidInput('The query', [{ pointer: `?${parameter}`, code: 'only_in_streams', detail }])
}
