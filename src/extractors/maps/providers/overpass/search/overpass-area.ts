// The area of a search in the form of the Overpass query, and of the filter for its answer.
import type { Location, ResolvedArea } from '#contract/places/location.ts'
import { plainShape, type PlainShape } from '#contract/places/plain-location.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { METRES_PER_DEGREE, bboxContains, distanceM, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import type { Geocoder, GeocodeOptions } from '#extractors/maps/geocoding/geocoder.ts'
import type { GeocodedArea } from '#extractors/maps/geocoding/geocoded-area.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'
import { simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import { formatOsmId } from '#extractors/maps/osm/osm-id.ts'
import { wholePlusCode } from '#extractors/maps/osm/plus-code.ts'
import {
  plusCodeArea,
  readLocationText,
  type LocationReading,
} from '#extractors/maps/locations/location-text.ts'
import { nameBesideAreaWord, withoutAsides } from '#extractors/maps/locations/location-words.ts'
import { refusedLocation } from '#extractors/maps/locations/spot-area.ts'
import { checkShape, geometryOf, givenShape } from '#extractors/maps/search/given-shape.ts'
import type { Where } from '#extractors/maps/providers/overpass/query/build-query.ts'
import {
  boxClauses,
  circleClauses,
  polygonClauses,
} from '#extractors/maps/providers/overpass/query/area-clauses.ts'

/** Where a search looks: for the server, for the filter behind it, and for the answer. */
export interface OverpassArea {
  readonly resolved: ResolvedArea
  /** The area that the server searches: never less than the requested area. */
  readonly where: readonly Where[]
  contains(point: LatLng): boolean
  /** The middle of a circle that the caller gave: its places are listed by distance. */
  readonly center: LatLng | null
  readonly warnings: readonly Warning[]
  /** Whether it makes sense to ask for less of it. */
  readonly canSplit: boolean
}

/** A 504 over so little (metres across) says nothing about the size of the area. */
const MIN_SPLIT_M = 2_000

/** Throws `validation_failed`, and what the geocoder throws. */
export async function overpassArea(
  location: Location,
  geocoder: Geocoder,
  options: GeocodeOptions & { readonly pointer: string },
): Promise<OverpassArea> {
  if (typeof location === 'string') return areaOfText(location, geocoder, options)
  const shape = plainShape(location)
  checkShape(shape, options.pointer)
  return drawn(shape)
}

type TextOptions = GeocodeOptions & { readonly pointer: string }

async function areaOfText(text: string, geocoder: Geocoder, options: TextOptions): Promise<OverpassArea> {
  const reading = readLocationText(text, options.language)
  switch (reading.kind) {
    case 'refused':
      throw refusedLocation(text, reading.detail, options.pointer)
    case 'circle':
    case 'box':
      return drawnReading(reading)
    case 'element': {
      const found = await geocoder.find(`osm:${formatOsmId(reading.osm)}`, options)
      return geocoded(found, reading.radiusM)
    }
    case 'short_code': {
      const needed = 'the short form of a plus code needs a place beside it, as in PCQF+9R Monaco'
      if (reading.near === '') throw refusedLocation(text, needed, options.pointer)
      const { point } = await geocoder.find(reading.near, options)
      const whole = plusCodeArea(wholePlusCode(reading.code, point), reading.radiusM)
      if (whole.kind === 'circle' || whole.kind === 'box') return drawnReading(whole)
      throw refusedLocation(text, needed, options.pointer)
    }
    case 'name':
      return namedArea(text.trim(), reading, geocoder, options)
  }
}

/** What begins like a preposition may be a name (In Salah): the text as it is comes second, what is left without words beside it last. */
async function namedArea(
  given: string,
  { text, isAround, radiusM }: Extract<LocationReading, { readonly kind: 'name' }>,
  geocoder: Geocoder,
  options: TextOptions,
): Promise<OverpassArea> {
  let unknown: unknown
  for (const name of new Set([text, given, withoutAsides(nameBesideAreaWord(text) ?? text)])) {
    const asked = name === given ? options : { ...options, isAround: isAround && radiusM === null }
    try {
      return geocoded(await geocoder.find(name, asked), radiusM)
    } catch (error) {
      if (!(error instanceof SurveyorError) || error.code !== 'unknown_area') throw error
      unknown ??= error
    }
  }
  throw unknown
}

function drawnReading(reading: Extract<LocationReading, { readonly kind: 'circle' | 'box' }>): OverpassArea {
  if (reading.kind === 'box') return drawn({ bbox: [...reading.bbox] })
  const area = drawn({ ...reading.center, radiusM: reading.radiusM })
  const { how } = reading
  if (how === null) return area
  return {
    ...area,
    resolved: { ...area.resolved, notes: [how] },
    warnings: [{ code: 'radius_chosen', detail: how }],
  }
}

function drawn(shape: PlainShape): OverpassArea {
  const { resolved, bbox, center, contains } = givenShape(shape)
  const base = { resolved, center, warnings: [], canSplit: canSplit(bbox) }
  if ('radiusM' in shape)
    return { ...base, contains, where: whereOf(circleClauses(shape, shape.radiusM), bbox) }
  if ('bbox' in shape) {
    // A larger area is split into boxes. A park counts in every large box that it reaches into, because its middle may
    // be in one that its outline does not come near.
    return {
      ...base,
      contains: isSmall(bbox) ? contains : () => true,
      where: whereOf(boxClauses(bbox), bbox),
    }
  }
  return { ...base, contains, where: whereOf(polygonClauses(geometryOf(shape), bbox), bbox) }
}

function geocoded(found: GeocodedArea, askedRadiusM: number | null): OverpassArea {
  const { name, kind, source, warnings, candidates, point } = found
  const countryCode = found.countryCode ?? countryOfPoint(point)
  const base = {
    name,
    kind: kind === 'square' ? ('place' as const) : kind,
    source,
    countryCode,
    circle: null,
    ...(warnings.length === 0 ? {} : { notes: warnings.map(({ detail }) => detail) }),
    ...(candidates.length === 0 ? {} : { candidates: [...candidates] }),
  }
  const radiusM = askedRadiusM ?? found.radiusM
  if (radiusM !== null) {
    const area = drawn({ ...point, radiusM })
    return {
      ...area,
      resolved: { ...area.resolved, ...base, circle: { ...point, radiusM } },
      center: null,
      warnings,
    }
  }
  if (found.geometry === null) {
    const { bbox } = found
    return {
      resolved: { ...base, bbox: [...bbox], geometry: null },
      where: whereOf(boxClauses(bbox), bbox),
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
    detail: `The outline in the answer is off by up to ${Math.ceil(toleranceDegrees * METRES_PER_DEGREE)} m and lacks ${droppedPolygons} small islands.`,
  }
  return {
    resolved: {
      ...base,
      bbox: [...prepared.bbox],
      geometry,
    },
    where: whereOf(polygonClauses(found.geometry, prepared.bbox), prepared.bbox),
    contains: (point) => prepared.contains(point),
    center: null,
    warnings: toleranceDegrees > 0 || droppedPolygons > 0 ? [...warnings, simplified] : warnings,
    canSplit: canSplit(prepared.bbox),
  }
}

/** A place may enclose an area that is no wider than this. */
const MAX_ENCLOSED_M = 2_000
/** Outlines are searched for up to this far outside of the area. */
const OUTLINE_M = 1_000

/**
 * The query for the area: it finds elements with an outline or a point there. Around a small area nearby outlines count
 * too, because the server does not know that the area lies in the middle of a park.
 */
function whereOf(clauses: readonly string[], bbox: Bbox): Where[] {
  if (!isSmall(bbox)) return clauses.map((clause) => ({ types: 'nwr', clause }))
  const around = boxClauses(widened(bbox))
  return [
    ...clauses.map((clause) => ({ types: 'node', clause }) as const),
    ...(['way', 'relation'] as const).flatMap((types) => around.map((clause) => ({ types, clause }))),
  ]
}

function isSmall(bbox: Bbox): boolean {
  const { widthM, heightM } = sizeOf(bbox)
  return Math.min(widthM, heightM) <= MAX_ENCLOSED_M && Math.max(widthM, heightM) <= 2 * MAX_ENCLOSED_M
}

function widened([west, south, east, north]: Bbox): Bbox {
  const [lats, lngs] = [OUTLINE_M / METRES_PER_DEGREE, degreesOfLng(OUTLINE_M, (south + north) / 2)]
  const turned = (lng: number) => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng)
  return [turned(west - lngs), Math.max(-90, south - lats), turned(east + lngs), Math.min(90, north + lats)]
}

function degreesOfLng(metres: number, lat: number): number {
  return metres / (METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)))
}

function canSplit(bbox: Bbox): boolean {
  const { widthM, heightM } = sizeOf(bbox)
  return heightM > MIN_SPLIT_M || widthM > MIN_SPLIT_M
}

function sizeOf([west, south, east, north]: Bbox): { readonly widthM: number; readonly heightM: number } {
  const lat = (south + north) / 2
  const width = west <= east ? east - west : east - west + 360
  const across = Math.min(180, width)
  return {
    widthM: distanceM({ lat, lng: 0 }, { lat, lng: across }),
    heightM: distanceM({ lat: south, lng: west }, { lat: north, lng: west }),
  }
}
