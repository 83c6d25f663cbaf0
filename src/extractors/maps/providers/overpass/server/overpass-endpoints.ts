// Which Overpass servers are asked: those of the setting in their order, else the public one.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createOverpassEndpoint, type OverpassEndpoint } from './overpass-endpoint.ts'

const PUBLIC_URL = 'https://overpass-api.de/api/interpreter'
const SETTING = 'overpassUrl'

/** The setting may name several, separated by commas. Throws `provider_not_configured` for an invalid URL. */
export function overpassUrls(settings: ExtractorHost['settings']): [string, ...string[]] {
  const named = String(settings[SETTING] ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (!named.every((url) => URL.canParse(url))) {
    throw new SurveyorError(
      'provider_not_configured',
      'SURVEYOR_OVERPASS_URL names something that is no URL.',
    )
  }
  const [first = PUBLIC_URL, ...others] = named
  return [first, ...others]
}

export function overpassEndpoints(
  { fetch, peerFetch, settings, limits }: ExtractorHost,
  clock: Clock,
): [OverpassEndpoint, ...OverpassEndpoint[]] {
  const endpointOf = (url: string): OverpassEndpoint => {
    // The address of the public server always counts as public, so its policy applies.
    const isPublic = new URL(url).host === new URL(PUBLIC_URL).host
    return createOverpassEndpoint({
      url,
      isPublic,
      fetch: isPublic || peerFetch === undefined ? fetch : peerFetch.bind(null, SETTING),
      // The limits of the operator's own server are between it and this process.
      limiter: isPublic ? limits.shared : limits.process,
      clock,
    })
  }
  const [first, ...others] = overpassUrls(settings)
  return [endpointOf(first), ...others.map(endpointOf)]
}
