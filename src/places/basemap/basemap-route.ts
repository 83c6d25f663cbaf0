// What the page draws below its places: the roads, water and parks of the extract that the workers of crawl search.
import { Type, type Static } from 'typebox'
import { MapsBasemapOutput } from '#contract/places/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import type { MapSource } from '#places/searches/running/map-source.ts'

/** A worker answers in some milliseconds; a large extract is indexed first, and the map is there without it. */
const MAX_WAIT_MS = 20_000
/** The extract may be another one soon. */
const CACHING = 'private, max-age=600'

const Longitude = Type.Number({ minimum: -180, maximum: 180 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const BasemapQuery = Type.Object(
  {
    west: Longitude,
    south: Latitude,
    east: Longitude,
    north: Latitude,
    zoom: Type.Integer({ minimum: 0, maximum: 22 }),
  },
  { additionalProperties: false },
)
/** `problem` is an error code: the map could not be asked, and the page draws what it has itself. */
export const BasemapAnswer = Type.Union([
  MapsBasemapOutput,
  Type.Object({ problem: Type.String(), detail: Type.String() }),
])
export type BasemapAnswer = Static<typeof BasemapAnswer>

/** Adds the route, which is a part of the page and not of the API: it always answers 200. */
export function basemapRoute(
  app: App,
  { source, waits }: { readonly source: MapSource; readonly waits: OpenWaits },
): void {
  app.get(
    '/page/basemap.json',
    {
      config: { group: null, scope: 'places:read', hidden: true },
      schema: { querystring: BasemapQuery, response: { 200: BasemapAnswer } },
    },
    async (request, reply) => {
      using wait = waits.open(reply)
      const { west, south, east, north, zoom } = request.query
      const signal = AbortSignal.any([wait.signal, AbortSignal.timeout(MAX_WAIT_MS)])
      try {
        const answer = await source.basemap({
          input: { bbox: [west, south, east, north], zoom },
          idempotencyKey: uuidV7(),
          traceparent: request.trace.traceparent,
          signal,
          wasCancelled: () => true,
        })
        void reply.header('cache-control', CACHING)
        return answer
      } catch (error) {
        if (signal.aborted) return { problem: 'extract_timeout', detail: 'No worker has answered in time.' }
        if (!(error instanceof SurveyorError)) throw error
        return { problem: error.code, detail: error.message }
      }
    },
  )
}
