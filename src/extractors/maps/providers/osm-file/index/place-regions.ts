// The country, region, city and district of points: which of the boundaries in an OSM file they lie in.
import { METRES_PER_DEGREE, type LatLng } from '#kit/geo/geometry.ts'
import { countryName } from '#kit/geo/country-name.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import type { PlaceRegions } from '#extractors/maps/osm/tags/address-from-tags.ts'
import { prepareArea, type PreparedArea } from '#extractors/maps/geometry/prepared-area.ts'
import { createAreaGrid } from '#extractors/maps/geometry/area-grid.ts'
import type { AreaRow } from './area-row.ts'

/** The country is ISO 3166-1 alpha-2; where no boundary of one is around, coarse world borders decide. */
type RegionsAt = Omit<PlaceRegions, 'spelling'> & { readonly country: string | null }

/** The names of what is around something of that name, the nearest first; the country in English. */
export function parentsOf({ district, city, region, country }: RegionsAt, name: string): string[] {
  const names = [district, city, region, country === null ? null : countryName(country, 'en')]
  return [...new Set(names)].filter((parent): parent is string => parent !== null && parent !== name)
}

/** What the boundaries say about a point, and how the file spells the name of a city that a tag gives. */
export interface RegionFinder {
  regionsAt(point: LatLng): RegionsAt
  /** The spelling of the settlement or boundary around the point or near it that has this name; null for none. */
  spellingOf(city: string, point: LatLng): string | null
}

/**
 * The admin_level of what an address calls the city, where it is not 8
 * (wiki.openstreetmap.org/wiki/Tag:boundary=administrative, table of levels).
 */
const CITY_LEVELS: Readonly<Record<string, readonly number[]>> = {
  AU: [9, 10],
  DK: [7],
  JP: [7],
  MX: [6],
  NL: [10, 8],
  NO: [7],
  PT: [7],
  SE: [7],
  SK: [9],
}
/** Countries whose level 8 is a district of a city or a county, not a city: a settlement of that name decides. */
const SETTLEMENT_FIRST = new Set('GB IE IN CN KR RU UA TH VN PH ID'.split(' '))
const CITY_PLACES = new Set(['city', 'town', 'village', 'municipality', 'hamlet'])
const DISTRICT_PLACES = new Set(['borough', 'suburb', 'quarter', 'neighbourhood', 'city_block'])
const CITY_LEVEL = 8
const REGION_LEVEL = 4
/** Below the country and above any city. */
const REGION_FALLBACK = [5, 6, 3] as const
/** A settlement of that name farther away is another one. */
const SPELLING_REACH_M = 30_000

interface Boundary {
  readonly row: AreaRow
  readonly prepared: PreparedArea
  /** Of an administrative boundary; null for the outline of a settlement or of a district. */
  readonly level: number | null
  /** Whether a settlement carries its name. */
  readonly isSettlement: boolean
}

/** Costs time in proportion to the corners of the outlines, and then little for each point. */
export function regionFinder(areas: readonly AreaRow[]): RegionFinder {
  const named = new Map<string, AreaRow[]>()
  for (const area of areas) {
    if (area.settlement === null && area.level === null) continue
    for (const spelling of new Set(area.spellings.map(searchFold))) {
      const others = named.get(spelling)
      if (others === undefined) named.set(spelling, [area])
      else others.push(area)
    }
  }
  const grid = createAreaGrid<Boundary>()
  for (const row of areas) {
    if (row.geometry === null || (row.level === null && row.settlement === null)) continue
    const prepared = prepareArea(row.geometry)
    const isSettlement =
      CITY_PLACES.has(row.settlement ?? '') ||
      (named.get(searchFold(row.name)) ?? []).some(
        (other) => CITY_PLACES.has(other.settlement ?? '') && prepared.contains(other.point),
      )
    grid.add(prepared.bbox, { row, prepared, level: row.level, isSettlement })
  }
  const around = (point: LatLng): Boundary[] =>
    grid
      .at(point)
      .filter(({ prepared }) => prepared.contains(point))
      .sort((a, b) => a.row.rank - b.row.rank)
  const countryOf = (boundaries: readonly Boundary[], point: LatLng): string | null =>
    boundaries.find(({ row, level }) => level === 2 && row.country !== null)?.row.country ??
    countryOfPoint(point)

  return {
    regionsAt(point) {
      const boundaries = around(point)
      const country = countryOf(boundaries, point)
      const city = cityOf(boundaries, country)
      return {
        country,
        region: regionOf(boundaries)?.row.name ?? null,
        city: city?.row.name ?? null,
        district: districtOf(boundaries, city)?.row.name ?? null,
      }
    },
    spellingOf(city, point) {
      const fold = searchFold(city)
      const near = (named.get(fold) ?? []).filter(
        ({ point: other }) =>
          Math.abs(other.lat - point.lat) * METRES_PER_DEGREE < SPELLING_REACH_M &&
          Math.abs(other.lng - point.lng) * METRES_PER_DEGREE * Math.cos((point.lat * Math.PI) / 180) <
            SPELLING_REACH_M,
      )
      // Known under that name in another language or as an alternative, it keeps what the tag says.
      return near.find(({ name }) => searchFold(name) === fold)?.name ?? null
    },
  }
}

function regionOf(boundaries: readonly Boundary[]): Boundary | null {
  return (
    boundaries.find(({ level }) => level === REGION_LEVEL) ??
    boundaries.find(
      ({ level, row }) => row.code !== null && REGION_FALLBACK.some((other) => other === level),
    ) ??
    null
  )
}

function cityOf(boundaries: readonly Boundary[], country: string | null): Boundary | null {
  const settlement = boundaries.findLast(
    ({ level, isSettlement }) => isSettlement && level !== null && level >= 4 && level <= 9,
  )
  if (country !== null && SETTLEMENT_FIRST.has(country) && settlement !== undefined) return settlement
  for (const wanted of CITY_LEVELS[country ?? ''] ?? [CITY_LEVEL]) {
    const found = boundaries.find(({ level }) => level === wanted)
    if (found !== undefined) return found
  }
  const outlined = boundaries.findLast(
    ({ level, row }) => level === null && CITY_PLACES.has(row.settlement ?? ''),
  )
  // A state that is one city, such as Monaco or Singapore, has no boundary below its own.
  const cityState = boundaries.find(({ level, isSettlement }) => level === 2 && isSettlement)
  return settlement ?? outlined ?? cityState ?? null
}

/** The largest part of the city. */
function districtOf(boundaries: readonly Boundary[], city: Boundary | null): Boundary | null {
  const least = Math.max(CITY_LEVEL, city?.level ?? CITY_LEVEL)
  const isOther = (boundary: Boundary) => boundary.row.name !== city?.row.name
  return (
    boundaries.find((boundary) => boundary.level !== null && boundary.level > least && isOther(boundary)) ??
    boundaries.find(
      (boundary) =>
        boundary.level === null && DISTRICT_PLACES.has(boundary.row.settlement ?? '') && isOther(boundary),
    ) ??
    null
  )
}
