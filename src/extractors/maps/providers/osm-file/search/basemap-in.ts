// The base map in a box: the features of an index that are large enough to be seen at a zoom, without needless corners.
import type { MapsBasemapInput, MapsBasemapOutput } from '#contract/places/maps.ts'
import type { Position } from '#kit/geo/geometry.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { BasemapKind } from '#extractors/maps/osm/tags/basemap-feature.ts'
import type { PlaceGeometry } from '#extractors/maps/providers/osm-file/index/element-geometry.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import { attributionsIn } from './answering-files.ts'
import { asPlainBoxes } from '#extractors/maps/geometry/box-cover.ts'

interface FeatureRow {
  readonly key: number
  readonly kind: BasemapKind
  readonly name: string | null
  readonly geometry: string
}

/** A town on a large screen has some 3,000. */
const MAX_FEATURES = 5_000
/** The steps of an answer: a tenth of a metre. */
const DIGITS = 1e6
/** Half a pixel: a map is shown at up to twice the size that it was asked for. */
const stepDegrees = (zoom: number): number => 360 / (512 * 2 ** zoom) / 2

/** `bbox` may cross the antimeridian. */
export function basemapIn(index: OpenIndex, { bbox, zoom }: MapsBasemapInput): MapsBasemapOutput {
  const inBox = `select b.key, b.kind, b.name, b.geometry from basemap_box x join basemap b on b.key = x.key
     where x.west <= ? and x.east >= ? and x.south <= ? and x.north >= ? and x.min_zoom <= ?
     order by b.min_zoom, b.key limit ?`
  const rows = asPlainBoxes(bbox).flatMap(([west, south, east, north]) =>
    allRows<FeatureRow>(index.db, inBox, east, west, north, south, zoom, MAX_FEATURES + 1),
  )
  const distinct = [...new Map(rows.map((row) => [row.key, row])).values()]
  const step = stepDegrees(zoom)
  return {
    provider: 'osm-file',
    features: distinct.slice(0, MAX_FEATURES).map(({ kind, name, geometry }) => ({
      type: 'Feature',
      properties: { kind, name },
      geometry: thinned(parseKnownJson<PlaceGeometry>(geometry), step),
    })),
    complete: distinct.length <= MAX_FEATURES,
    attribution: attributionsIn(index, bbox, 'osm-file'),
  }
}

type FeatureGeometry = MapsBasemapOutput['features'][number]['geometry']

function thinned(geometry: PlaceGeometry, step: number): FeatureGeometry {
  const ringsOf = (polygon: readonly (readonly Position[])[]) =>
    polygon.flatMap((ring, i) => {
      const thin = thinnedLine(ring, step)
      if (thin.length >= 4) return [thin]
      // Holes that are too small to see are left out.
      return i === 0 ? [thinnedLine(ring, 0)] : []
    })
  switch (geometry.type) {
    case 'LineString':
      return { type: 'LineString', coordinates: thinnedLine(geometry.coordinates, step) }
    case 'Polygon':
      return { type: 'Polygon', coordinates: ringsOf(geometry.coordinates) }
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(ringsOf) }
  }
}

/** Leaves out what is nearer than `step` to the position before; the ends stay. */
function thinnedLine(positions: readonly Position[], step: number): [number, number][] {
  const last = positions.length - 1
  const kept: [number, number][] = []
  let [x, y] = [Infinity, Infinity]
  for (const [i, [lng, lat]] of positions.entries()) {
    if (i > 0 && i < last && Math.hypot(lng - x, lat - y) < step) continue
    ;[x, y] = [lng, lat]
    kept.push([Math.round(lng * DIGITS) / DIGITS, Math.round(lat * DIGITS) / DIGITS])
  }
  return kept
}
