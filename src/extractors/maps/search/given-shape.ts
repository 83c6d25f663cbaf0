// Shapes that a caller draws: a circle, a box, a polygon.
import type { ResolvedArea } from '#contract/places/location.ts'
import type { PlainShape } from '#contract/places/plain-location.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import {
  bboxContains,
  circleBbox,
  distanceM,
  polygonsOf,
  type AreaGeometry,
  type Bbox,
  type LatLng,
} from '#kit/geo/geometry.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'

/** The area that a shape encloses. `center` is null except for a circle. */
export interface GivenShape {
  readonly resolved: ResolvedArea
  readonly bbox: Bbox
  contains(point: LatLng): boolean
  readonly center: LatLng | null
}

/**
 * The checks that a schema cannot express: latitudes within 90 degrees, south below north, rings that enclose
 * something.
 */
export function checkShape(shape: PlainShape, pointer: string): void {
  const refuse = (where: string, detail: string): never => {
    throw new SurveyorError('validation_failed', `The location is not valid: it ${detail}.`, {
      errors: [{ pointer: `${pointer}${where}`, code: 'location', detail }],
    })
  }
  if ('radiusM' in shape) {
    if (Math.abs(shape.lat) > 90) {
      refuse('/coordinates', 'has a latitude beyond 90 degrees (positions are [longitude, latitude])')
    }
  } else if ('bbox' in shape) {
    const [west, south, east, north] = shape.bbox
    if (Math.abs(south) > 90 || Math.abs(north) > 90) refuse('/bbox', 'has a latitude beyond 90 degrees')
    if (south > north) refuse('/bbox', 'has its south above its north')
    // Across the 180th meridian a box is as wide as what is left of the circle.
    if (west > east && east - west + 360 <= 0) refuse('/bbox', 'encloses nothing')
  } else if ('type' in shape) {
    const positions = polygonsOf(geometryOf(shape)).flat(2)
    if (positions.some(([, lat]) => Math.abs(lat) > 90)) {
      refuse('/coordinates', 'has a latitude beyond 90 degrees (positions are [longitude, latitude])')
    }
    const [west, south, east, north] = prepareArea(geometryOf(shape)).bbox
    if (west === east || south === north) refuse('/coordinates', 'encloses nothing')
  }
}

/** The shape has passed `checkShape`. */
export function givenShape(shape: PlainShape): GivenShape {
  if ('radiusM' in shape) {
    const bbox = circleBbox(shape, shape.radiusM)
    return {
      resolved: {
        ...unnamed(countryOfPoint(shape)),
        kind: 'circle',
        bbox: [...bbox],
        geometry: null,
        circle: shape,
      },
      bbox,
      contains: (point) => distanceM(shape, point) <= shape.radiusM,
      center: { lat: shape.lat, lng: shape.lng },
    }
  }
  if ('bbox' in shape) {
    const { bbox } = shape
    return {
      resolved: { ...unnamed(countryOfBox(bbox)), kind: 'bbox', bbox, geometry: null, circle: null },
      bbox,
      contains: (point) => bboxContains(bbox, point),
      center: null,
    }
  }
  const geometry = geometryOf(shape)
  const prepared = prepareArea(geometry)
  return {
    resolved: {
      ...unnamed(countryOfBox(prepared.bbox)),
      kind: 'polygon',
      bbox: [...prepared.bbox],
      geometry,
      circle: null,
    },
    bbox: prepared.bbox,
    contains: (point) => prepared.contains(point),
    center: null,
  }
}

function unnamed(countryCode: string | null): Pick<ResolvedArea, 'name' | 'source' | 'countryCode'> {
  return { name: null, source: null, countryCode }
}

/** The country of a box whose corners and middle agree. */
function countryOfBox([west, south, east, north]: Bbox): string | null {
  const middle = { lat: (south + north) / 2, lng: west <= east ? (west + east) / 2 : west }
  const corners = [south, north].flatMap((lat) => [west, east].map((lng) => ({ lat, lng })))
  const code = countryOfPoint(middle)
  return corners.every((corner) => countryOfPoint(corner) === code) ? code : null
}

/** The drawn polygon as a geometry. */
export function geometryOf(shape: Extract<PlainShape, { readonly type: string }>): AreaGeometry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema asks for two to three numbers in each position
  return shape as unknown as AreaGeometry
}
