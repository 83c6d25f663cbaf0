// The work of the extractor `sites`: the map of a site.
import { checkedOperation, type ExtractorInstance } from '#extract/context.ts'
import { mapSite } from '#extractors/sites/map/map-site.ts'
import type { MapInput } from '#extractors/sites/request/options.ts'

/** Holds nothing between jobs. */
export async function create(): Promise<ExtractorInstance> {
  return { operations: { map: checkedOperation<MapInput>(mapSite) } }
}
