// The provider `osm-file`: places out of local OpenStreetMap extracts, without limits and without the network.
import type {
  MapsResolveInput,
  MapsResolveOutput,
  MapsUnderstandInput,
  MapsUnderstandOutput,
} from '#contract/places/maps.ts'
import type { Understood } from '#contract/places/understood.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'
import type { MapAnswer, MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { createIndexStore } from '#extractors/maps/providers/osm-file/index/index-store.ts'
import { osmFileSource } from '#extractors/maps/providers/osm-file/files/osm-files.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import {
  attributionsIn,
  coverageInWords,
} from '#extractors/maps/providers/osm-file/search/answering-files.ts'
import { basemapIn } from '#extractors/maps/providers/osm-file/search/basemap-in.ts'
import { requestedPlace } from '#extractors/maps/providers/osm-file/search/indexed-place.ts'
import { presentUnderstanding, understandingWarnings } from '#extractors/maps/query/understood.ts'
import { widerQueries } from '#extractors/maps/query/wider-queries.ts'
import { lookUpArea } from '#extractors/maps/providers/osm-file/search/area-lookup.ts'
import { isFound } from '#extractors/maps/providers/osm-file/matches/query-matches.ts'
import {
  fittingIn,
  placeQuery,
  type PlaceQuery,
} from '#extractors/maps/providers/osm-file/search/place-query.ts'
import { searchArea, whereAsked } from '#extractors/maps/providers/osm-file/search/search-area.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'

/** As the contract allows; a page of this size takes some 20 ms. */
const PAGE_SIZE = 500

/**
 * `files` is the setting: a file, several with commas between them, or a folder. Every call may throw what the index store
 * throws; its index is built at the first one.
 */
export function createOsmFileProvider({
  files,
  dataDir,
  log,
}: Pick<ExtractorHost, 'dataDir' | 'log'> & { readonly files: string }): MapProvider {
  const store = createIndexStore({ source: osmFileSource(files), dataDir, log })
  return {
    engine: 'file',
    resolve: (input, { signal, progress }) =>
      store.use(signal, async (index) => resolveArea(index, input), progress),
    search: (input, { signal, progress }) =>
      store.use(signal, (index) => searchPlaces(index, input, signal), progress),
    extract: (input, { signal }) =>
      store.use(signal, async (index) => ({
        data: {
          provider: 'osm-file',
          place: requestedPlace(index, input),
          attribution: attributionsIn(index, null, 'osm-file'),
        },
        warnings: [],
      })),
    understand: (input, { signal, progress }) =>
      store.use(signal, async (index) => understood(index, input), progress),
    basemap: (input, { signal, progress }) =>
      store.use(signal, async (index) => ({ data: basemapIn(index, input), warnings: [] }), progress),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

/**
 * Without a location the area in the query counts, and without that the whole file. Throws `unknown_area` also for a
 * shape outside of the extract, where nothing could ever be found.
 */
function resolveArea(index: OpenIndex, input: MapsResolveInput): MapAnswer<MapsResolveOutput> {
  const country = input.country?.toUpperCase() ?? null
  const { query: text } = input
  const read = text === undefined ? null : placeQuery(index, text, country)
  const named = input.location === undefined ? read?.understanding.area?.text : undefined
  const area = searchArea(index, input.location ?? named, {
    country,
    language: input.language ?? null,
    pointer: named === undefined ? '/location' : '/query',
  })
  if (area.coverage === 'none') {
    const detail = `The location lies outside of ${coverageInWords(index)}.`
    throw new SurveyorError('unknown_area', detail)
  }
  const meaning =
    text === undefined || read === null
      ? null
      : presented(
          text,
          fittingIn(index, text, read, whereAsked(area, named === undefined ? null : area)),
          input.language,
        )
  return {
    data: {
      provider: 'osm-file',
      area: area.resolved,
      limits: { pageSize: PAGE_SIZE, maxResults: null },
      ...(meaning === null ? {} : { understood: meaning }),
      attribution: attributionsIn(index, area.bbox, 'osm-file'),
    },
    warnings: [...area.warnings, ...(meaning === null ? [] : understandingWarnings(meaning))],
  }
}

function understood(
  index: OpenIndex,
  { query: text, country: code, language }: MapsUnderstandInput,
): MapAnswer<MapsUnderstandOutput> {
  const country = code?.toUpperCase() ?? null
  const read = placeQuery(index, text, country)
  const named = read.understanding.area?.text ?? null
  const isThere = named !== null && lookUpArea(index.db, named, country).found.length > 0
  const options = { country, language: language ?? null, pointer: '/query' }
  const area = isThere ? searchArea(index, named, options) : null
  const meaning = presented(
    text,
    area === null ? read : fittingIn(index, text, read, whereAsked(area, area)),
    language,
  )
  return { data: { provider: 'osm-file', understood: meaning }, warnings: understandingWarnings(meaning) }
}

/** Suggestions are for a query that finds nothing in the whole file, and not counted. */
function presented(text: string, query: PlaceQuery, language: string | undefined): Understood {
  const wider = isFound(query) ? [] : widerQueries(text, query.understanding)
  const suggestions = wider.map((one) => ({ query: one, count: null }))
  return presentUnderstanding(query, language, suggestions)
}
