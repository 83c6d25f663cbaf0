// The extractors of the product, from where the modules of this process are.
import type { ExtractorDescriptor } from '#extract/define-extractor.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { modulesOfThisProcess } from '#platform/files/bundled-modules.ts'

const EXTRACTORS = new URL('../../extractors/', import.meta.url)

/** The descriptors of all extractors; throws when one is broken. */
export async function loadExtractors(): Promise<ExtractorDescriptor[]> {
  return discoverExtractors(EXTRACTORS, modulesOfThisProcess())
}
