// The map area of a search, as its address names it, and its quarters.

/** Degrees; west may be greater than east across the date line. */
export interface BoundingBox {
  readonly north: number
  readonly south: number
  readonly east: number
  readonly west: number
}

/** A smaller area is not divided: about a kilometre. */
const MIN_DEGREES = 0.01

/** Null for an address without an area. */
export function boxOf(url: URL): BoundingBox | null {
  const [north, east, south, west] = ['ne_lat', 'ne_lng', 'sw_lat', 'sw_lng'].map((name) => {
    const text = url.searchParams.get(name)
    return text === null || text.trim() === '' ? NaN : Number(text)
  })
  if (north === undefined || east === undefined || south === undefined || west === undefined) return null
  const inRange =
    Math.abs(north) <= 90 && Math.abs(south) <= 90 && Math.abs(east) <= 180 && Math.abs(west) <= 180
  return inRange && north > south ? { north, south, east, west } : null
}

/** The same search in another area, from its first page. */
export function withBox(url: URL, box: BoundingBox): URL {
  const next = new URL(url)
  const values = { ne_lat: box.north, ne_lng: box.east, sw_lat: box.south, sw_lng: box.west }
  for (const [name, value] of Object.entries(values))
    next.searchParams.set(name, String(Number(value.toFixed(6))))
  for (const name of ['cursor', 'items_offset', 'section_offset']) next.searchParams.delete(name)
  next.searchParams.set('search_by_map', 'true')
  return next
}

/** Four areas that meet at the middle; none for an area that is small already. */
export function quarters({ north, south, east, west }: BoundingBox): BoundingBox[] {
  const width = east >= west ? east - west : east - west + 360
  if (north - south < MIN_DEGREES || width < MIN_DEGREES) return []
  const lat = (north + south) / 2
  const raw = west + width / 2
  const lng = raw > 180 ? raw - 360 : raw
  return [
    { north, south: lat, west, east: lng },
    { north, south: lat, west: lng, east },
    { north: lat, south, west, east: lng },
    { north: lat, south, west: lng, east },
  ]
}
