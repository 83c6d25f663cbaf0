// What an element is found by when places are searched by kind: its categories and what narrows them down.
import { DETAIL_KEYS } from '#kit/categories/searchable-tags.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { categoriesFromTags, landmarkIds } from './categories-from-tags.ts'
import { listOf } from './tag-values.ts'

/** Ids in the form `amenity/cafe`, `cuisine/pizza`, `brand:wikidata/Q37158`; empty for what is no place and no landmark. */
export function searchIds(tags: Tags): string[] {
  const ids = [...categoriesFromTags(tags), ...landmarkIds(tags)]
  if (ids.length === 0) return ids
  for (const key of DETAIL_KEYS) {
    for (const value of listOf(tags[key])) ids.push(`${key}/${value.toLowerCase().replaceAll(' ', '_')}`)
  }
  for (const value of listOf(tags['brand:wikidata'])) ids.push(`brand:wikidata/${value}`)
  return [...new Set(ids)]
}
