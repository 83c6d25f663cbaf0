// The categories of a place, one for each value of the place keys, and the ids that it is found by.
import { PLACE_KEYS } from '#kit/categories/category-table.ts'
import {
  DETAIL_KEYS,
  isLandmarkTag,
  isNotPublic,
  LANDMARK_KEYS,
  NOT_PUBLIC_ID,
  OFFER_KEYS,
} from '#kit/categories/searchable-tags.ts'
import { CLOSED_KEYS, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from './tag-values.ts'

/** A place key with the value `no` means that it is not such a place. */
const NO_CATEGORY = new Set(['no', 'none'])

/**
 * Ids in the form `amenity/cafe`, the most specific key first; a `;` list gives one for each entry. For a former place,
 * its former categories; for what is no place, what it is as a landmark: `historic/castle`.
 */
export function categoriesFromTags(tags: Tags): string[] {
  const ids = new Set<string>()
  for (const key of PLACE_KEYS) {
    for (const value of listOf(tags[key])) {
      if (!NO_CATEGORY.has(value)) ids.add(`${key}/${value}`)
    }
  }
  if (ids.size > 0) return [...ids]
  for (const [closedKey, key] of CLOSED_KEYS) {
    for (const value of listOf(tags[closedKey])) {
      if (!NO_CATEGORY.has(value)) ids.add(`${key}/${value}`)
    }
  }
  return ids.size > 0 ? [...ids] : landmarkIds(tags)
}

/** What people look for beside places of business, as ids: `historic/castle`. */
export function landmarkIds(tags: Tags): string[] {
  return LANDMARK_KEYS.flatMap((key) =>
    listOf(tags[key])
      .filter((value) => isLandmarkTag(key, value))
      .map((value) => `${key}/${value}`),
  )
}

/**
 * What an element is found by when places are searched by kind: its categories and what narrows them down. Ids in the
 * form `amenity/cafe`, `cuisine/pizza`, `brand:wikidata/Q37158`; empty for what is no place and no landmark.
 */
export function searchIds(tags: Tags): string[] {
  const ids = [...categoriesFromTags(tags), ...landmarkIds(tags)]
  if (ids.length === 0) return ids
  for (const key of [...DETAIL_KEYS, ...OFFER_KEYS]) {
    for (const value of listOf(tags[key])) ids.push(`${key}/${value.toLowerCase().replaceAll(' ', '_')}`)
  }
  for (const value of listOf(tags['brand:wikidata'])) ids.push(`brand:wikidata/${value}`)
  if (isNotPublic(tags)) ids.push(NOT_PUBLIC_ID)
  return [...new Set(ids)]
}
