// A line or an outline of OpenStreetMap as a feature of the base map: its kind, and from which zoom on it is drawn.
import { geometryBbox, type AreaGeometry, type Bbox, type Position } from '#kit/geo/geometry.ts'
import { douglasPeucker, simplifyArea } from '#extractors/maps/geometry/simplify-area.ts'
import { basemapArea, basemapLine, type BasemapKind } from './basemap-kinds.ts'
import type { OsmElement, Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from './tag-values.ts'

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
