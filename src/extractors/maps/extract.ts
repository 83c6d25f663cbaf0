// The work of the maps extractor: picks the provider and hands the operation to it.
import type {
  MapsBasemapInput,
  MapsBasemapOutput,
  MapsExtractInput,
  MapsParseInput,
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
import { readProxyOption } from '#extract/page/proxy-option.ts'
import { withOpenReviews } from '#extractors/maps/mangrove/open-reviews.ts'
import { defaultProvider, type MapAnswer, type MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { createGoogleProvider } from '#extractors/maps/providers/google/google-provider.ts'
import { isGoogleAddress, isGoogleId } from '#extractors/maps/providers/google/request/place-address.ts'
import { parsePayloads } from '#extractors/maps/parse-payloads.ts'
import { createOsmFileProvider } from '#extractors/maps/providers/osm-file/osm-file-provider.ts'
import { createOvertureProvider } from '#extractors/maps/providers/overture/overture-provider.ts'
import { createOverpassProvider } from '#extractors/maps/providers/overpass/overpass-provider.ts'

/** What of a request tells its provider. */
interface ProviderHints {
  readonly provider?: Provider
  readonly id?: string
  readonly url?: string
}

/** Once for each worker process; a provider is made when the first job asks for it. */
export async function create(host: ExtractorHost): Promise<ExtractorInstance> {
  const providers = new Map<Provider, MapProvider>()
  const providerOf = (name: Provider): MapProvider => {
    const known = providers.get(name)
    if (known !== undefined) return known
    const plain = makeProvider(name, host, providerOf)
    const made = plain.parts?.includes('reviews') === true ? plain : withOpenReviews(plain, host)
    providers.set(name, made)
    return made
  }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as for `checkedOperation`
  const operation = <Input extends ProviderHints>(
    run: (provider: MapProvider, input: Input, context: ExtractContext) => Promise<MapAnswer<unknown>>,
  ) =>
    checkedOperation<Input>(async (input, context) => {
      const name = input.provider ?? namedBy(input) ?? defaultProvider(host.settings)
      if (name !== 'google' && readProxyOption(input).mode === 'pool') throw noProxyFor(name)
      const provider = providerOf(name)
      const { data, warnings, engine = provider.engine } = await run(provider, input, context)
      return { data, engine, warnings }
    })
  return {
    operations: {
      search: operation<MapsSearchInput>((provider, input, context) => provider.search(input, context)),
      extract: operation<MapsExtractInput>(async (provider, input, context) => {
        if (input.reviews !== undefined && provider.parts?.includes('reviews') !== true)
          throw withoutReviews()
        return provider.extract(input, context)
      }),
      parse: checkedOperation<MapsParseInput>(async (input) => ({
        data: parsePayloads(input),
        engine: 'file',
      })),
      resolve: operation<MapsResolveInput>((provider, input, context) => provider.resolve(input, context)),
      understand: operation<MapsUnderstandInput>(async (provider, input, context) => {
        if (provider.understand !== undefined) return provider.understand(input, context)
        const detail = 'This map provider reads queries itself and does not say how.'
        throw new SurveyorError('not_built_yet', detail)
      }),
      basemap: checkedOperation<MapsBasemapInput>(async (input, context) => {
        const provider = hasExtract(host) ? providerOf('osm-file') : null
        const { data, warnings } = (await provider?.basemap?.(input, context)) ?? NO_BASEMAP
        return { data, engine: 'file', warnings }
      }),
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...providers.values()].map((provider) => provider[Symbol.asyncDispose]()))
    },
  }
}

const NO_BASEMAP: MapAnswer<MapsBasemapOutput> = {
  data: { provider: null, features: [], complete: true, attribution: [] },
  warnings: [],
}

function hasExtract({ settings }: ExtractorHost): boolean {
  return typeof settings['osmFile'] === 'string' && settings['osmFile'] !== ''
}

function noProxyFor(name: Provider): SurveyorError {
  const detail = `The map provider "${name}" is asked without a proxy.`
  return new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/proxy', code: 'not_for_provider', detail }],
  })
}

/** An id or an address says itself whose it is; otherwise the default decides. */
function namedBy({ id = '', url = '' }: ProviderHints): Provider | undefined {
  if (/^(?:gers|overture):/.test(id)) return 'overture'
  return isGoogleId(id) || isGoogleAddress(url) ? 'google' : undefined
}

function withoutReviews(): SurveyorError {
  const detail =
    'This provider has no reviews of its own; SURVEYOR_MANGROVE_URL names a source of open ones (docs/providers.md).'
  return new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/reviews', code: 'not_offered', detail }],
  })
}

function makeProvider(
  name: Provider,
  host: ExtractorHost,
  providerOf: (name: Provider) => MapProvider,
): MapProvider {
  const { settings, dataDir, log } = host
  if (name === 'overpass') return createOverpassProvider(host)
  // A place that has no extract here may still be searched: areas are looked up where they are known for the whole world.
  if (name === 'google') return createGoogleProvider(host, providerOf('overpass'))
  if (name === 'overture') {
    return createOvertureProvider(host, providerOf(settings['osmFile'] ? 'osm-file' : 'overpass'))
  }
  const files = settings['osmFile']
  if (typeof files !== 'string' || files === '') {
    const detail =
      'The map provider "osm-file" needs the setting SURVEYOR_OSM_FILE: the path of an .osm.pbf file.'
    throw new SurveyorError('provider_not_configured', detail)
  }
  return createOsmFileProvider({ files, dataDir, log })
}
