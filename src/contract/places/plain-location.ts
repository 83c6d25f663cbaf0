// GeoJSON in the forms that people have it, as one of the plain forms of a location.
import type { Static } from 'typebox'
import type {
  GeoJsonMultiPolygon,
  GeoJsonPolygon,
  Location,
  LocationBox,
  LocationCircle,
} from './location.ts'

/** A location that is drawn: a circle, a box, or polygons. */
export type PlainShape =
  | Static<typeof LocationCircle>
  | Static<typeof LocationBox>
  | Static<typeof GeoJsonPolygon>
  | Static<typeof GeoJsonMultiPolygon>

/** A Feature is its geometry, a FeatureCollection all polygons of its features, a Point with a radius a circle. */
export function plainShape(location: Exclude<Location, string>): PlainShape {
  if (!('type' in location)) return location
  if (location.type === 'Point') {
    const [lng = Number.NaN, lat = Number.NaN] = location.coordinates
    return { lat, lng, radiusM: location.radiusM }
  }
  if (location.type === 'Feature') return location.geometry
  if (location.type !== 'FeatureCollection') return location
  const [first, ...others] = location.features
  if (first !== undefined && others.length === 0) return first.geometry
  const coordinates = location.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  )
  return { type: 'MultiPolygon', coordinates }
}

/** Where the polygons of a location stand in it, one pointer for each in the order of `plainShape`. */
export function polygonPointers(location: Exclude<Location, string>): string[] {
  if (!('type' in location)) return []
  if (location.type === 'Polygon') return ['/coordinates']
  if (location.type === 'MultiPolygon') return location.coordinates.map((_, index) => `/coordinates/${index}`)
  if (location.type === 'Feature') return polygonPointers(location.geometry).map((rest) => `/geometry${rest}`)
  if (location.type !== 'FeatureCollection') return []
  return location.features.flatMap(({ geometry }, index) =>
    polygonPointers(geometry).map((rest) => `/features/${index}/geometry${rest}`),
  )
}
