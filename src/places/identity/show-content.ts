// What is stored of a place, shown in a language. Stored are ids and names as they are on the ground; labels are made here.
import type { MapPlace } from '#contract/place.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { countryName } from '#kit/country-name.ts'
import { inLanguage } from '#kit/language-tag.ts'

/** A place without id and dates, as the wire shows it. */
export type ShownContent = Omit<MapPlace, 'source' | 'raw'>

/** The same as the database keeps it: of its categories only the ids. */
export interface StoredContent extends Omit<ShownContent, 'categories'> {
  readonly categories: readonly string[]
}

type StoredLabels = Pick<StoredContent, 'name' | 'names' | 'categories' | 'address'>
type ShownLabels = Pick<ShownContent, 'name' | 'names' | 'categories' | 'address'>

/** `language`: BCP 47, or null for names as they are on the ground and labels in English. */
export function showContent(content: StoredContent, language: string | null): ShownContent {
  return { ...content, ...showLabels(content, language) }
}

/** As `showContent`, from JSON to JSON. All that has labels stands before the location: only that is read and written. */
export function showContentJson(json: string, language: string | null): string {
  const end = json.indexOf(LOCATION)
  const labels = JSON.parse(`${json.slice(0, end)}}`) as StoredLabels
  return JSON.stringify(showLabels(labels, language)).slice(0, -1) + json.slice(end)
}

/** Inside a string the quotes would be escaped, and nothing before it holds an object under this key. */
const LOCATION = ',"location":{'

function showLabels(
  { name, names, categories, address }: StoredLabels,
  language: string | null,
): ShownLabels {
  return {
    name: language === null ? name : (inLanguage(names, language) ?? name),
    names,
    categories: categories.map((id) => ({ id, label: categoryLabel(id, language) })),
    address: showAddress(address, language),
  }
}

/** The country by its code; a formatted address ends with the label that was stored. */
function showAddress(address: ShownContent['address'], language: string | null): ShownContent['address'] {
  const { formatted, countryCode, country: stored } = address
  const country = countryCode === null ? stored : (countryName(countryCode, language) ?? stored)
  if (country === stored) return address
  const isLast = stored !== null && formatted?.endsWith(`, ${stored}`) === true
  const street = isLast ? formatted.slice(0, -stored.length) : null
  return { ...address, formatted: street === null ? formatted : `${street}${country ?? ''}`, country }
}
