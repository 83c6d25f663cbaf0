// The provider `google`: places, opening hours, ratings and reviews out of Google's map, where the operator allows it.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'
import type { MapProvider } from '#extractors/maps/providers/map-provider.ts'
import { GOOGLE_ATTRIBUTION } from './google-attribution.ts'
import { lookUpPlace } from './look-up-place.ts'
import { PAGE_SIZE } from './request/addresses.ts'
import { createGoogleClient } from './request/google-client.ts'
import { MAX_RESULTS } from './request/search-cursor.ts'
import { searchGoogle } from './search-google.ts'

/** Some 20,000 places; more within one search is for its caller to ask for. */
const MAX_REQUESTS = 1_000

/** `areas` resolves locations: the map has no areas of its own. Throws `provider_not_configured`. */
export function createGoogleProvider(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
  areas: Pick<MapProvider, 'resolve'>,
): MapProvider {
  if (host.settings['googleEnabled'] !== true) {
    const detail =
      'The map provider "google" is off. Its terms restrict what programs may do (docs/google.md); the operator of this ' +
      'service switches it on with SURVEYOR_GOOGLE_ENABLED.'
    throw new SurveyorError('provider_not_configured', detail)
  }
  const client = createGoogleClient(host)
  const form: { current: string | null } = { current: null }
  const now = () => new Date().toISOString()

  return {
    engine: 'http',
    parts: ['details', 'reviews'],
    async resolve(input, context) {
      const { data, warnings } = await areas.resolve(input, context)
      return {
        data: {
          ...data,
          provider: 'google',
          limits: { pageSize: PAGE_SIZE, maxResults: MAX_RESULTS, maxRequests: MAX_REQUESTS },
          parts: ['details', 'reviews'],
          attribution: [GOOGLE_ATTRIBUTION, ...data.attribution],
        },
        warnings,
      }
    },
    async search(input, context) {
      const { query, location, country, language } = input
      const { data: where, warnings } = await areas.resolve(
        {
          ...(location === undefined ? { query } : { location }),
          ...(country === undefined ? {} : { country }),
          ...(language === undefined ? {} : { language }),
        },
        context,
      )
      const page = await searchGoogle(input, where.area.bbox, { client, form, now: now() }, context)
      return {
        data: { ...page.data, area: where.area },
        warnings: [...warnings, ...page.warnings],
        engine: page.engine,
      }
    },
    extract: (input, context) => lookUpPlace(input, client, now(), context),
    async [Symbol.asyncDispose]() {
      // Nothing is held open: requests end with their jobs.
    },
  }
}
