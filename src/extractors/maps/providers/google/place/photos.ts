// The pictures of a place: one for each group of them, and the one it is shown with.
import type { MapPlace } from '#contract/places/place.ts'
import { asList, asText, pick, valueAt } from '#extractors/maps/providers/google/payload/at.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { PLACE } from '#extractors/maps/providers/google/payload/paths.ts'
import { webAddress } from './contacts.ts'

const MAX_GROUPS = 50

/** Each picture once: its groups first, with their titles. Who took one is not known. */
export function readPhotos(place: PlaceArray): MapPlace['photos'] {
  const groups = (pick(place, PLACE.photoGroups, asList) ?? []).slice(0, MAX_GROUPS)
  const titled = groups.flatMap((group) => {
    const url = webAddress(valueAt(group, [3, 0, 6, 0]))
    const title = asText(valueAt(group, [2]))
    return url === null ? [] : [{ url, credit: null, ...(title === null ? {} : { title }) }]
  })
  const thumbnail = pick(place, PLACE.thumbnail, webAddress)
  const known = new Set(titled.map(({ url }) => pictureOf(url)))
  if (thumbnail === null || known.has(pictureOf(thumbnail))) return titled
  return [...titled, { url: thumbnail, credit: null }]
}

/** The same picture in another size has another end: `…=w408-h306-k-no`. */
function pictureOf(url: string): string {
  const at = url.indexOf('=', url.lastIndexOf('/'))
  return at < 0 ? url : url.slice(0, at)
}
