// Finds out which words of a query name an area (`Starbucks in Monaco`).
import { SurveyorError } from '#contract/surveyor-error.ts'
import { cutExclusions } from '#extractors/maps/query/exclusions.ts'
import { understandQuery } from '#extractors/maps/query/understand-query.ts'
import { correctedReading } from './read-query.ts'
import type { Geocoder, GeocodeOptions } from '#extractors/maps/geocoding/geocoder.ts'

/** Each costs a second of the geocoder. */
const MAX_QUESTIONS = 2

/**
 * Resolves the words of a query that a preposition makes an area. `cafes in Monaco` needs no geocoder for its reading, and for
 * other words (`Starbucks Monaco`) a worldwide geocoder is no help: nearly every word is the name of an area. Where the query
 * has to name one (`needsArea`), the words beside a kind are asked for too: `jewelry store vaduz`. Without a geocoder no word
 * counts as an area. Throws the errors of the geocoder.
 */
export async function areasInQuery(
  typed: string,
  geocoder: Geocoder,
  { needsArea, ...options }: GeocodeOptions & { readonly needsArea: boolean },
): Promise<ReadonlySet<string>> {
  const query = cutExclusions(typed).rest
  const parts = new Set<string>()
  const first = understandQuery(query, (text) => {
    parts.add(text)
    return false
  })
  if (first.area !== null || correctedReading(query, () => false).understanding.area !== null)
    return new Set()
  const readings = [...parts].map((part) => ({ part, ...understandQuery(query, (text) => text === part) }))
  const certain = readings.filter(({ area }) => area?.isCertain)
  const besideAKind = readings.filter(({ area, terms }) => area?.isCertain === false && terms.length === 0)
  const asked = needsArea ? [...certain, ...besideAKind] : certain
  for (const { part } of asked.slice(0, MAX_QUESTIONS)) {
    if (await isArea(part, geocoder, options)) return new Set([part])
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
