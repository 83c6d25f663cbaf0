// Finds out which words of a query name an area (`Starbucks in Monaco`).
import { SurveyorError } from '#contract/surveyor-error.ts'
import { understandQuery } from '#extractors/maps/categories/understand-query.ts'
import type { Geocoder, GeocodeOptions } from '#extractors/maps/geocoding/geocoder.ts'

/** Each costs a second of the geocoder. */
const MAX_QUESTIONS = 2

/**
 * Resolves the ends of a query that follow a preposition. `cafes in Monaco` needs no geocoder for its reading, and for
 * other ends (`Starbucks Monaco`) a worldwide geocoder is no help: nearly every word is the name of an area. Without a
 * geocoder no word counts as an area. Throws the errors of the geocoder.
 */
export async function areasInQuery(
  query: string,
  geocoder: Geocoder,
  options: GeocodeOptions,
): Promise<ReadonlySet<string>> {
  const ends = new Set<string>()
  const first = understandQuery(query, (text) => {
    ends.add(text)
    return false
  })
  if (first.area !== null) return new Set()
  const certain = [...ends].filter((end) => understandQuery(query, (text) => text === end).area?.isCertain)
  for (const end of certain.slice(0, MAX_QUESTIONS)) {
    if (await isArea(end, geocoder, options)) return new Set([end])
  }
  return new Set()
}

async function isArea(text: string, geocoder: Geocoder, options: GeocodeOptions): Promise<boolean> {
  try {
    await geocoder.find(text, options)
    return true
  } catch (error) {
    const code = error instanceof SurveyorError ? error.code : null
    if (code === 'unknown_area' || code === 'provider_not_configured') return false
    throw error
  }
}

/** The options of a request in the form that geocoders take: the country in upper case, null for what is absent. */
export function geocodeOptions(
  { country, language }: { readonly country?: string; readonly language?: string },
  signal: AbortSignal,
): GeocodeOptions {
  return { country: country?.toUpperCase() ?? null, language: language ?? null, signal }
}
