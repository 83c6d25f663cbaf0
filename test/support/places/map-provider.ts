// A simulated map provider: made-up places behind the limits that a real one has.
import { plainShape } from '#contract/places/plain-location.ts'
import { hash } from 'node:crypto'
import type { ResolvedArea } from '#contract/places/location.ts'
import type {
  MapsResolveInput,
  MapsResolveOutput,
  MapsSearchInput,
  MapsSearchOutput,
  MapsUnderstandInput,
  MapsUnderstandOutput,
} from '#contract/places/maps.ts'
import type { MapPlace } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { bboxContains, circleBbox, geometryBbox, type AreaGeometry, type Bbox } from '#kit/geo/geometry.ts'

export interface MapProvider {
  resolve(input: MapsResolveInput): MapsResolveOutput
  search(input: MapsSearchInput): MapsSearchOutput
  understand?(input: MapsUnderstandInput): MapsUnderstandOutput
}

export interface MapProviderOptions {
  readonly places: readonly MapPlace[]
  /** The most that one answer carries. */
  readonly pageSize: number
  /** The most that a query reaches by paging; null: everything. */
  readonly maxResults: number | null
  /** The areas of locations given as text. */
  readonly areas?: Readonly<Record<string, Partial<ResolvedArea> & { readonly bbox: Bbox }>>
}

export const OSM_ATTRIBUTION = {
  provider: 'osm-file',
  text: '© OpenStreetMap contributors',
  license: 'ODbL 1.0',
  url: 'https://www.openstreetmap.org/copyright',
} as const

/** Ranks by a hash of the id, so that the places of a page lie anywhere in the box; the box is not a strict border. */
export function createMapProvider(options: MapProviderOptions): MapProvider {
  const { places, pageSize, maxResults, areas = {} } = options
  const ranked = places.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return {
    resolve({ location }) {
      const area = resolveArea(location, areas)
      return { provider: 'osm-file', area, limits: { pageSize, maxResults }, attribution: [OSM_ATTRIBUTION] }
    },
    search({ location, limit = 20, cursor }) {
      if (typeof location === 'object' && !('bbox' in location)) throw new Error('Cells are boxes.')
      const box = typeof location === 'object' ? (location.bbox as unknown as Bbox) : null
      const matching = box === null ? ranked : ranked.filter((place) => bboxContains(box, place.location))
      const reachable = matching.slice(0, maxResults ?? matching.length)
      const from = cursor === undefined ? 0 : Number(cursor)
      const to = from + Math.min(limit, pageSize)
      const more = to < reachable.length
      return {
        provider: 'osm-file',
        area: null,
        interpretation: { kind: 'all', categories: [], terms: [] },
        places: reachable.slice(from, to),
        nextCursor: more ? String(to) : null,
        progress: { done: Math.min(to, reachable.length), total: reachable.length },
        exhausted: !more && reachable.length === matching.length,
        partialReason: null,
        attribution: [OSM_ATTRIBUTION],
      }
    },
  }
}

function rank(place: MapPlace): string {
  return hash('md5', place.source.id)
}

function resolveArea(
  location: MapsResolveInput['location'],
  areas: NonNullable<MapProviderOptions['areas']>,
): ResolvedArea {
  const nothing = { name: null, geometry: null, circle: null, source: null, countryCode: null }
  if (location === undefined) return { ...nothing, kind: 'extract', bbox: [-180, -90, 180, 90] }
  if (typeof location === 'string') {
    const area = areas[location]
    if (area === undefined)
      throw new SurveyorError('unknown_area', `Nothing is called ${JSON.stringify(location)}.`)
    const [west, south, east, north] = area.bbox
    return { ...nothing, name: location, kind: 'boundary', ...area, bbox: [west, south, east, north] }
  }
  const shape = plainShape(location)
  if ('bbox' in shape) return { ...nothing, kind: 'bbox', bbox: shape.bbox }
  if ('radiusM' in shape) {
    return { ...nothing, kind: 'circle', bbox: [...circleBbox(shape, shape.radiusM)], circle: shape }
  }
  const geometry = shape as unknown as AreaGeometry
  return { ...nothing, kind: 'polygon', bbox: [...geometryBbox(geometry)], geometry }
}
