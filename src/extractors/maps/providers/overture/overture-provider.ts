// The provider `overture`: places out of the GeoParquet files of the Overture Maps Foundation, on this machine or behind HTTP.
import type { MapsResolveOutput, MapsSearchInput } from '#contract/places/maps.ts'
import type { ResolvedArea } from '#contract/places/location.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext, ExtractorHost } from '#extract/context.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { createIndexStore, type IndexStore } from '#extractors/maps/providers/osm-file/index/index-store.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { coverageInWords } from '#extractors/maps/providers/osm-file/search/answering-files.ts'
import { placeQuery } from '#extractors/maps/providers/osm-file/search/place-query.ts'
import { searchArea } from '#extractors/maps/providers/osm-file/search/search-area.ts'
import { searchPlaces } from '#extractors/maps/providers/osm-file/search/search-places.ts'
import { presentUnderstanding, understandingWarnings } from '#extractors/maps/query/understood.ts'
import { indexBoxes, MAX_INDEX_ROWS, overtureSource } from './overture-source.ts'
import { OVERTURE_ATTRIBUTION, OVERTURE_VIEW, placeOfId, requestedGers } from './overture-place.ts'
import { shapeOf, whereOf, type AreaSource, type Where } from './overture-area.ts'
import { createDatasetReader } from './source/dataset.ts'
import { localFiles } from './source/local-files.ts'
import { remoteFiles } from './source/remote-files.ts'
import { createSharedWork } from './source/shared-work.ts'

const PAGE_SIZE = 500
/** A list of files behind HTTP takes a request or several, and they are published once a month. */
const KEEP_REMOTE_MS = 60_000
/** Further indexes are closed once nobody uses them; their files stay. */
const MAX_OPEN = 8

interface KeptStore {
  readonly store: IndexStore
  users: number
}

/**
 * `areas` knows what locations are called; of more than `maxRows` places only those around an area are indexed. Throws `provider_not_configured`; every call what
 * the index store throws.
 */
export function createOvertureProvider(
  host: Pick<ExtractorHost, 'settings' | 'dataDir' | 'log' | 'fetch' | 'peerFetch'>,
  areas: AreaSource,
  maxRows = MAX_INDEX_ROWS,
): MapProvider {
  const { dataDir, log } = host
  const work = createSharedWork()
  const { list, keepMs } = filesOf(host)
  const read = createDatasetReader(list, keepMs, work)
  const stores = new Map<string, KeptStore>()

  /** All places in one index where they are few enough, else those around the area. */
  const storeFor = async (bbox: Bbox | null, signal: AbortSignal): Promise<KeptStore> => {
    const isSmall = (await read(signal)).rows <= maxRows
    if (!isSmall && bbox === null) throw locationNeeded(maxRows)
    const boxes = isSmall || bbox === null ? null : indexBoxes(bbox)
    const key = JSON.stringify(boxes)
    const kept = stores.get(key) ?? {
      store: createIndexStore({ source: overtureSource(read, boxes, work), dataDir, log }),
      users: 0,
    }
    kept.users += 1
    stores.delete(key)
    stores.set(key, kept)
    for (const [oldest, { store, users }] of stores) {
      if (stores.size <= MAX_OPEN) break
      if (users > 0) continue
      stores.delete(oldest)
      await store[Symbol.asyncDispose]()
    }
    return kept
  }
  const use = async <T>(
    bbox: Bbox | null,
    context: ExtractContext,
    run: (index: OpenIndex) => Promise<T>,
  ): Promise<T> => {
    using joined = work.join(context)
    void joined
    const kept = await storeFor(bbox, context.signal)
    try {
      return await kept.store.use(context.signal, run, context.progress)
    } finally {
      kept.users -= 1
    }
  }

  return {
    engine: 'file',
    async resolve(input, context) {
      const where = await whereOf(input, areas, context)
      return use(where.area?.bbox ?? null, context, async (index) => {
        const area = searchArea(index, where.area === null ? undefined : shapeOf(where.area), NO_NAMES)
        if (area.coverage === 'none') throw outside(index)
        const understood =
          input.query === undefined ? null : understoodIn(index, input.query, where, input.language)
        const data: MapsResolveOutput = {
          provider: 'overture',
          area: where.area ?? area.resolved,
          limits: { pageSize: PAGE_SIZE, maxResults: null },
          ...(understood === null ? {} : { understood }),
          attribution: [OVERTURE_ATTRIBUTION],
        }
        return {
          data,
          warnings: [...where.warnings, ...(understood === null ? [] : understandingWarnings(understood))],
        }
      })
    },
    async search(input, context) {
      const where = await whereOf(input, areas, context)
      return use(where.area?.bbox ?? null, context, async (index) => {
        const { data, warnings } = await searchPlaces(index, located(input, where.area), context.signal, {
          ...OVERTURE_VIEW,
          namedArea: namedAreaOf(index, where),
        })
        return {
          data: { ...data, area: where.area ?? data.area },
          warnings: [...where.warnings, ...warnings],
        }
      })
    },
    async extract(input, context) {
      const id = requestedGers(input)
      return use(null, context, async (index) => {
        const place = placeOfId(index, id, input.language ?? null)
        return { data: { provider: 'overture', place, attribution: [OVERTURE_ATTRIBUTION] }, warnings: [] }
      })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...stores.values()].map(({ store }) => store[Symbol.asyncDispose]()))
    },
  }
}

const NO_NAMES = { country: null, language: null, pointer: '/location' } as const

function filesOf(host: Pick<ExtractorHost, 'settings' | 'fetch' | 'peerFetch'>): {
  readonly list: Parameters<typeof createDatasetReader>[0]
  readonly keepMs: number
} {
  const { overtureFile, overtureUrl } = host.settings
  if (typeof overtureFile === 'string' && overtureFile !== '')
    return { list: () => localFiles(overtureFile), keepMs: 0 }
  if (typeof overtureUrl === 'string' && overtureUrl !== '')
    return { list: (signal) => remoteFiles(overtureUrl, host, signal), keepMs: KEEP_REMOTE_MS }
  const detail =
    'The map provider "overture" needs the setting SURVEYOR_OVERTURE_FILE, a GeoParquet file or a folder of them, or ' +
    'SURVEYOR_OVERTURE_URL, where they lie behind HTTP (docs/sources.md).'
  throw new SurveyorError('provider_not_configured', detail)
}

function located(input: MapsSearchInput, area: ResolvedArea | null): MapsSearchInput {
  return area === null ? input : { ...input, location: shapeOf(area) }
}

/** The words of the query that name an area mean the area that was resolved from them. */
function namedAreaOf(index: OpenIndex, { area, text }: Where) {
  return area === null || text === null ? null : { text, area: searchArea(index, shapeOf(area), NO_NAMES) }
}

function understoodIn(index: OpenIndex, query: string, { text }: Where, language: string | undefined) {
  return presentUnderstanding(
    placeQuery(index, query, null, (one) => one === text),
    language,
  )
}

function outside(index: OpenIndex): SurveyorError {
  const detail = `The location lies outside of ${coverageInWords(index).replace('extract', 'data')}.`
  return new SurveyorError('unknown_area', detail)
}

function locationNeeded(maxRows: number): SurveyorError {
  const detail = `The Overture data has more than ${maxRows} places: it is searched around a location, and by no id.`
  return new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/location', code: 'required', detail }],
  })
}
