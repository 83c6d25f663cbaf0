// What changed: the history of one place, and how two sessions differ.
import { EXAMPLE_PLACE_ID } from '#contract/places/place.ts'
import { Type } from 'typebox'
import {
  ChangedPlaceList,
  CHANGE_KINDS,
  PlaceChangeList,
  SESSION_DIFFERENCES,
} from '#contract/places/changes/history.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import type { Database } from '#platform/db/database.ts'
import { negotiate } from '#platform/http/output/negotiate.ts'
import { listQuery, sendList, streamList } from '#platform/http/output/pagination.ts'
import type { App } from '#platform/http/server/server.ts'
import { existingId } from '#places/identity/existing-id.ts'
import { incomparability, listChanges, listSessionChanges } from './read-history.ts'

const SESSION_ID = 'ses_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const HISTORY_COLUMNS = ['at', 'kind', 'field', 'from', 'to', 'source', 'provider', 'searchId', 'sessionId']
const DIFFERENCE_COLUMNS = ['placeId', 'name', 'difference', 'fields']

/** Adds the routes. */
export function historyRoutes(app: App, { db }: { readonly db: Database }): void {
  const config = { group: 'places', scope: 'places:read', errors: ['not_found', 'conflict'] } as const

  app.get(
    '/api/places/:id/history',
    {
      config,
      schema: {
        summary: 'List what changed in a place',
        description:
          'Each field that became another one, newest first: from what to what, when, and what brought it. A place that ' +
          'was seen without a difference has no entry; `firstSeenAt` of the place says when it was new.',
        params: Type.Object({
          id: Type.String({ maxLength: 300, description: 'As for the place.', examples: [EXAMPLE_PLACE_ID] }),
        }),
        querystring: listQuery({
          change: Type.Optional(Words(CHANGE_KINDS, { description: 'Only changes of this kind.' })),
        }),
        response: { 200: PlaceChangeList },
      },
    },
    async (request, reply) => {
      const placeId = await existingId(db, 'plc', request.params.id)
      const page = listChanges(db, placeId, request.query.change ?? null)
      return sendList(request, reply, { cursorLength: 1, columns: HISTORY_COLUMNS, page })
    },
  )

  app.get(
    '/api/sessions/:id/changes',
    {
      config: { ...config, group: 'browse' },
      schema: {
        summary: 'Compare a session with an earlier one',
        description:
          'The places that only one of the two sessions found, and those that both found and that changed between them. ' +
          'A place is `gone` only where the two are `comparable`: the later session searched for the same in the same area ' +
          'and was complete. `reasons` says why they are not.',
        params: Type.Object({ id: Type.String({ examples: [SESSION_ID] }) }),
        querystring: listQuery({
          since: Type.String({ description: 'The earlier session.', examples: [SESSION_ID] }),
          difference: Type.Optional(Words(SESSION_DIFFERENCES)),
          language: Type.Optional(LanguageTag('BCP 47: of names.')),
        }),
        response: { 200: ChangedPlaceList },
      },
    },
    async (request, reply) => {
      const { since, difference = null, language = null } = request.query
      const [session, earlier] = [
        await existingId(db, 'ses', request.params.id),
        await existingId(db, 'ses', since),
      ]
      const reasons = await incomparability(db, { session, earlier })
      const comparable = reasons.length === 0
      const page = listSessionChanges(db, { session, earlier, difference, language, withGone: comparable })
      const source = { cursorLength: 1, columns: DIFFERENCE_COLUMNS, page }
      const form = negotiate(request.headers.accept, ['application/json', 'application/x-ndjson', 'text/csv'])
      // A stream has only rows.
      if (form !== 'application/json') return streamList(request, reply, source, form)
      return { ...(await sendList(request, reply, source)), comparable, reasons }
    },
  )
}
