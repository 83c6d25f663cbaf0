// The base of the map: land and borders of all countries (Natural Earth, public domain, from world-atlas), as GeoJSON.
import type { FeatureCollection, Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-50m.json?url'
import { unwrapRings } from './unwrap-rings.ts'

/** The layers of the base. */
export interface BaseMap {
  readonly land: FeatureCollection
  readonly borders: Geometry
}

/** Loads it from the service that serves the page. */
export async function loadBaseMap(): Promise<BaseMap> {
  const response = await fetch(atlas)
  if (!response.ok) throw new Error('The base of the map could not be loaded.')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the build, whose shape its package describes
  const topology = (await response.json()) as Topology<{
    countries: GeometryCollection
    land: GeometryCollection
  }>
  const land = feature(topology, topology.objects.land)
  return {
    land: { ...land, features: land.features.map((part) => ({ ...part, geometry: flat(part.geometry) })) },
    borders: mesh(topology, topology.objects.countries, (a, b) => a !== b),
  }
}

/** The package has its polygons for a globe. */
function flat(geometry: Geometry): Geometry {
  return geometry.type === 'MultiPolygon'
    ? { ...geometry, coordinates: unwrapRings(geometry.coordinates) }
    : geometry
}
