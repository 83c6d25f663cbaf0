// A place as the map and the list need it: eight values, from a stream of the whole list.
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'

/** What GET /api/places gives with `columns` of `ROW_COLUMNS`. */
export interface PlaceRow {
  readonly id: string
  readonly name: string | null
  readonly category: string | null
  readonly address: string | null
  readonly city: string | null
  /** Whether it is closed for good or for a while. */
  readonly closed: 'permanently' | 'temporarily' | null
  readonly lat: number
  readonly lng: number
}

/** The columns of a row, as the list takes them. */
export const ROW_COLUMNS = 'id,name,category,address,city,status,lat,lng'

/** West, south, east, north in degrees; west exceeds east across the antimeridian. */
export type Bounds = readonly [number, number, number, number]

/** Reads a line of the stream; null: it is no place with a location. */
export function parseRow(line: string): PlaceRow | null {
  const { id, lat, lng, name, category, address, city, status } = fieldsOf(JSON.parse(line))
  if (typeof id !== 'string' || typeof lat !== 'number' || typeof lng !== 'number') return null
  return {
    id,
    lat,
    lng,
    name: textOf(name),
    category: textOf(category),
    address: textOf(address),
    city: textOf(city),
    closed:
      status === 'permanently_closed'
        ? 'permanently'
        : status === 'temporarily_closed'
          ? 'temporarily'
          : null,
  }
}

/** The smallest bounds that hold all rows; null without rows. A list around the antimeridian gets the whole width. */
export function boundsOf(rows: readonly Pick<PlaceRow, 'lat' | 'lng'>[]): Bounds | null {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { lat, lng } of rows) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return rows.length === 0 ? null : [west, south, east, north]
}

/** Bounds of a map, which may show the earth more than once, as bounds within it. */
export function wrapBounds([west, south, east, north]: Bounds): Bounds {
  const [lower, upper] = [Math.max(-90, south), Math.min(90, north)]
  if (east - west >= 360) return [-180, lower, 180, upper]
  return [wrapDegrees(west), lower, wrapDegrees(east), upper]
}

const wrapDegrees = (lng: number): number =>
  lng >= -180 && lng <= 180 ? lng : lng - 360 * Math.round(lng / 360)

/** Whether a row lies in bounds. */
export function isInside({ lat, lng }: PlaceRow, [west, south, east, north]: Bounds): boolean {
  if (lat < south || lat > north) return false
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}

/** Where the rows of each city are, on average: the names that the map writes. Largest first, at most `count`. */
export function cityCentres(
  rows: readonly PlaceRow[],
  count: number,
): readonly { readonly city: string; readonly lat: number; readonly lng: number; readonly places: number }[] {
  const sums = new Map<string, { lat: number; lng: number; places: number }>()
  for (const { city, lat, lng } of rows) {
    if (city === null) continue
    const sum = sums.get(city) ?? { lat: 0, lng: 0, places: 0 }
    sum.lat += lat
    sum.lng += lng
    sum.places += 1
    sums.set(city, sum)
  }
  return [...sums]
    .map(([city, { lat, lng, places }]) => ({ city, lat: lat / places, lng: lng / places, places }))
    .sort((a, b) => b.places - a.places)
    .slice(0, count)
}
