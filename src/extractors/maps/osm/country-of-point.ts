// The country at a point, where no tag and no boundary of the data says it.
import { iso1A2Code } from '@rapideditor/country-coder'
import { METRES_PER_DEGREE, type LatLng } from '#kit/geo/geometry.ts'

/** The known error of the borders used by `countryOfPoint`. */
const BORDER_METRES = 500
const DIRECTIONS = [0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => (degrees * Math.PI) / 180)

/** ISO 3166-1 alpha-2, upper case; null on the high seas. The borders are coarse: some 100 m. */
export function countryOfPoint({ lat, lng }: LatLng): string | null {
  return iso1A2Code([lng, lat], { level: 'territory' }) ?? null
}

/**
 * The same for a point in an area that is known to lie in `areaCountry`: so close to a border that the outlines do not
 * decide, the country of the area counts and not its neighbour.
 */
export function countryWithin(point: LatLng, areaCountry: string | null): string | null {
  const code = countryOfPoint(point)
  if (areaCountry === null || code === areaCountry) return code
  return around(point).some((near) => countryOfPoint(near) === areaCountry) ? areaCountry : code
}

function around({ lat, lng }: LatLng): LatLng[] {
  const step = BORDER_METRES / METRES_PER_DEGREE
  const narrowing = Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  return DIRECTIONS.map((angle) => ({
    lat: lat + step * Math.sin(angle),
    lng: lng + (step * Math.cos(angle)) / narrowing,
  }))
}
