// The interface of a map provider. Each file below providers/ makes one of these.
import type { Warning } from '#contract/crawl/result.ts'
import type {
  MapsExtractInput,
  MapsExtractOutput,
  MapsResolveInput,
  MapsResolveOutput,
  MapsSearchInput,
  MapsSearchOutput,
} from '#contract/places/maps.ts'
import type { ExtractContext } from '#extract/context.ts'

/** Warnings tell the caller of the limits of this answer; the result itself is right as far as it goes. */
export interface MapAnswer<Data> {
  readonly data: Data
  readonly warnings: readonly Warning[]
}

/**
 * A source of places. Each operation throws SurveyorError for what callers may learn, and the reason of the context's
 * signal.
 */
export interface MapProvider extends AsyncDisposable {
  /** How it gets its data: `file` or `http`. */
  readonly engine: string
  resolve(input: MapsResolveInput, context: ExtractContext): Promise<MapAnswer<MapsResolveOutput>>
  search(input: MapsSearchInput, context: ExtractContext): Promise<MapAnswer<MapsSearchOutput>>
  extract(input: MapsExtractInput, context: ExtractContext): Promise<MapAnswer<MapsExtractOutput>>
}
