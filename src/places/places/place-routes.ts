// /api/places: the stored places, whole, and one by its id.
import { Type } from 'typebox'
import { PlaceList } from '#contract/places/facets.ts'
import { Place } from '#contract/places/place.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
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
import { streamedPlace } from './streamed-place.ts'

const EXAMPLE_ID = 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const FORMS = ['application/json', 'application/x-ndjson', 'text/csv', 'application/geo+json'] as const

/** Adds the routes. Lists and single places are read again for each request. */
export function placeRoutes(app: App, { db }: { readonly db: Database }): void {
  const config = { group: 'places', scope: 'places', seed: true, errors: ['not_found'] } as const

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
      const { columns, facets, language = null } = request.query
      const form = negotiate(request.headers.accept, FORMS)
      const names = readFacets(facets)
      if (form === 'application/json') {
        if (columns !== undefined) throw onlyInStreams()
        const page = await listPlaces(db, request.query, presentPlace)
        const list = await sendList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: [], page })
        return names.length === 0 ? list : { ...list, facets: await countFacets(db, names, request.query) }
      }
      const chosen = exportColumns({ list: columns, withReviews: false, inSession: false })
      const present = await streamedPlace(db, form, { columns: chosen, areGiven: columns !== undefined })
      const page = await listPlaces(db, request.query, (place) => present(place, language))
      const titles = chosen.map(({ name }) => name)
      return streamList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: titles, page }, form)
    },
  )

  app.get(
    '/api/places/:id',
    {
      config,
      schema: {
        summary: 'Look at one place',
        params: Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) }),
        querystring: Type.Object(
          {
            language: Type.Optional(LanguageTag('BCP 47: of labels and names.')),
            include: Type.Optional(
              Words(['tags', 'geometry', 'tags,geometry'], {
                description: 'Of the kept payload of the provider.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Place },
      },
    },
    async (request) => {
      const { language, include } = request.query
      const asked = include?.split(',') ?? []
      return getPlace(db, request.params.id, language ?? null, {
        tags: asked.includes('tags'),
        geometry: asked.includes('geometry'),
      })
    },
  )

  app.delete(
    '/api/places/:id',
    {
      config: { group: 'places', scope: 'places' },
      schema: {
        summary: 'Delete a place',
        description:
          'With its ids, reviews, kept payloads and its part in sessions; what searches counted stays. A search that ' +
          'meets it again stores it again.',
        params: Type.Object({ id: Type.String({ examples: [EXAMPLE_ID] }) }),
        response: { 204: Type.Null({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      await deletePlace(db, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function onlyInStreams(): SurveyorError {
  const detail =
    'A page holds whole places; columns are for Accept: text/csv, application/x-ndjson or application/geo+json.'
  return new SurveyorError('validation_failed', 'The query is not valid.', {
    errors: [{ pointer: '?columns', code: 'only_in_streams', detail }],
  })
}
