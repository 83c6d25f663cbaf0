// The interface of a map provider, and which one a request means. Each file below providers/ makes one of them.
import type { Warning } from '#contract/crawl/result.ts'
import type { PLACE_PARTS } from '#contract/places/maps.ts'
import type {
  MapsBasemapInput,
  MapsBasemapOutput,
  MapsExtractInput,
  MapsExtractOutput,
  MapsResolveInput,
  MapsResolveOutput,
  MapsSearchInput,
  MapsSearchOutput,
  MapsUnderstandInput,
  MapsUnderstandOutput,
} from '#contract/places/maps.ts'
import type { ExtractContext, ExtractorHost } from '#extract/context.ts'
import { PROVIDERS, type Provider } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** Warnings tell the caller of the limits of this answer; the result itself is right as far as it goes. */
export interface MapAnswer<Data> {
  readonly data: Data
  readonly warnings: readonly Warning[]
  /** Where it is not that of the provider. */
  readonly engine?: string
}

/**
 * A source of places. Each operation throws SurveyorError for what callers may learn, and the reason of the context's
 * signal.
 */
export interface MapProvider extends AsyncDisposable {
  /** How it gets its data: `file` or `http`. */
  readonly engine: string
  /** What `extract` knows of a place beside what a search answers; absent: a search answers all there is. */
  readonly parts?: readonly (typeof PLACE_PARTS)[number][]
  resolve(input: MapsResolveInput, context: ExtractContext): Promise<MapAnswer<MapsResolveOutput>>
  search(input: MapsSearchInput, context: ExtractContext): Promise<MapAnswer<MapsSearchOutput>>
  extract(input: MapsExtractInput, context: ExtractContext): Promise<MapAnswer<MapsExtractOutput>>
  /** Absent: the source reads queries itself. */
  understand?(input: MapsUnderstandInput, context: ExtractContext): Promise<MapAnswer<MapsUnderstandOutput>>
  /** Absent: the source has nothing to draw below its places. */
  basemap?(input: MapsBasemapInput, context: ExtractContext): Promise<MapAnswer<MapsBasemapOutput>>
}

/** The choice of the operator; by default the file, if there is one, else Overpass. */
export function defaultProvider(settings: ExtractorHost['settings']): Provider {
  const chosen = settings['mapProvider']
  if (chosen === null || chosen === undefined || chosen === '') {
    return typeof settings['osmFile'] === 'string' ? 'osm-file' : 'overpass'
  }
  const known = PROVIDERS.find((name) => name === chosen)
  if (known === undefined)
    throw new SurveyorError('unknown_provider', `There is no map provider "${chosen}".`)
  return known
}
