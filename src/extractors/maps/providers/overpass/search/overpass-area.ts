// The area of a search as Overpass is asked for it, and as its answer is sifted.
import type { Location, ResolvedArea } from '#contract/location.ts'
import type { Warning } from '#contract/result.ts'
import { bboxContains, distanceM, type Bbox, type LatLng } from '#kit/geo.ts'
import type { Geocoder, GeocodeOptions } from '#extractors/maps/geocoding/geocoder.ts'
import type { GeocodedArea } from '#extractors/maps/geocoding/geocoded-area.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { prepareArea } from '#extractors/maps/providers/osm-file/geometry/prepared-area.ts'
import { simplifyArea } from '#extractors/maps/providers/osm-file/geometry/simplify-area.ts'
import { checkShape, givenShape, type Shape } from '#extractors/maps/providers/osm-file/search/given-shape.ts'
import {
  boxClauses,
  circleClauses,
  polygonClauses,
} from '#extractors/maps/providers/overpass/query/area-clauses.ts'

export interface OverpassArea {
  readonly resolved: ResolvedArea
  /** Where the server looks: never less than the area. */
  readonly clauses: readonly string[]
  contains(point: LatLng): boolean
  /** The middle of a circle that the caller gave: its places are listed by distance. */
  readonly center: LatLng | null
  readonly warnings: readonly Warning[]
  /** Whether it makes sense to ask for less of it. */
  readonly canSplit: boolean
}

/** A 504 over so little (metres across) says nothing about the size of the area. */
const SMALLEST_SPLIT_M = 2_000

/** Throws `validation_failed`, and what the geocoder throws. */
export async function overpassArea(
  location: Location,
  geocoder: Geocoder,
  options: GeocodeOptions & { readonly pointer: string },
): Promise<OverpassArea> {
  if (typeof location === 'string') return geocoded(await geocoder.find(location, options))
  checkShape(location, options.pointer)
  return drawn(location)
}

function drawn(shape: Shape): OverpassArea {
  const { resolved, bbox, center, contains } = givenShape(shape)
  const base = { resolved, center, warnings: [], canSplit: canSplit(bbox) }
  if ('radiusM' in shape) return { ...base, contains, clauses: circleClauses(shape, shape.radiusM) }
  if ('bbox' in shape) {
    // A box is how a larger area is taken apart. A park counts in every box it reaches into: with its middle alone as the
    // measure, one around a whole box would be in none, because the server finds outlines and not what they enclose.
    return { ...base, contains: () => true, clauses: boxClauses(bbox) }
  }
  // The schema asks for two to three numbers in each position.
  const geometry = shape as unknown as Parameters<typeof polygonClauses>[0]
  return { ...base, contains, clauses: polygonClauses(geometry, bbox) }
}

function geocoded(found: GeocodedArea): OverpassArea {
  const { name, kind, source, warnings } = found
  const countryCode = found.countryCode ?? countryOfPoint(found.point)
  const base = { name, kind, source, countryCode, circle: null }
  if (found.geometry === null) {
    const { bbox } = found
    return {
      resolved: { ...base, bbox: [...bbox], geometry: null },
      clauses: boxClauses(bbox),
      contains: (point) => bboxContains(bbox, point),
      center: null,
      warnings,
      canSplit: canSplit(bbox),
    }
  }
  const prepared = prepareArea(found.geometry)
  const { geometry, toleranceDegrees, droppedPolygons } = simplifyArea(found.geometry)
  const simplified: Warning = {
    code: 'boundary_simplified',
    detail: `The outline in the answer is off by up to ${Math.ceil(toleranceDegrees * 111_195)} m and lacks ${droppedPolygons} small islands.`,
  }
  return {
    // The kit's geometry is the contract's, but read-only.
    resolved: {
      ...base,
      bbox: [...prepared.bbox],
      geometry: geometry as unknown as ResolvedArea['geometry'],
    },
    clauses: polygonClauses(found.geometry, prepared.bbox),
    contains: (point) => prepared.contains(point),
    center: null,
    warnings: toleranceDegrees > 0 || droppedPolygons > 0 ? [...warnings, simplified] : warnings,
    canSplit: canSplit(prepared.bbox),
  }
}

function canSplit([west, south, east, north]: Bbox): boolean {
  const lat = (south + north) / 2
  const width = west <= east ? east - west : east - west + 360
  const across = Math.min(180, width)
  return (
    distanceM({ lat: south, lng: west }, { lat: north, lng: west }) > SMALLEST_SPLIT_M ||
    distanceM({ lat, lng: 0 }, { lat, lng: across }) > SMALLEST_SPLIT_M
  )
}
