// The area of a search as an outline on the map.
import type { MultiPolygon, Polygon } from 'geojson'
import type { Search } from '#contract/places/search.ts'

/** An outline on the map: the area or a cell of a search. GeoJSON of the wire, which nobody changes. */
export interface MapArea {
  readonly geometry: AreaGeometry
  /** `whole`: all of it is known; `part`: something is missing there; `failed`: it could not be searched. */
  readonly state: 'whole' | 'part' | 'failed'
}

type AreaGeometry = NonNullable<NonNullable<Search['area']>['geometry']>

/** None as long as the area is not known. */
export function areaOf({ area, complete }: Search): readonly MapArea[] {
  if (area === null) return []
  return [{ geometry: area.geometry ?? boxOf(area.bbox), state: complete === false ? 'part' : 'whole' }]
}

/** West, south, east, north as a polygon. */
export function boxOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): AreaGeometry {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

/** Every corner of an area. */
export function cornersOf({ geometry }: MapArea): readonly { readonly lat: number; readonly lng: number }[] {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings.flat().map(([lng, lat]) => ({ lat, lng }))
}

/** A copy for the map, which may change its GeoJSON. */
export function outlineOf(geometry: AreaGeometry): Polygon | MultiPolygon {
  const copy = (rings: readonly (readonly (readonly number[])[])[]): number[][][] =>
    rings.map((ring) => ring.map((position) => [...position]))
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: copy(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(copy) }
}
