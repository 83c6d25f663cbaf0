// What a listing has, and what it says that it does not have.
import type { JsonObject } from '#parsing/json/json-value.ts'
import type { Amenity } from '#extractors/airbnb/request/airbnb-data.ts'
import { flagAt, listAt, objectsAt, textAt, textOf } from '#extractors/airbnb/state/payload-fields.ts'
import { isJsonObject } from '#parsing/json/json-value.ts'

/** The lists of groups by what they are called, the whole list before its preview. */
const LISTS = ['seeAllAmenitiesGroups', 'amenityGroups', 'previewAmenitiesGroups'] as const

/** The longest list of the first kind that is there; null where the page has none. */
export function readAmenities(objects: readonly JsonObject[]): Amenity[] | null {
  for (const name of LISTS) {
    const lists = objects.map((object) => objectsAt(object, name).flatMap(amenitiesOf))
    const longest = lists.toSorted((a, b) => b.length - a.length)[0]
    if (longest !== undefined && longest.length > 0) return longest
  }
  return null
}

function amenitiesOf(group: JsonObject): Amenity[] {
  const title = textAt(group, 'title', 'name')
  return listAt(group, 'amenities').flatMap((amenity) => {
    const name = isJsonObject(amenity) ? textAt(amenity, 'title', 'name') : textOf(amenity)
    if (name === null) return []
    return [{ group: title, name, available: isJsonObject(amenity) ? flagAt(amenity, 'available') : null }]
  })
}
