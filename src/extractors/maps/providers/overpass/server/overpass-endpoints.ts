// Which Overpass servers are asked: those of the setting in their order, else the public one.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost, ExtractPermits } from '#extract/context.ts'
import { createProcessPermits } from '#extract/process-permits.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createOverpassEndpoint, type OverpassEndpoint } from './overpass-endpoint.ts'

const PUBLIC_URL = 'https://overpass-api.de/api/interpreter'
const SETTING = 'overpassUrl'

/** The setting may name several, separated by commas. Throws `provider_not_configured` for an invalid URL. */
export function overpassEndpoints(
  host: ExtractorHost,
  deps: { readonly permits: ExtractPermits; readonly clock: Clock },
): [OverpassEndpoint, ...OverpassEndpoint[]] {
  const { fetch, peerFetch, settings } = host
  const named = String(settings[SETTING] ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const [first, ...others] = named.map((url) => {
    if (!URL.canParse(url)) {
      throw new SurveyorError(
        'provider_not_configured',
        'SURVEYOR_OVERPASS_URL names something that is no URL.',
      )
    }
    // The address of the public server always counts as public, so its policy applies.
    const isPublic = new URL(url).host === new URL(PUBLIC_URL).host
    const own = isPublic || peerFetch === undefined ? fetch : peerFetch.bind(null, SETTING)
    // The limits of the operator's own server are between it and this process.
    const permits = isPublic ? deps.permits : createProcessPermits(deps.clock)
    return createOverpassEndpoint({ ...deps, permits, url, isPublic, fetch: own })
  })
  if (first !== undefined) return [first, ...others]
  return [createOverpassEndpoint({ ...deps, url: PUBLIC_URL, isPublic: true, fetch })]
}
