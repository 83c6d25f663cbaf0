// An area that a geocoder found by its name.
import type { Warning } from '#contract/crawl/result.ts'
import type { AreaGeometry, Bbox, LatLng } from '#kit/geo/geometry.ts'
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
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string | null
}

/** The area that a name means, with the box or the outline to search in. Degrees, WGS 84. */
export interface GeocodedArea {
  readonly name: string
  readonly kind: 'boundary' | 'place'
  /** `osm:relation/1124039` */
  readonly source: string | null
  readonly bbox: Bbox
  /** Null: only the box is known. */
  readonly geometry: AreaGeometry | null
  readonly point: LatLng
  readonly countryCode: string | null
  readonly warnings: readonly Warning[]
}

/** The answer of one geocoder. */
export type GeocoderAnswer =
  | { readonly kind: 'found'; readonly candidates: readonly Candidate[] }
  /** Nobody is served for now: overload, a block, a fault. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** The request is wrong: our fault. */
  | { readonly kind: 'refused'; readonly detail: string }

/** The first in the geocoder's own order that one can search in. Throws `unknown_area`. */
export function chooseArea(text: string, candidates: readonly Candidate[]): GeocodedArea {
  const areas = candidates.filter(isArea)
  const [area, ...others] = areas
  if (area === undefined) {
    const [nearest] = candidates
    const detail =
      nearest === undefined
        ? `The map knows no area named "${text}".`
        : `The map knows "${nearest.name}" only as ${nearest.category.replace('/', '=')}, which is no area to search in.`
    throw new SurveyorError('unknown_area', detail)
  }
  return {
    name: area.name,
    kind: area.category.startsWith('boundary/') ? 'boundary' : 'place',
    source: sourceOf(area),
    bbox: area.bbox,
    geometry: area.geometry,
    point: area.point,
    countryCode: area.countryCode,
    warnings: [...warningsOf(area, others)],
  }
}

/** An outline, or a settlement or boundary with at least a known box; not a street, a stream or a shop. */
function isArea(candidate: Candidate): candidate is Candidate & { readonly bbox: Bbox } {
  const { geometry, bbox, category } = candidate
  if (bbox === null) return false
  return geometry !== null || /^(?:place|boundary)\/(?!house|postcode$)/.test(category)
}

function* warningsOf(area: Candidate, others: readonly Candidate[]): Generator<Warning> {
  if (area.geometry === null) {
    yield {
      code: 'area_is_a_box',
      detail: `The outline of "${area.name}" is not known; the box around it is searched.`,
    }
  }
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
