// An area that a geocoder found by its name.
import type { Warning } from '#contract/crawl/result.ts'
import type { AreaCandidate } from '#contract/places/location.ts'
import {
  circleBbox,
  distanceM,
  geometryBbox,
  polygonsOf,
  type AreaGeometry,
  type Bbox,
  type LatLng,
  type Position,
} from '#kit/geo/geometry.ts'
import { aroundSpot, type SpotKind } from '#extractors/maps/locations/spot-area.ts'
import { formatOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'

const MAX_NAMED = 4

/** One find of a geocoder, whether or not anybody could search in it. */
export interface Candidate {
  readonly name: string
  readonly osm: OsmId | null
  /** `boundary/administrative`, `place/city`, `waterway/stream`. */
  readonly category: string
  readonly point: LatLng
  readonly bbox: Bbox | null
  readonly geometry: AreaGeometry | null
  /** Positions along a street; empty for anything else. */
  readonly line: readonly Position[]
  /** The names of what is around it, the nearest first. */
  readonly parents: readonly string[]
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string | null
}

/** The area that a name means, with the circle, the box or the outline to search in. Degrees, WGS 84. */
export interface GeocodedArea {
  readonly name: string
  readonly kind: 'boundary' | 'place' | SpotKind
  /** `osm:relation/1124039` */
  readonly source: string | null
  readonly bbox: Bbox
  /** Null: only the box or the circle is known. */
  readonly geometry: AreaGeometry | null
  /** Of the circle around the point; null for an area that is none. */
  readonly radiusM: number | null
  readonly point: LatLng
  readonly countryCode: string | null
  /** What else the name may mean, itself first; empty where there is nothing else. */
  readonly candidates: readonly AreaCandidate[]
  readonly warnings: readonly Warning[]
}

/** The answer of one geocoder. */
export type GeocoderAnswer =
  | { readonly kind: 'found'; readonly candidates: readonly Candidate[] }
  /** Nobody is served for now: overload, a block, a fault. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** The request is wrong: our fault. */
  | { readonly kind: 'refused'; readonly detail: string }

/**
 * The first in the geocoder's own order that is an area, or, without any or with `isAround`, the surroundings of the first
 * one. Throws `unknown_area`.
 */
export function chooseArea(text: string, candidates: readonly Candidate[], isAround = false): GeocodedArea {
  const usable = candidates.filter((candidate) => isArea(candidate) || spotKindOf(candidate) !== null)
  const chosen = (isAround ? undefined : usable.find(isArea)) ?? usable[0]
  if (chosen === undefined) {
    const [nearest] = candidates
    const detail =
      nearest === undefined
        ? `The map knows no area named "${text}".`
        : `The map knows "${nearest.name}" only as ${nearest.category.replace('/', '=')}, which is no area to search in.`
    throw new SurveyorError('unknown_area', detail)
  }
  const others = usable.filter((candidate) => candidate !== chosen)
  const { shape, warning } = shapeOf(chosen)
  return {
    ...shape,
    name: chosen.name,
    source: sourceOf(chosen),
    point: chosen.point,
    countryCode: chosen.countryCode,
    candidates: others.length === 0 ? [] : [chosen, ...others].map(shownCandidate),
    warnings: [...(warning === null ? [] : [warning]), ...ambiguityOf(chosen, others)],
  }
}

/** An outline, or a settlement or boundary with at least a known box; not a street, a stream or a shop. */
function isArea(candidate: Candidate): candidate is Candidate & { readonly bbox: Bbox } {
  const { geometry, bbox, category } = candidate
  if (bbox === null) return false
  if (/^(?:place|boundary)\/(?!house|square|postcode$)/.test(category)) return true
  return geometry !== null && (diagonalM(bbox) > MIN_AREA_M || category === 'boundary/postal_code')
}

/** Metres across: what is smaller, such as a museum with its garden, is not what people search in but around. */
const MIN_AREA_M = 1_000
/** The area of a postcode whose outline is not known. */
const POSTCODE_RADIUS_M = 2_000

function diagonalM([west, south, east, north]: Bbox): number {
  return distanceM({ lat: south, lng: west }, { lat: north, lng: east })
}

/** What is no area has surroundings; a river or a road across a country has none that anybody means. */
function spotKindOf({ category, line, bbox }: Candidate): SpotKind | null {
  if (category.startsWith('waterway/')) return null
  if (category === 'place/postcode') return 'postcode'
  if (category === 'place/square') return 'square'
  if (category === 'place/house' || category === 'building/house') return 'address'
  if (category.startsWith('highway/') && line.length > 0)
    return bbox !== null && diagonalM(bbox) > MAX_STREET_M ? null : 'street'
  return 'landmark'
}

const MAX_STREET_M = 50_000

interface ChosenShape {
  readonly shape: Pick<GeocodedArea, 'kind' | 'bbox' | 'geometry' | 'radiusM'>
  readonly warning: Warning | null
}

function shapeOf(chosen: Candidate): ChosenShape {
  const { name, category, geometry, point, line, bbox } = chosen
  if (isArea(chosen)) {
    const kind = category.startsWith('boundary/') ? 'boundary' : 'place'
    const detail = `The outline of "${name}" is not known; the box around it is searched.`
    const warning = geometry === null ? { code: 'area_is_a_box', detail } : null
    return { shape: { kind, bbox: chosen.bbox, geometry, radiusM: null }, warning }
  }
  const kind = spotKindOf(chosen) ?? 'landmark'
  const positions = line.length > 0 || geometry === null ? line : polygonsOf(geometry).flat(2)
  const around = aroundSpot(kind, positions, name)
  const radiusM = kind === 'postcode' && positions.length === 0 ? POSTCODE_RADIUS_M : around.radiusM
  const detail =
    radiusM === around.radiusM
      ? around.detail
      : `The outline of "${name}" is not known; ${radiusM} m around its middle are searched.`
  const outline = around.geometry
  return {
    shape: {
      kind,
      bbox: outline === null ? circleBbox(point, radiusM) : geometryBbox(outline),
      geometry: outline,
      radiusM: outline === null ? radiusM : null,
    },
    warning: { code: bbox === null || outline === null ? 'area_is_a_circle' : 'area_is_around', detail },
  }
}

function shownCandidate(candidate: Candidate): AreaCandidate {
  const kind = isArea(candidate)
    ? candidate.category.startsWith('boundary/')
      ? 'boundary'
      : 'place'
    : (spotKindOf(candidate) ?? 'landmark')
  const { name, parents, point } = candidate
  return { id: sourceOf(candidate), name, kind, parents: [...parents], location: point }
}

function* ambiguityOf(area: Candidate, others: readonly Candidate[]): Generator<Warning> {
  const ids = others.flatMap((other) => sourceOf(other) ?? [])
  if (ids.length > 0) {
    yield {
      code: 'ambiguous_area',
      detail: `"${area.name}" may also be ${ids.slice(0, MAX_NAMED).join(', ')}; the most important one was taken.`,
    }
  }
}

function sourceOf({ osm }: Candidate): string | null {
  return osm === null ? null : `osm:${formatOsmId(osm)}`
}
