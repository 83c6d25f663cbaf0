// The provider `overpass`: places from OpenStreetMap as it is now, out of the Overpass servers.
import type { Waiting } from '#contract/job.ts'
import type {
  MapsExtractInput,
  MapsResolveInput,
  MapsResolveOutput,
  MapsUnderstandInput,
} from '#contract/places/maps.ts'
import type { Understood } from '#contract/places/understood.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractorHost } from '#extract/context.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { createGeocoder, type Geocoder } from '#extractors/maps/geocoding/geocoder.ts'
import { geocoderSources } from '#extractors/maps/geocoding/geocoder-sources.ts'
import type { MapAnswer, MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { osmAttribution } from '#extractors/maps/osm/osm-attribution.ts'
import { formatOsmId, requestedOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { elementQuery } from '#extractors/maps/providers/overpass/query/build-query.ts'
import { areasInQuery, geocodeOptions } from '#extractors/maps/providers/overpass/search/areas-in-query.ts'
import { overpassArea } from '#extractors/maps/providers/overpass/search/overpass-area.ts'
import { presentUnderstanding, understandingWarnings } from '#extractors/maps/query/understood.ts'
import { readQuery } from '#extractors/maps/providers/overpass/search/read-query.ts'
import {
  locationMissing,
  placeOf,
  searchOverpass,
} from '#extractors/maps/providers/overpass/search/search-overpass.ts'
import { createOverpassClient } from '#extractors/maps/providers/overpass/server/overpass-client.ts'
import { overpassEndpoints } from '#extractors/maps/providers/overpass/server/overpass-endpoints.ts'

/** As the contract allows: the pages of a search are parts of one answer. */
const PAGE_SIZE = 500
/** A tenth of what the public server takes in a day, and half a million places. */
const MAX_REQUESTS = 1_000
/** For a job without a deadline. */
const DEADLINE_MS = 300_000

/** Throws `provider_not_configured`. */
export function createOverpassProvider(host: ExtractorHost, clock: Clock = systemClock): MapProvider {
  const { log, sharedCache, limits } = host
  const client = createOverpassClient({ clock, log, sharedCache, endpoints: overpassEndpoints(host, clock) })
  const geocoder = createGeocoder({ clock, log, limiter: limits.shared, sources: geocoderSources(host) })
  const parts = ({ signal, deadlineAt, progress }: ExtractContext) => ({
    client,
    geocoder,
    signal,
    deadlineAt: deadlineAt?.getTime() ?? clock.now() + DEADLINE_MS,
    now: new Date().toISOString(),
    onWait: (waiting: Waiting) => progress({ done: null, total: null, message: waiting.detail, waiting }),
  })

  return {
    engine: 'http',
    search: (input, context) => searchOverpass(input, parts(context)),
    resolve: (input, { signal }) => resolveArea(input, geocoder, signal),
    async understand(input, { signal }) {
      const understood = await understandingOf(input, input.location !== undefined, geocoder, signal)
      return { data: { provider: 'overpass', understood }, warnings: understandingWarnings(understood) }
    },
    async extract(input, context) {
      const { deadlineAt, signal, now, onWait } = parts(context)
      const id = requestedId(input)
      const answer = await client.ask({
        statements: elementQuery(id),
        canSplit: false,
        isLaterPage: false,
        deadlineAt,
        signal,
        onWait,
      })
      if (answer.partialReason !== null) throw new SurveyorError('source_unavailable', answer.partialReason)
      const element = answer.elements.find((one) => one.type === id.type && one.id === id.id)
      const place =
        element === undefined || Object.keys(element.tags).length === 0
          ? null
          : placeOf(element, {
              fetchedAt: answer.snapshotAt ?? now,
              language: input.language ?? null,
              areaCountry: null,
            })
      if (place === null) throw notFound(id)
      return extracted(place)
    },
    async [Symbol.asyncDispose]() {
      // Nothing is held open: requests end with their jobs.
    },
  }
}

function extracted(place: MapPlace) {
  return {
    data: { provider: 'overpass' as const, place, attribution: [osmAttribution('overpass')] },
    warnings: [],
  }
}

async function resolveArea(
  input: MapsResolveInput,
  geocoder: Geocoder,
  signal: AbortSignal,
): Promise<MapAnswer<MapsResolveOutput>> {
  const { location, query } = input
  const options = geocodeOptions(input, signal)
  const understood =
    query === undefined
      ? null
      : await understandingOf({ ...input, query }, location !== undefined, geocoder, signal)
  const where = location ?? understood?.location?.text ?? null
  if (where === null) throw locationMissing()
  const pointer = location === undefined ? '/query' : '/location'
  const area = await overpassArea(where, geocoder, { ...options, pointer })
  return {
    data: {
      provider: 'overpass',
      area: area.resolved,
      limits: { pageSize: PAGE_SIZE, maxResults: null, maxRequests: MAX_REQUESTS },
      ...(understood === null ? {} : { understood }),
      attribution: [osmAttribution('overpass')],
    },
    warnings: [...area.warnings, ...(understood === null ? [] : understandingWarnings(understood))],
  }
}

/** Without a location the words beside a kind may name the area. */
async function understandingOf(
  input: Pick<MapsUnderstandInput, 'query' | 'country' | 'language'>,
  hasLocation: boolean,
  geocoder: Geocoder,
  signal: AbortSignal,
): Promise<Understood> {
  const options = { ...geocodeOptions(input, signal), needsArea: !hasLocation }
  const areas = await areasInQuery(input.query, geocoder, options)
  return presentUnderstanding(readQuery({ query: input.query }, areas), input.language)
}

function requestedId(input: MapsExtractInput): OsmId {
  const osmId = requestedOsmId(input)
  // Ids below one are of elements that were never uploaded.
  if (osmId.id < 1) throw notFound(osmId)
  return osmId
}

function notFound(id: OsmId): SurveyorError {
  return new SurveyorError('not_found', `OpenStreetMap has no place with the id osm:${formatOsmId(id)}.`)
}
