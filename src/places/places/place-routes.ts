// /api/places: the stored places, whole, and one by its id.
import { Type } from 'typebox'
import { Place } from '#contract/places/place.ts'
import { LanguageTag, ListOf } from '#contract/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { sendList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { deletePlace } from '#places/deletion/delete-places.ts'
import { getPlace, listPlaces, PLACE_CURSOR_LENGTH } from './read-places.ts'
import { PlaceQuery } from './place-query.ts'
import { presentPlace } from './present-place.ts'

const EXAMPLE_ID = 'plc_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const CSV_COLUMNS = [
  'id',
  'name',
  'categories',
  'address.formatted',
  'address.city',
  'address.countryCode',
  'location.lat',
  'location.lng',
  'phone',
  'website',
  'emails',
  'rating',
  'ratingCount',
  'status',
  'openingHours.raw',
  'firstSeenAt',
  'lastSeenAt',
  'changes',
]

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
          'All filters must hold. `Accept: application/x-ndjson` or `text/csv` streams the whole list instead of a page.',
        querystring: PlaceQuery,
        response: { 200: ListOf(Place) },
      },
    },
    async (request, reply) => {
      const page = await listPlaces(db, request.query, presentPlace)
      return sendList(request, reply, { cursorLength: PLACE_CURSOR_LENGTH, columns: CSV_COLUMNS, page })
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
          { language: Type.Optional(LanguageTag('BCP 47: of labels and names.')) },
          { additionalProperties: false },
        ),
        response: { 200: Place },
      },
    },
    async (request) => getPlace(db, request.params.id, request.query.language ?? null),
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
