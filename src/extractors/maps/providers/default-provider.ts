// The map provider of a request, and the message about one that does not exist yet.
import { PROVIDERS, type Provider } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractorHost } from '#extract/context.ts'

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

/** The error `not_built_yet` for a provider that is only announced. */
export function notBuilt(provider: Provider): SurveyorError {
  const detail = `The map provider "${provider}" is not built yet; "overpass" works without any set-up.`
  return new SurveyorError('not_built_yet', detail)
}
