// The areas of an OSM file that a search can name: boundaries, settlements, districts, postcodes.
import type { LatLng } from '#kit/geo/geometry.ts'
import { countryCode } from '#kit/geo/country-name.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { namesFromTags, searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import type { OsmType, Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from '#extractors/maps/osm/tags/tag-values.ts'
import { pointInArea } from '#extractors/maps/geometry/representative-point.ts'
import { prepareArea } from '#extractors/maps/geometry/prepared-area.ts'
import type { CollectedElements } from './collect-elements.ts'
import { relationOutline, relationPoint, wayOutline } from './element-geometry.ts'
import { areaKindOf, isAreaRelation } from './element-roles.ts'
import type { AreaRow } from './index-writer.ts'

/** The areas that relations and closed ways outline, one at a time. */
export function* outlinedAreas(elements: CollectedElements): Generator<AreaRow> {
  for (const [id, relation] of elements.relations) {
    if (areaKindOf(relation.tags) === null || !isAreaRelation(relation.tags)) continue
    const outline = relationOutline(relation, elements)
    const placed = relationPoint(id, elements)
    const row = placed === null ? null : areaRow('relation', id, relation.tags, placed.point)
    if (row === null) continue
    yield outline === null ? row : { ...row, ...outline }
  }
  for (const [id, way] of elements.ways) {
    if (areaKindOf(way.tags) === null) continue
    const geometry = wayOutline(way, elements)
    if (geometry === null) continue
    const row = areaRow('way', id, way.tags, pointInArea(geometry))
    if (row !== null) yield { ...row, geometry }
  }
}

/** The area of a `place` node, or null. */
export function nodeArea(id: number, tags: Tags, point: LatLng): AreaRow | null {
  return areaKindOf(tags)?.isBoundary === false ? areaRow('node', id, tags, point) : null
}

function areaRow(type: OsmType, id: number, tags: Tags, point: LatLng): AreaRow | null {
  const kind = areaKindOf(tags)
  const isPostcode = tags['boundary'] === 'postal_code'
  const name = plainText(isPostcode ? (tags['postal_code'] ?? tags['name']) : tags['name'])
  if (kind === null || name === null) return null
  return {
    key: osmKey({ type, id }),
    kind: kind.isBoundary ? 'boundary' : 'place',
    name,
    names: namesFromTags(tags),
    spellings: [name, ...searchableNames(tags)],
    rank: kind.rank,
    population: populationOf(tags),
    country: isoCode(tags),
    point,
    geometry: null,
    radiusM: type === 'node' ? kind.radiusM : null,
    gapShare: 0,
    missingWays: 0,
  }
}

/**
 * The area with the country around it. An area with only a few members in the file gets none, because their middle is
 * not conclusive.
 */
export function inCountry(area: AreaRow, countryAt: (point: LatLng) => string | null): AreaRow {
  const isPlaced = area.geometry !== null || area.radiusM !== null
  return area.country === null && isPlaced ? { ...area, country: countryAt(area.point) } : area
}

/** The country at a point: by the boundaries in the file, and where these say nothing by coarse world borders. */
export function countryFinder(
  areas: readonly AreaRow[],
  elements: CollectedElements,
): (point: LatLng) => string | null {
  const countries = areas.flatMap((area) => {
    const relation = area.key % 4 === 2 ? elements.relations.get((area.key - 2) / 4) : undefined
    const code = relation === undefined ? null : isoCode(relation.tags)
    return code === null || area.geometry === null ? [] : [{ code, prepared: prepareArea(area.geometry) }]
  })
  return (point) => countries.find(({ prepared }) => prepared.contains(point))?.code ?? countryOfPoint(point)
}

function isoCode(tags: Tags): string | null {
  return countryCode(tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1'])
}

function populationOf(tags: Tags): number {
  const population = Number((tags['population'] ?? '').replace(/[ .,'’]/g, ''))
  return Number.isSafeInteger(population) && population > 0 ? population : 0
}
