// Where the map is, as the address of the page has it: `47.14102,9.52093,13.2`.

/** The middle in degrees, and the zoom of MapLibre. */
export interface MapPosition {
  readonly lat: number
  readonly lng: number
  readonly zoom: number
}

const MAX_ZOOM = 19

/** To the metre. */
export const formatPosition = ({ lat, lng, zoom }: MapPosition): string =>
  `${lat.toFixed(5)},${lng.toFixed(5)},${zoom.toFixed(2)}`

/** Null for anything that is no place on the map. */
export function parsePosition(text: string | null): MapPosition | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [lat = NaN, lng = NaN, zoom = NaN] = numbers
  const isOnMap = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= MAX_ZOOM
  return numbers.length === 3 && isOnMap ? { lat, lng, zoom } : null
}
