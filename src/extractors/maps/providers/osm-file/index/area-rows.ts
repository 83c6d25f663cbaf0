// The areas of an OSM file that a search can name: boundaries, settlements, districts, postcodes.
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import { countryCode } from '#kit/geo/country-name.ts'
import { namesFromTags, searchableNames } from '#extractors/maps/osm/tags/names-from-tags.ts'
import { osmKey } from '#extractors/maps/osm/osm-id.ts'
import type { OsmType, Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from '#extractors/maps/osm/tags/tag-values.ts'
import { pointInArea } from '#extractors/maps/geometry/representative-point.ts'
import type { CollectedElements } from './collect-elements.ts'
import { relationOutline, relationPoint, wayOutline } from './element-geometry.ts'
import { areaKindOf, isAreaRelation } from './element-roles.ts'
import type { AreaRow } from './area-row.ts'
import { parentsOf, type RegionFinder } from './place-regions.ts'

/** A municipality, as ranked in `element-roles.ts`. */
const MIN_CUT_RANK = 14

/** The areas that relations and closed ways outline, one at a time. `border`: of the file, which may cut them. */
export function* outlinedAreas(elements: CollectedElements, border: Bbox | null): Generator<AreaRow> {
  for (const [id, relation] of elements.relations) {
    if (areaKindOf(relation.tags) === null || !isAreaRelation(relation.tags)) continue
    // What lies in a country or a state that is cut, no extract says: half an outline of one would deny places their country.
    const mayBeCut = (areaKindOf(relation.tags)?.rank ?? 0) >= MIN_CUT_RANK
    const outline = relationOutline(relation, elements, mayBeCut ? border : null)
    const placed = relationPoint(id, elements, outline)
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
    isCut: false,
    level: adminLevel(tags),
    code: isPostcode ? null : subdivisionCode(tags),
    settlement: tags['place'] ?? null,
    parents: [],
  }
}

function adminLevel(tags: Tags): number | null {
  const level = Number(tags['admin_level'])
  return tags['boundary'] === 'administrative' && Number.isInteger(level) && level > 0 && level < 13
    ? level
    : null
}

/** The part of ISO 3166-2 behind the country: `BC` of `CA-BC`. */
function subdivisionCode(tags: Tags): string | null {
  return /^[A-Z]{2}-([A-Z0-9]{1,3})$/.exec(tags['ISO3166-2'] ?? '')?.[1] ?? null
}

/**
 * The area with the country and what else is around it. An area with only a few members in the file gets no country,
 * because their middle is not conclusive.
 */
export function inRegions(area: AreaRow, { regionsAt }: RegionFinder): AreaRow {
  const regions = regionsAt(area.point)
  const isPlaced = area.geometry !== null || area.radiusM !== null
  return {
    ...area,
    country: area.country === null && isPlaced ? regions.country : area.country,
    parents: parentsOf(regions, area.name),
  }
}

function isoCode(tags: Tags): string | null {
  return countryCode(tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1'])
}

function populationOf(tags: Tags): number {
  const population = Number((tags['population'] ?? '').replace(/[ .,'’]/g, ''))
  return Number.isSafeInteger(population) && population > 0 ? population : 0
}
