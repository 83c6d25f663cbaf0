// /api/search/understand: how a query would be understood, without searching.
import { Type } from 'typebox'
import { MapsUnderstandOutput } from '#contract/places/maps.ts'
import { PROVIDERS } from '#contract/places/place.ts'
import { LanguageTag, Words } from '#contract/schema.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import type { MapSource } from '#places/searches/running/map-source.ts'

/** A worker answers in some milliseconds; the first time it may have to read a map file. */
const MAX_WAIT_MS = 60_000

/** Adds the route. */
export function understandRoute(
  app: App,
  { source, waits }: { readonly source: MapSource; readonly waits: OpenWaits },
): void {
  app.get(
    '/api/search/understand',
    {
      config: {
        group: 'search',
        scope: 'search',
        errors: [
          'not_built_yet',
          'provider_not_configured',
          'crawl_unavailable',
          'queue_timeout',
          'extract_timeout',
        ],
      },
      schema: {
        summary: 'See how a query is understood',
        description:
          'The kinds of places that a search for the query would look for, what they must have, the names, the area, the words ' +
          'that were corrected, and those that have no effect. Nothing is searched or stored; `suggestions` have no counts.',
        querystring: Type.Object(
          {
            query: Type.String({ minLength: 1, maxLength: 500, examples: ['vegan cafes near me'] }),
            location: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 500,
                description: 'As in the search; without one the query itself may name it.',
              }),
            ),
            provider: Type.Optional(Words(PROVIDERS)),
            country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
            language: Type.Optional(LanguageTag('BCP 47; picks the labels of the categories.')),
          },
          { additionalProperties: false },
        ),
        response: { 200: MapsUnderstandOutput },
      },
    },
    async (request, reply) => {
      using wait = waits.open(reply)
      const overtime = AbortSignal.timeout(MAX_WAIT_MS)
      try {
        return await source.understand({
          input: request.query,
          idempotencyKey: uuidV7(),
          traceparent: request.trace.traceparent,
          signal: AbortSignal.any([wait.signal, overtime]),
          wasCancelled: () => true,
        })
      } catch (error) {
        if (error instanceof SurveyorError && error.code === 'queue_timeout') {
          const detail = 'No worker has taken the query: none runs, or all are busy (GET /health of crawl).'
          throw new SurveyorError('queue_timeout', detail, { cause: error })
        }
        if (!overtime.aborted) throw error
        const detail = 'No worker has read the query in time.'
        throw new SurveyorError('extract_timeout', detail, { cause: error, retryable: true })
      }
    },
  )
}
