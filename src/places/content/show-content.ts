// The stored content of a place, shown in a language. Ids and local names are stored; labels are added here.
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { LatLng } from '#contract/schema.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { countryName } from '#kit/geo/country-name.ts'
import { inLanguage } from '#kit/text/language-tag.ts'

/** A place without id and dates, as the wire shows it. */
export type ShownContent = Omit<MapPlace, 'source' | 'raw'>

/** The same as the database stores it: categories are ids only. */
export interface StoredContent extends Omit<ShownContent, 'categories'> {
  readonly categories: readonly string[]
}

type StoredLabels = Pick<StoredContent, 'name' | 'names' | 'categories' | 'address'>
type ShownLabels = Pick<ShownContent, 'name' | 'names' | 'categories' | 'address'>

/** `language`: BCP 47, or null for local names and labels in English. */
export function showContent(content: StoredContent, language: string | null): ShownContent {
  return { ...content, ...showLabels(content, language) }
}

/**
 * As `showContent`, from JSON to JSON. Every field with labels comes before the location, so only that part is parsed
 * and written.
 */
export function showContentJson(json: string, language: string | null): string {
  const end = json.indexOf(LOCATION)
  const labels = parseKnownJson<StoredLabels>(`${json.slice(0, end)}}`)
  return JSON.stringify(showLabels(labels, language)).slice(0, -1) + json.slice(end)
}

/** The position in the JSON of a stored content, without parsing the rest. */
export function locationInJson(json: string): LatLng {
  const start = json.indexOf(LOCATION) + LOCATION.length - 1
  return parseKnownJson<LatLng>(json.slice(start, json.indexOf('}', start) + 1))
}

/** Inside a string the quotes would be escaped, and no field before it holds an object under this key. */
const LOCATION = ',"location":{'

function showLabels(
  { name, names, categories, address }: StoredLabels,
  language: string | null,
): ShownLabels {
  return {
    name: showName({ name, names }, language),
    names,
    categories: categories.map((id) => ({ id, label: categoryLabel(id, language) })),
    address: showAddress(address, language),
  }
}

/** The name in `language` (BCP 47), or the local one. */
export function showName(
  { name, names }: Pick<StoredLabels, 'name' | 'names'>,
  language: string | null,
): string | null {
  return language === null ? name : (inLanguage(names, language) ?? name)
}

/** The country by its code; a formatted address ends with the stored label. */
export function showAddress(
  address: ShownContent['address'],
  language: string | null,
): ShownContent['address'] {
  const { formatted, countryCode, country: stored } = address
  const country = countryCode === null ? stored : (countryName(countryCode, language) ?? stored)
  if (country === stored) return address
  const isLast = stored !== null && formatted?.endsWith(`, ${stored}`) === true
  const street = isLast ? formatted.slice(0, -stored.length) : null
  return { ...address, formatted: street === null ? formatted : `${street}${country ?? ''}`, country }
}
