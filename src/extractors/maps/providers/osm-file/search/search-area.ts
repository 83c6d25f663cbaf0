// Turns the location of a request into an area: what it is called, how far it reaches, and whether a point is in it.
import type { Location, ResolvedArea } from '#contract/places/location.ts'
import { plainShape } from '#contract/places/plain-location.ts'
import type { Warning } from '#contract/crawl/result.ts'
import {
  bboxContains,
  circleBbox,
  distanceM,
  geometryBbox,
  polygonsOf,
  type AreaGeometry,
  type Bbox,
  type LatLng,
} from '#kit/geo/geometry.ts'
import { circleCorners } from '#extractors/maps/geometry/hull-around.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'
import { simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import { coverageOf as fileCoverage } from '#extractors/maps/providers/osm-file/index/indexed-file.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { checkShape, givenShape } from '#extractors/maps/search/given-shape.ts'
import { asPlainBoxes, boxesMeet, without } from '#extractors/maps/geometry/box-cover.ts'
import { METRES_PER_DEGREE } from '#kit/geo/geometry.ts'
import { listedAreas } from './area-lookup.ts'
import { areaOfText, type NamedArea, type NameOptions } from './name-area.ts'

/** Where a search looks. */
export interface SearchArea {
  readonly resolved: ResolvedArea
  /** Null: no bound, every place of the file is inside. */
  readonly bbox: Bbox | null
  contains(point: LatLng): boolean
  /** The middle of a circle that the caller gave: its places are listed by distance. */
  readonly center: LatLng | null
  readonly warnings: readonly Warning[]
  /** How much of the area the file covers. */
  readonly coverage: 'all' | 'part' | 'none'
}

/** Without a location the area is all of the file. Throws `unknown_area` and `validation_failed`. */
export function searchArea(
  index: OpenIndex,
  location: Location | undefined,
  options: NameOptions,
): SearchArea {
  if (location === undefined) return wholeFile(index)
  if (typeof location === 'string') return namedArea(index, location, options)
  const plain = plainShape(location)
  checkShape(plain, options.pointer)
  const shape = givenShape(plain)
  return { ...shape, warnings: [], coverage: coverageOf(shape.resolved.bbox, index) }
}

/**
 * Whether a point lies where a query asks: in the area that it names, else in the box of the location, for the cells of one
 * search are boxes and must read the query alike. Null without a bound.
 */
export function whereAsked(
  { bbox }: Pick<SearchArea, 'bbox'>,
  named: Pick<SearchArea, 'contains'> | null,
): SearchArea['contains'] | null {
  if (named !== null) return (point) => named.contains(point)
  return bbox === null ? null : (point) => bboxContains(bbox, point)
}

function wholeFile({ bbox }: OpenIndex): SearchArea {
  const [west, south, east, north] = bbox
  return {
    resolved: {
      name: null,
      kind: 'extract',
      bbox: [west, south, east, north],
      geometry: null,
      circle: null,
      source: null,
      countryCode: null,
    },
    bbox: null,
    contains: () => true,
    center: null,
    warnings: [],
    coverage: 'all',
  }
}

function namedArea(index: OpenIndex, text: string, options: NameOptions): SearchArea {
  const listed = listedAreas(index.db, text, options.country)
  if (listed.length > 0) return together(listed.map((name) => namedArea(index, name, options)))
  const named = areaOfText(index, text, options)
  if ('kind' in named) return drawn(index, named)
  return named.geometry === null ? circleAround(index, named) : outlined(index, named, named.geometry)
}

const CIRCLE_CORNERS = 36

/** All that lies in any of some areas. */
function together(areas: readonly SearchArea[]): SearchArea {
  const coordinates = areas.flatMap(({ resolved: { geometry, circle } }) => {
    if (geometry !== null) return polygonsOf(geometry)
    const ring = circle === null ? [] : circleCorners(circle, circle.radiusM, CIRCLE_CORNERS)
    return [[[...ring, ...ring.slice(0, 1)]]]
  })
  const geometry = { type: 'MultiPolygon', coordinates } as const
  const bbox = geometryBbox(geometry)
  const only = <Value>(values: readonly Value[]) => (new Set(values).size === 1 ? values[0] : undefined)
  return {
    resolved: {
      name: areas.map(({ resolved }) => resolved.name).join(', '),
      kind: 'polygon',
      bbox: [...bbox],
      geometry,
      circle: null,
      source: null,
      countryCode: only(areas.map(({ resolved }) => resolved.countryCode)) ?? null,
    },
    bbox,
    contains: (point) => areas.some((area) => area.contains(point)),
    center: null,
    warnings: areas.flatMap(({ warnings }) => warnings),
    coverage: only(areas.map(({ coverage }) => coverage)) ?? 'part',
  }
}

/** Coordinates, links and codes say by themselves where they are. */
function drawn(index: OpenIndex, reading: Exclude<ReturnType<typeof areaOfText>, NamedArea>): SearchArea {
  const shape = givenShape(
    reading.kind === 'box' ? { bbox: [...reading.bbox] } : { ...reading.center, radiusM: reading.radiusM },
  )
  const how = reading.kind === 'circle' ? reading.how : null
  return {
    ...shape,
    resolved: { ...shape.resolved, ...(how === null ? {} : { notes: [how] }) },
    warnings: how === null ? [] : [{ code: 'radius_chosen', detail: how }],
    coverage: coverageOf(shape.resolved.bbox, index),
  }
}

function outlined(index: OpenIndex, named: NamedArea, exact: AreaGeometry): SearchArea {
  const { geometry, toleranceDegrees, droppedPolygons } = simplifyArea(exact)
  const prepared = prepareArea(exact)
  const more: Warning[] = []
  if (toleranceDegrees > 0 || droppedPolygons > 0) {
    const metres = Math.ceil(toleranceDegrees * METRES_PER_DEGREE)
    more.push({
      code: 'boundary_simplified',
      detail: `The outline in the answer is off by up to ${metres} m and lacks ${droppedPolygons} small islands; the search uses the exact one.`,
    })
  }
  const area = named.boundary
  if (area?.isCut === true) {
    more.push({
      code: 'boundary_cut',
      detail: `The border of the extract cuts the boundary, of which ${area.missingWays} pieces are missing; what of the area lies in the extract is searched.`,
    })
  } else if (area !== null && area.gapShare > 0) {
    more.push({
      code: 'boundary_gaps',
      detail: `The extract lacks ${area.missingWays} pieces of the boundary; straight lines stand for ${Math.ceil(area.gapShare * 100)} % of it.`,
    })
  } else if (area !== null && area.missingWays > 0) {
    more.push({
      code: 'boundary_parts_missing',
      detail: `The extract lacks ${area.missingWays} pieces of the boundary, so parts that lie apart may be missing.`,
    })
  }
  return {
    resolved: {
      ...named.described,
      bbox: [...prepared.bbox],
      geometry,
      circle: null,
    },
    bbox: prepared.bbox,
    contains: (point) => prepared.contains(point),
    center: null,
    warnings: [...named.warnings, ...more],
    // A boundary that is in the file is wholly in it; what is drawn around something else may reach beyond.
    coverage: area?.isCut === true ? 'part' : area === null ? coverageOf(prepared.bbox, index) : 'all',
  }
}

function circleAround(index: OpenIndex, { described, point, radiusM, warnings }: NamedArea): SearchArea {
  const bbox = circleBbox(point, radiusM)
  return {
    resolved: { ...described, bbox: [...bbox], geometry: null, circle: { ...point, radiusM } },
    bbox,
    contains: (other) => distanceM(point, other) <= radiusM,
    center: null,
    warnings,
    coverage: coverageOf(bbox, index),
  }
}

/** The area may lie in several files, each of which covers a part of it. */
function coverageOf(area: Bbox, { files }: OpenIndex): SearchArea['coverage'] {
  const boxes = files.map((file) => fileCoverage(file))
  const rest = boxes.reduce((parts, box) => parts.flatMap((part) => without(part, box)), asPlainBoxes(area))
  if (rest.length === 0) return 'all'
  return boxes.some((box) => boxesMeet(area, box)) ? 'part' : 'none'
}
