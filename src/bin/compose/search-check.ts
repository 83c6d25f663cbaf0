// What a search is refused for before it is stored: by its words in any product, by the maps that are set up where one process serves everything.
import { SETTINGS, type Settings } from '#config/settings.ts'
import type { Provider } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { checkParts, offeredParts } from '#places/details/included-parts.ts'
import type { CheckSearch } from '#places/searches/create-search.ts'
import { loadExtractors } from '#bin/compose/load-extractors.ts'
import { mapProvider } from '#bin/product/part-settings.ts'

/** In separate processes (`alone` is false) the workers have their own settings, and only they know what they can serve. */
export async function searchCheck(settings: Settings, alone: boolean): Promise<CheckSearch> {
  const extractors = await loadExtractors()
  const maps = extractors.find(({ name }) => name === 'maps')
  return async (request) => {
    await maps?.checkInput?.(request)
    if (!alone) return
    const provider = request.provider ?? mapProvider(settings)
    const missing = missingSetting(provider, settings)
    if (missing !== null) {
      throw new SurveyorError('provider_not_configured', `The map provider "${provider}" ${missing}`)
    }
    checkParts(request, { provider, parts: [...offeredParts(provider, settings.mangroveUrl !== null)] })
  }
}

/** What a provider lacks to be asked; null: nothing. */
function missingSetting(provider: Provider, settings: Settings): string | null {
  const { googleEnabled, overtureFile, overtureUrl, osmFile } = SETTINGS
  if (provider === 'google' && !settings.googleEnabled) {
    return `is off; ${googleEnabled.env} switches it on (docs/google.md).`
  }
  if (provider === 'overture' && settings.overtureFile === null && settings.overtureUrl === null) {
    return `needs the setting ${overtureFile.env} or ${overtureUrl.env}.`
  }
  if (provider === 'osm-file' && settings.osmFile === null) {
    return `needs the setting ${osmFile.env}: the path of an extract.`
  }
  return null
}
