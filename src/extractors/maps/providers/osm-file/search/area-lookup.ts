// Looks areas up by name: which ones have it, and which one is meant.
import type { DatabaseSync } from 'node:sqlite'
import { iso1A3Code } from '@rapideditor/country-coder'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { distanceM, geometryContains, type AreaGeometry, type LatLng } from '#kit/geo/geometry.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { countryName } from '#kit/geo/country-name.ts'
import { searchFold, searchTokens } from '#kit/text/search-text.ts'

/** An area of the index. `rank` is smaller for larger kinds of areas, `gapShare` from 0 to 1. */
export interface AreaRecord extends LatLng {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  /** By BCP 47 language. */
  readonly names: Readonly<Record<string, string>>
  readonly rank: number
  readonly country: string | null
  readonly geometry: AreaGeometry | null
  readonly radiusM: number | null
  readonly gapShare: number
  readonly missingWays: number
}

/** The areas that a text may mean. */
export interface AreaLookup {
  /** The most important one first; the others have the name too. Empty where none has. */
  readonly found: readonly AreaRecord[]
  /** Areas of that name with too little content in the file to search in them. */
  readonly unusable: readonly AreaRecord[]
}

/**
 * Reads `Vaduz`, `Vaduz, Liechtenstein`, `9490 Vaduz`, `Monte Carlo Monaco`. Each further part must name the country of
 * the area or an area around it. `country` (ISO 3166-1 alpha-2) leaves out areas elsewhere.
 */
export function lookUpArea(db: DatabaseSync, text: string, country: string | null): AreaLookup {
  const none: AreaLookup = { found: [], unusable: [] }
  let best = none
  for (const [name, contexts] of readings(text)) {
    const named = areasNamed(db, name).filter((area) => country === null || area.country === country)
    const fitting = named.filter((area) => contexts.every((context) => isIn(db, area, context)))
    const found = withoutPointsOf(fitting.filter(isUsable))
    if (found.length > 0) return { found, unusable: [] }
    if (best === none && fitting.length > 0) best = { found: [], unusable: fitting }
  }
  return best
}

/** Names like `text` that areas in the file have, the most similar first. */
export function similarAreas(db: DatabaseSync, text: string, max: number): string[] {
  const wanted = searchFold(text)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const names = db.prepare(
    `select n.folded, a.name, min(a.rank) as rank from area_name n join area a on a.key = n.area
     where a.geometry is not null or a.radius_m is not null group by n.folded`,
  )
  const similar = allRows<{ folded: string; name: string; rank: number }>(names)
    .map(({ folded, name, rank }) => ({ name, rank, distance: editDistance(folded, wanted, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
  return [...new Set(similar.map(({ name }) => name))].slice(0, max)
}

/** The ways to split a text into a name and its surrounding area, the most literal first; both are folded. */
function readings(text: string): (readonly [name: string, contexts: readonly string[]])[] {
  const whole = searchFold(text)
  const parts = text
    .split(',')
    .map(searchFold)
    .filter((part) => part !== '')
  const list: (readonly [string, readonly string[]])[] = [[whole, []]]
  const [first, ...contexts] = parts
  if (first !== undefined && contexts.length > 0) {
    list.push([first, contexts], [withoutNumbers(first), contexts])
  }
  list.push([withoutNumbers(whole), []])
  const tokens = searchTokens(text)
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const name = tokens.slice(0, at).join(' ')
    const context = tokens.slice(at).join(' ')
    list.push([name, [context]], [withoutNumbers(name), [context]])
  }
  return list.filter(([name]) => name !== '')
}

/** A postcode beside a name (`9490 Vaduz`, `LI-9490 Vaduz`) says nothing that the name does not. */
function withoutNumbers(folded: string): string {
  return folded
    .replace(/^[a-z]{1,3} (?=\d)/, '')
    .split(' ')
    .filter((token) => !/\d/.test(token))
    .join(' ')
}

function areasNamed(db: DatabaseSync, folded: string): AreaRecord[] {
  const named = db.prepare(
    `select a.* from area_name n join area a on a.key = n.area where n.folded = ?
     order by a.rank, a.population desc, a.key`,
  )
  return allRows<AreaRow>(named, folded).map((row) => ({
    key: row.key,
    kind: row.kind,
    name: row.name,
    names: parseKnownJson<Readonly<Record<string, string>>>(row.names),
    rank: row.rank,
    country: row.country,
    lat: row.lat,
    lng: row.lng,
    geometry: row.geometry === null ? null : parseKnownJson<AreaGeometry>(row.geometry),
    radiusM: row.radius_m,
    gapShare: row.gap_share,
    missingWays: row.missing_ways,
  }))
}

interface AreaRow extends LatLng {
  readonly key: number
  readonly kind: 'boundary' | 'place'
  readonly name: string
  readonly names: string
  readonly rank: number
  readonly country: string | null
  readonly geometry: string | null
  readonly radius_m: number | null
  readonly gap_share: number
  readonly missing_ways: number
}

function isUsable(area: AreaRecord): boolean {
  return area.geometry !== null || area.radiusM !== null
}

/** Most towns are there twice: as an outline and as the point of its label. The point then adds nothing. */
function withoutPointsOf(areas: readonly AreaRecord[]): AreaRecord[] {
  const outlines = areas.flatMap(({ geometry }) => (geometry === null ? [] : [geometry]))
  return areas.filter(
    (area) => area.geometry !== null || !outlines.some((outline) => geometryContains(outline, area)),
  )
}

function isIn(db: DatabaseSync, area: AreaRecord, context: string): boolean {
  if (/^[\d ]+$/.test(context)) return true
  if (area.country !== null && isCountry(area.country, context)) return true
  return areasNamed(db, withoutNumbers(context)).some(
    (other) =>
      other.key !== area.key &&
      ((other.geometry !== null && geometryContains(other.geometry, area)) ||
        (other.radiusM !== null && distanceM(other, area) <= other.radiusM)),
  )
}

const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ja', 'zh'] as const

function isCountry(code: string, context: string): boolean {
  return (
    context === code.toLowerCase() ||
    context === iso1A3Code(code)?.toLowerCase() ||
    COUNTRY_LANGUAGES.some((language) => searchFold(countryName(code, language) ?? '') === context)
  )
}
