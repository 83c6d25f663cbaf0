// The work of the maps extractor: picks the provider and hands the operation to it.
import type {
  MapsExtractInput,
  MapsResolveInput,
  MapsSearchInput,
  MapsUnderstandInput,
} from '#contract/places/maps.ts'
import type { Provider } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  checkedOperation,
  type ExtractContext,
  type ExtractorHost,
  type ExtractorInstance,
} from '#extract/context.ts'
import {
  defaultProvider,
  notBuilt,
  type MapAnswer,
  type MapProvider,
} from '#extractors/maps/providers/map-provider.ts'
import { createOsmFileProvider } from '#extractors/maps/providers/osm-file/osm-file-provider.ts'
import { createOverpassProvider } from '#extractors/maps/providers/overpass/overpass-provider.ts'

/** Once for each worker process; a provider is made when the first job asks for it. */
export async function create(host: ExtractorHost): Promise<ExtractorInstance> {
  const providers = new Map<Provider, MapProvider>()
  const providerOf = (asked: Provider | undefined): MapProvider => {
    const name = asked ?? defaultProvider(host.settings)
    const known = providers.get(name)
    if (known !== undefined) return known
    const made = makeProvider(name, host)
    providers.set(name, made)
    return made
  }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as for `checkedOperation`
  const operation = <Input extends { readonly provider?: Provider }>(
    run: (provider: MapProvider, input: Input, context: ExtractContext) => Promise<MapAnswer<unknown>>,
  ) =>
    checkedOperation<Input>(async (input, context) => {
      const provider = providerOf(input.provider)
      const { data, warnings } = await run(provider, input, context)
      return { data, engine: provider.engine, warnings }
    })
  return {
    operations: {
      search: operation<MapsSearchInput>((provider, input, context) => provider.search(input, context)),
      extract: operation<MapsExtractInput>((provider, input, context) => provider.extract(input, context)),
      resolve: operation<MapsResolveInput>((provider, input, context) => provider.resolve(input, context)),
      understand: operation<MapsUnderstandInput>(async (provider, input, context) => {
        if (provider.understand !== undefined) return provider.understand(input, context)
        const detail = 'This map provider reads queries itself and does not say how.'
        throw new SurveyorError('not_built_yet', detail)
      }),
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...providers.values()].map((provider) => provider[Symbol.asyncDispose]()))
    },
  }
}

function makeProvider(name: Provider, host: ExtractorHost): MapProvider {
  const { settings, dataDir, log } = host
  if (name === 'overpass') return createOverpassProvider(host)
  if (name !== 'osm-file') throw notBuilt(name)
  const file = settings['osmFile']
  if (typeof file !== 'string' || file === '') {
    const detail =
      'The map provider "osm-file" needs the setting SURVEYOR_OSM_FILE: the path of an .osm.pbf file.'
    throw new SurveyorError('provider_not_configured', detail)
  }
  return createOsmFileProvider({ file, dataDir, log })
}
