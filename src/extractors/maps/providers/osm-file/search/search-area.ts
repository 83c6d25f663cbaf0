// Turns the location of a request into an area: what it is called, how far it reaches, and whether a point is in it.
import { textBefore } from '#kit/text/text-rules.ts'
import type { Location, ResolvedArea } from '#contract/places/location.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { bboxContains, circleBbox, distanceM, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { formatOsmId, osmIdOfKey } from '#extractors/maps/osm/osm-id.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'
import { simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { lookUpArea, similarAreas, type AreaLookup, type AreaRecord } from './area-lookup.ts'
import { checkShape, givenShape } from '#extractors/maps/search/given-shape.ts'

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

/** How the location of a request is read, and where an error about it points. */
export interface SearchAreaOptions {
  /** ISO 3166-1 alpha-2; names of areas elsewhere do not count. */
  readonly country: string | null
  /** BCP 47, for the name in the answer. */
  readonly language: string | null
  /** The pointer of the location in the request. */
  readonly pointer: string
}

/** Without a location the area is all of the file. Throws `unknown_area` and `validation_failed`. */
export function searchArea(
  index: OpenIndex,
  location: Location | undefined,
  options: SearchAreaOptions,
): SearchArea {
  if (location === undefined) return wholeFile(index)
  if (typeof location === 'string') return namedArea(index, location, options)
  checkShape(location, options.pointer)
  const shape = givenShape(location)
  return { ...shape, warnings: [], coverage: coverageOf(shape.resolved.bbox, index.coverage) }
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

function namedArea(index: OpenIndex, text: string, options: SearchAreaOptions): SearchArea {
  const lookup = lookUpArea(index.db, text, options.country)
  const [area, ...others] = lookup.found
  if (area === undefined) throw unknownArea(index, text, lookup, options.pointer)
  const warnings = [...ambiguityWarnings(area, others)]
  return area.geometry === null
    ? circleAround(index, area, options.language, warnings)
    : outlined(area, area.geometry, options.language, warnings)
}

function outlined(
  area: AreaRecord,
  exact: NonNullable<AreaRecord['geometry']>,
  language: string | null,
  warnings: readonly Warning[],
): SearchArea {
  const { geometry, toleranceDegrees, droppedPolygons } = simplifyArea(exact)
  const prepared = prepareArea(exact)
  const more: Warning[] = []
  if (toleranceDegrees > 0 || droppedPolygons > 0) {
    const metres = Math.ceil(toleranceDegrees * 111_195)
    more.push({
      code: 'boundary_simplified',
      detail: `The outline in the answer is off by up to ${metres} m and lacks ${droppedPolygons} small islands; the search uses the exact one.`,
    })
  }
  if (area.gapShare > 0) {
    more.push({
      code: 'boundary_gaps',
      detail: `The extract lacks ${area.missingWays} pieces of the boundary; straight lines stand for ${Math.ceil(area.gapShare * 100)} % of it.`,
    })
  } else if (area.missingWays > 0) {
    more.push({
      code: 'boundary_parts_missing',
      detail: `The extract lacks ${area.missingWays} pieces of the boundary, so parts that lie apart may be missing.`,
    })
  }
  return {
    resolved: {
      ...describe(area, language),
      bbox: [...prepared.bbox],
      geometry,
      circle: null,
    },
    bbox: prepared.bbox,
    contains: (point) => prepared.contains(point),
    center: null,
    warnings: [...warnings, ...more],
    coverage: 'all',
  }
}

/** A settlement with only the point of its label in the file. */
function circleAround(
  index: OpenIndex,
  area: AreaRecord,
  language: string | null,
  warnings: readonly Warning[],
): SearchArea {
  const radiusM = area.radiusM ?? 0
  const circle = { lat: area.lat, lng: area.lng, radiusM }
  const bbox = circleBbox(area, radiusM)
  return {
    resolved: { ...describe(area, language), bbox: [...bbox], geometry: null, circle },
    bbox,
    contains: (point) => distanceM(area, point) <= radiusM,
    center: null,
    warnings: [
      ...warnings,
      {
        code: 'area_is_a_circle',
        detail: `The extract has no outline of "${area.name}"; a circle of ${radiusM} m around it is searched.`,
      },
    ],
    coverage: coverageOf(bbox, index.coverage),
  }
}

function describe(
  area: AreaRecord,
  language: string | null,
): Pick<ResolvedArea, 'name' | 'kind' | 'source' | 'countryCode'> {
  const name = language === null ? undefined : (area.names[language] ?? area.names[textBefore(language, '-')])
  return {
    name: name ?? area.name,
    kind: area.kind,
    source: `osm:${formatOsmId(osmIdOfKey(area.key))}`,
    countryCode: area.country ?? countryOfPoint(area),
  }
}

function* ambiguityWarnings(area: AreaRecord, others: readonly AreaRecord[]): Generator<Warning> {
  if (others.length === 0) return
  const ids = others.slice(0, 5).map(({ key }) => `osm:${formatOsmId(osmIdOfKey(key))}`)
  const more = others.length > ids.length ? ` and ${others.length - ids.length} more` : ''
  yield {
    code: 'ambiguous_area',
    detail: `"${area.name}" is also the name of ${ids.join(', ')}${more}; the most important one was taken.`,
  }
}

function unknownArea(index: OpenIndex, text: string, lookup: AreaLookup, pointer: string): SurveyorError {
  const known = lookup.unusable[0]
  if (known !== undefined) {
    const detail = `"${known.name}" is known, but this extract holds too little of its outline to search in it.`
    return new SurveyorError('unknown_area', detail)
  }
  const similar = similarAreas(index.db, text, 3)
  const hint = similar.length === 0 ? '' : ` Did you mean ${similar.map((name) => `"${name}"`).join(' or ')}?`
  return new SurveyorError('unknown_area', `No area named "${text}" is in this extract.${hint}`, {
    errors: similar.map((name) => ({ pointer, code: 'did_you_mean', detail: name })),
  })
}

function coverageOf(area: Bbox, file: Bbox): SearchArea['coverage'] {
  const corners = (box: Bbox): LatLng[] => [
    { lat: box[1], lng: box[0] },
    { lat: box[1], lng: box[2] },
    { lat: box[3], lng: box[0] },
    { lat: box[3], lng: box[2] },
  ]
  if (corners(area).every((corner) => bboxContains(file, corner))) return 'all'
  const apart = area[1] > file[3] || area[3] < file[1] || !longitudesMeet(area, file)
  return apart ? 'none' : 'part'
}

/** Either box may cross the antimeridian. */
function longitudesMeet(a: Bbox, b: Bbox): boolean {
  const within = (box: Bbox, lng: number) => bboxContains([box[0], -90, box[2], 90], { lat: 0, lng })
  return within(a, b[0]) || within(b, a[0])
}
