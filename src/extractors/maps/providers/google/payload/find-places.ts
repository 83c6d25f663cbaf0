// Finds the places in the data of an answer by what a place looks like; the known positions are tried where nothing does.
import { asList, asText, pick, valueAt } from './at.ts'
import { PLACE, PLACE_IN_ANSWER, RESULT_LISTS } from './paths.ts'
import { parseGoogleId } from '#kit/maps/google-ids.ts'

/** The array of one place. */
export type PlaceArray = readonly unknown[]

/** Arrays of places are longer than any other that holds a name and an id. */
const MIN_SLOTS = 79
const FEATURE_ID = /^0x[0-9a-f]{1,16}:0x[0-9a-f]{1,16}$/i
/** A search answer has 20 places; a page that lists more is cut here. */
const MAX_PLACES = 500

/** In the order of the data, each place once. Linear in the size of the data. */
export function findPlaces(data: readonly unknown[]): PlaceArray[] {
  const found: PlaceArray[] = []
  // A stack in the place of recursion: the depth is a stranger's.
  const open = data.toReversed()
  while (open.length > 0 && found.length < MAX_PLACES) {
    const value = open.pop()
    if (!Array.isArray(value)) continue
    if (looksLikePlace(value)) found.push(value)
    else
      for (let index = value.length - 1; index >= 0; index -= 1)
        if (Array.isArray(value[index])) open.push(value[index])
  }
  return distinct(found.length > 0 ? found : data.flatMap(atKnownPositions))
}

function looksLikePlace(value: readonly unknown[]): boolean {
  return value.length >= MIN_SLOTS && isFeatureId(value[10]) && asText(value[11]) !== null
}

/** With a name and any id, whatever else has moved. */
function atKnownPositions(data: unknown): PlaceArray[] {
  const listed = RESULT_LISTS.flatMap(({ list, place }) =>
    (asList(valueAt(data, list)) ?? []).slice(0, MAX_PLACES).map((entry) => valueAt(entry, place)),
  )
  const single = PLACE_IN_ANSWER.map((path) => valueAt(data, path))
  return [...listed, ...single].flatMap((value) => {
    const place = asList(value)
    return place !== null && asText(pick(place, PLACE.name, asText)) !== null && idOf(place) !== null
      ? [place]
      : []
  })
}

/** The id of a place, by its position or, where that is empty, by its look among the other slots. */
export function idOf(place: PlaceArray): string | null {
  const known = pick(place, PLACE.fid, asId) ?? pick(place, PLACE.placeId, asId)
  if (known !== null) return known
  for (const slot of place) {
    if (isFeatureId(slot) || (typeof slot === 'string' && slot.length === 27 && asId(slot) !== null)) {
      return asText(slot)
    }
  }
  return null
}

function asId(value: unknown): string | null {
  const text = asText(value)
  const id = text === null ? null : parseGoogleId(text)
  return id === null || id.scheme === 'google_cid' ? null : text
}

function isFeatureId(value: unknown): boolean {
  return typeof value === 'string' && value.length < 40 && FEATURE_ID.test(value)
}

function distinct(places: readonly PlaceArray[]): PlaceArray[] {
  const seen = new Set<string | null>()
  return places.filter((place) => {
    const id = idOf(place)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
