// A line or an outline of OpenStreetMap as a feature of the base map: its kind, and from which zoom on it is drawn.
import type { MapsBasemapOutput } from '#contract/places/maps.ts'
import { geometryBbox, type AreaGeometry, type Bbox, type Position } from '#kit/geo/geometry.ts'
import { douglasPeucker, simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import type { OsmElement, Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from './tag-values.ts'

/** One of `BASEMAP_KINDS`. */
export type BasemapKind = MapsBasemapOutput['features'][number]['properties']['kind']

/** A line, and the zoom from which it is drawn: the world is 512 · 2^zoom pixels wide. */
interface BasemapLine {
  readonly kind: BasemapKind
  readonly minZoom: number
}

/** What a map draws below its places. */
export interface BasemapFeature {
  readonly kind: BasemapKind
  /** The world is 512 · 2^zoom pixels wide. */
  readonly minZoom: number
  readonly name: string | null
  readonly geometry: NonNullable<OsmElement['shape']>
  readonly bbox: Bbox
}

/** A metre. */
const TOLERANCE_DEGREES = 0.000_01
/** A lake has thousands of corners; so many are more than a screen shows. */
const MAX_CORNERS = 2_000
/** An area is drawn as soon as it is so wide or high. */
const MIN_AREA_PX = 6
const AREA_ZOOMS = { min: 8, max: 14 } as const
const WORLD_PX = 512

/** Null where the tags are not those of a line that is drawn, or nothing is known of where it runs. */
export function lineFeature(tags: Tags, nodes: readonly Position[]): BasemapFeature | null {
  const line = basemapLine(tags)
  if (line === null || nodes.length < 2) return null
  const coordinates = douglasPeucker(nodes, TOLERANCE_DEGREES)
  const bbox = geometryBbox({ type: 'Polygon', coordinates: [coordinates] })
  return { ...line, name: plainText(tags['name']), geometry: { type: 'LineString', coordinates }, bbox }
}

/** Null where the tags are not those of an area that is drawn. */
export function areaFeature(tags: Tags, outline: AreaGeometry): BasemapFeature | null {
  const kind = basemapArea(tags)
  if (kind === null) return null
  const { geometry } = simplifyArea(outline, MAX_CORNERS)
  const bbox = geometryBbox(geometry)
  const [west, south, east, north] = bbox
  const size = Math.max(east - west, north - south)
  const zoom = Math.ceil(Math.log2((MIN_AREA_PX * 360) / (WORLD_PX * size)))
  const minZoom = Math.min(AREA_ZOOMS.max, Math.max(AREA_ZOOMS.min, zoom))
  return { kind, minZoom, name: plainText(tags['name']), geometry, bbox }
}

const line = (kind: BasemapKind, minZoom: number): BasemapLine => ({ kind, minZoom })

/** Footpaths, tracks and drives are most of the ways of a map: of these only the ones with a name are drawn. */
const PATH = line('path', 15)
const PATHS = new Set(['footway', 'path', 'track', 'cycleway', 'steps', 'bridleway', 'service'])
const LINES: Readonly<Record<string, ReadonlyMap<string, BasemapLine>>> = {
  highway: new Map([
    ['motorway', line('motorway', 8)],
    ['trunk', line('motorway', 8)],
    ['motorway_link', line('motorway', 12)],
    ['trunk_link', line('motorway', 12)],
    ['primary', line('road', 9)],
    ['secondary', line('road', 10)],
    ['primary_link', line('road', 13)],
    ['secondary_link', line('road', 13)],
    ['tertiary', line('street', 11)],
    ['tertiary_link', line('street', 13)],
    ['unclassified', line('street', 13)],
    ['residential', line('street', 13)],
    ['living_street', line('street', 13)],
    ['road', line('street', 13)],
    ['pedestrian', line('street', 14)],
  ]),
  railway: new Map([
    ['rail', line('rail', 10)],
    ['light_rail', line('rail', 12)],
    ['narrow_gauge', line('rail', 12)],
    ['funicular', line('rail', 13)],
    ['tram', line('rail', 14)],
  ]),
  waterway: new Map([
    ['river', line('river', 9)],
    ['canal', line('river', 11)],
    ['stream', line('river', 14)],
  ]),
  natural: new Map([['coastline', line('coast', 8)]]),
}
/** Ponds and basins without a name are most of the waters of a map. */
const SMALL_WATERS = new Set(['pond', 'basin', 'wastewater', 'reflecting_pool', 'fountain', 'moat'])
const GREENS = new Set(['park', 'golf_course'])

/** Null for a way that is not drawn as a line. */
export function basemapLine(tags: Tags): BasemapLine | null {
  if (tags['area'] === 'yes') return null
  for (const [key, lines] of Object.entries(LINES)) {
    const found = lines.get(tags[key] ?? '')
    if (found === undefined) continue
    const isHidden = key === 'waterway' && (tags['tunnel'] ?? 'no') !== 'no'
    const isSiding = key === 'railway' && tags['service'] !== undefined
    const isMinor = isSiding || (key === 'waterway' && tags['waterway'] === 'stream')
    return isHidden || (isMinor && tags['name'] === undefined) ? null : found
  }
  return PATHS.has(tags['highway'] ?? '') && tags['name'] !== undefined ? PATH : null
}

/** Null for what is not drawn as an area. */
export function basemapArea(tags: Tags): BasemapKind | null {
  if (GREENS.has(tags['leisure'] ?? '')) return 'green'
  if (tags['waterway'] === 'riverbank') return 'water'
  if (tags['natural'] !== 'water') return null
  return tags['name'] === undefined && SMALL_WATERS.has(tags['water'] ?? '') ? null : 'water'
}
