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
  readonly noise?: ProviderNoise
  /** The areas of locations given as text. */
  readonly areas?: Readonly<Record<string, Partial<ResolvedArea> & { readonly bbox: Bbox }>>
}

/** What a real map service does to its answers. The same seed does the same to the same request. */
export interface ProviderNoise {
  readonly seed: number
  /** The box of a request is no border: so much around it is answered as well, in degrees. */
  readonly blurDeg: number
  /** The order changes from page to page by so many ranks, so that rows come twice and others never. */
  readonly shuffledRanks: number
  /** The share of rows that a page leaves out without a word. */
  readonly lostShare: number
}

const NO_NOISE: ProviderNoise = { seed: 0, blurDeg: 0, shuffledRanks: 0, lostShare: 0 }

export const OSM_ATTRIBUTION = {
  provider: 'osm-file',
  text: '© OpenStreetMap contributors',
  license: 'ODbL 1.0',
  url: 'https://www.openstreetmap.org/copyright',
} as const

/** Ranks by a hash of the id, so that the places of a page lie anywhere in the box; the box is not a strict border. */
export function createMapProvider(options: MapProviderOptions): MapProvider {
  const { places, pageSize, maxResults, areas = {}, noise = NO_NOISE } = options
  const ranked = places.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return {
    resolve({ location }) {
      const area = resolveArea(location, areas)
      return { provider: 'osm-file', area, limits: { pageSize, maxResults }, attribution: [OSM_ATTRIBUTION] }
    },
    search({ location, limit = 20, cursor, overlap = 0 }) {
      if (typeof location === 'object' && !('bbox' in location)) throw new Error('Cells are boxes.')
      const box = typeof location === 'object' ? (location.bbox as unknown as Bbox) : null
      const answered = box === null ? null : grown(box, noise.blurDeg)
      const matching =
        answered === null ? ranked : ranked.filter((place) => bboxContains(answered, place.location))
      const chanceOf = chances(`${noise.seed} ${JSON.stringify(box)} ${cursor ?? ''}`)
      const order = shuffled(matching, noise.shuffledRanks, chanceOf)
      const reachable = order.slice(0, maxResults ?? matching.length)
      const from = cursor === undefined ? 0 : Number(cursor)
      const to = from + Math.min(limit, pageSize)
      const more = to < reachable.length
      return {
        provider: 'osm-file',
        area: null,
        interpretation: { kind: 'all', categories: [], terms: [] },
        places: reachable
          .slice(from, to)
          .filter((place) => chanceOf(`${place.source.id} lost`) >= noise.lostShare),
        nextCursor: more ? String(to - overlap) : null,
        ...(more && overlap > 0 ? { overlap } : {}),
        progress: { done: Math.min(to, reachable.length), total: reachable.length },
        exhausted: !more && reachable.length === matching.length,
        partialReason: null,
        attribution: [OSM_ATTRIBUTION],
      }
    },
  }
}

function grown([west, south, east, north]: Bbox, by: number): Bbox {
  return [west - by, south - by, east + by, north + by]
}

function shuffled(
  places: readonly MapPlace[],
  ranks: number,
  chanceOf: (of: string) => number,
): readonly MapPlace[] {
  if (ranks === 0) return places
  const moved = places.map((place, at) => ({ place, at: at + ranks * (chanceOf(place.source.id) - 0.5) }))
  return moved.toSorted((a, b) => a.at - b.at).map(({ place }) => place)
}

/** Numbers from 0 to 1, one for each text (FNV-1a). */
function chances(request: string): (of: string) => number {
  return (of) => {
    let mixed = 0x811c9dc5
    for (const char of request + of) mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 0x01000193)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
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
