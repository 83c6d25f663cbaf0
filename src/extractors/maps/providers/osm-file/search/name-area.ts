// The area of a location that is a text, in an index: which thing it means, and how far that reaches.
import type { AreaCandidate, ResolvedArea } from '#contract/places/location.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { searchFold, searchTokens } from '#kit/text/search-text.ts'
import { textBefore } from '#kit/text/text-rules.ts'
import { distanceM, geometryBbox, polygonsOf, type AreaGeometry, type LatLng } from '#kit/geo/geometry.ts'
import { countryOfPoint } from '#extractors/maps/osm/country-of-point.ts'
import { formatOsmId, osmIdOfKey, osmKey, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { wholePlusCode } from '#extractors/maps/osm/plus-code.ts'
import { hullAround } from '#extractors/maps/geometry/hull-around.ts'
import { itemAt } from '#kit/item-at.ts'
import { neighbourCell } from '#extractors/maps/geometry/neighbour-cell.ts'
import {
  plusCodeArea,
  readLocationText,
  type LocationReading,
} from '#extractors/maps/locations/location-text.ts'
import { nameBesideAreaWord, withoutAsides } from '#extractors/maps/locations/location-words.ts'
import { phraseRole } from '#extractors/maps/query/words/qualifiers.ts'
import { aroundSpot, refusedLocation } from '#extractors/maps/locations/spot-area.ts'
import { isBlockOf } from '#extractors/maps/providers/osm-file/index/plain-names.ts'
import type { OpenIndex } from '#extractors/maps/providers/osm-file/index/open-index.ts'
import {
  areaOfKey,
  boundaryAround,
  countriesNamed,
  lookUpArea,
  neighboursOf,
  similarAreas,
  type AreaRecord,
} from './area-lookup.ts'
import { compoundArea, cornerProblem, type Reach } from './compound-area.ts'
import { positionsOf } from '#extractors/maps/providers/osm-file/index/spot-rows.ts'
import { lookUpSpot, spotOfKey, similarSpots } from './spot-lookup.ts'
import type { SpotRecord } from './spots/spot-records.ts'

/** What a text means on the map. `geometry` null: the circle of `radiusM` around the point. */
export interface NamedArea {
  readonly described: Pick<ResolvedArea, 'name' | 'kind' | 'source' | 'countryCode' | 'notes' | 'candidates'>
  readonly point: LatLng
  readonly geometry: AreaGeometry | null
  readonly radiusM: number
  /** Only a boundary in the file can have gaps. */
  readonly boundary: AreaRecord | null
  readonly warnings: readonly Warning[]
}

/** How a text is read, and where an error about it points. */
export interface NameOptions {
  /** ISO 3166-1 alpha-2; what lies elsewhere does not count. */
  readonly country: string | null
  /** BCP 47, for the name in the answer. */
  readonly language: string | null
  /** The pointer of the location in the request. */
  readonly pointer: string
}

type Meaning = { readonly area: AreaRecord } | { readonly spot: SpotRecord }

interface Meanings {
  readonly found: readonly Meaning[]
  readonly chosenBy: string
  /** As in `SpotLookup`. */
  readonly allOf?: string
  readonly radiusM: number | null
}

/** A drawn shape for coordinates, links and codes; else what the text names. Throws `unknown_area`. */
export function areaOfText(
  index: OpenIndex,
  text: string,
  options: NameOptions,
): NamedArea | Extract<LocationReading, { readonly kind: 'circle' | 'box' }> {
  const reading = readLocationText(text, options.language)
  if (reading.kind === 'circle' || reading.kind === 'box') return reading
  if (reading.kind === 'refused') throw refusedLocation(text, reading.detail, options.pointer)
  if (reading.kind === 'element') return elementArea(index, reading.osm, reading.radiusM, options)
  if (reading.kind === 'short_code') return shortCodeArea(index, reading, options)
  // What begins like a preposition may be a name: In Salah, Bei Mir.
  const named = nameBesideAreaWord(reading.text) ?? reading.text
  for (const name of new Set([
    text.trim(),
    reading.text,
    named,
    withoutSmallWords(named),
    withoutAsides(named),
    withoutSmallWords(withoutAsides(named)),
  ])) {
    const meanings = meaningsOf(index, name, options)
    if (meanings === null) continue
    // `quartier de Fontvieille` is the quarter, and not the harbour whose name has these words.
    const beside = isSpot(meanings) && name !== named ? meaningsOf(index, named, options) : null
    const meant = beside !== null && !isSpot(beside) ? beside : meanings
    return chosen(index, { ...meant, radiusM: reading.radiusM }, options)
  }
  const reachOf = (name: string) => reachOfName(index, name, options)
  const compound =
    compoundArea(index.db, text.trim(), reachOf) ?? compoundArea(index.db, reading.text, reachOf)
  if (compound !== null) return compound
  throw unknownArea(index, reading.text, options)
}

function isSpot({ found }: Pick<Meanings, 'found'>): boolean {
  return found.every((meaning) => 'spot' in meaning)
}

/** The middle of what a text names and how far it reaches from there; null for a name that is not there. */
function reachOfName(index: OpenIndex, text: string, options: NameOptions): Reach | null {
  const meanings = meaningsOf(index, text, options) ?? meaningsOf(index, withoutSmallWords(text), options)
  if (meanings === null) return null
  const { point, geometry, radiusM } = chosen(index, { ...meanings, radiusM: null }, options)
  if (geometry === null) return { point, radiusM }
  const [west, south, east, north] = geometryBbox(geometry)
  const [height, width] = [
    distanceM({ lat: south, lng: west }, { lat: north, lng: west }),
    distanceM({ lat: south, lng: west }, { lat: south, lng: east }),
  ]
  return { point, radiusM: Math.min(height, width) / 2 }
}

const JOINTS = new Set('in im at of on am an bei bij near von vom en nel nella em no na sur w we'.split(' '))

/** `den Bahnhof in Schaan`, `Casinò di Monte Carlo`: what stands between the words of names differs by language. */
function withoutSmallWords(text: string): string {
  const isSmall = (word: string) => JOINTS.has(word) || phraseRole(word)?.role === 'article'
  const parts = text.split(',').map((part) => searchTokens(part).filter((word) => !isSmall(word)))
  return parts.map((words) => words.join(' ')).join(', ')
}

function meaningsOf(
  { db }: OpenIndex,
  text: string,
  { country }: NameOptions,
): Omit<Meanings, 'radiusM'> | null {
  const { found: named, unusable } = lookUpArea(db, text, country)
  // In small letters a code is a word of some language.
  const mayBeCountry = named.length === 0 && (text.length > 3 || /^[A-Z]{2,3}$/.test(text))
  const areas = mayBeCountry ? countriesNamed(db, text) : named
  // Something else that has the name in it is not meant by it.
  if (unusable.length > 0) return null
  if (areas.length > 0) {
    const folded = searchFold(text)
    // `松ヶ丘`, of which the map has the blocks `松ヶ丘一丁目` and `松ヶ丘二丁目`.
    const isAllOf = areas.every(({ name }) => isBlockOf(searchFold(name), folded))
    const found = areas.map((area) => ({ area }))
    return { found, chosenBy: 'it is the most important one', ...(isAllOf ? { allOf: text } : {}) }
  }
  const { found, ...how } = lookUpSpot(db, text, country)
  return found.length === 0 ? null : { found: found.map((spot) => ({ spot })), ...how }
}

function elementArea(index: OpenIndex, osm: OsmId, radiusM: number | null, options: NameOptions): NamedArea {
  const key = osmKey(osm)
  const area = areaOfKey(index.db, key)
  const isUsable = area !== null && (area.geometry !== null || area.radiusM !== null)
  const spot = isUsable ? null : spotOfKey(index.db, key)
  const found: Meaning[] = isUsable ? [{ area }] : spot === null ? [] : [{ spot }]
  if (found.length > 0) return chosen(index, { found, chosenBy: '', radiusM }, options)
  throw refusedLocation(
    `osm:${formatOsmId(osm)}`,
    'the extract holds nothing to search in with this id',
    options.pointer,
  )
}

/** The first digits come from what stands beside the code, else from the middle of the file. */
function shortCodeArea(
  index: OpenIndex,
  { code, near, radiusM }: Extract<LocationReading, { readonly kind: 'short_code' }>,
  options: NameOptions,
): Extract<LocationReading, { readonly kind: 'circle' | 'box' }> {
  const [west, south, east, north] = index.bbox
  const meanings = near === '' ? null : meaningsOf(index, near, options)
  if (near !== '' && meanings === null) throw unknownArea(index, near, options)
  const point =
    meanings === null
      ? { lat: (south + north) / 2, lng: (west + east) / 2 }
      : chosen(index, { ...meanings, radiusM: null }, options).point
  const area = plusCodeArea(wholePlusCode(code, point), radiusM)
  if (area.kind === 'circle' || area.kind === 'box') return area
  throw refusedLocation(code, 'the code is none', options.pointer)
}

function chosen(index: OpenIndex, meanings: Meanings, options: NameOptions): NamedArea {
  const { found, chosenBy, radiusM, allOf } = meanings
  const { language } = options
  const [first, ...others] = found
  if (first === undefined) throw new RangeError('there is no meaning to choose from')
  if (allOf !== undefined && others.length > 0) return aroundEach(index, allOf, meanings, options)
  const candidates = found.slice(0, MAX_CANDIDATES).map((meaning) => candidateOf(meaning, language))
  const name = candidates[0]?.name ?? ''
  const warnings: Warning[] = []
  const notes: string[] = []
  if (others.length > 0) {
    const ids = candidates.slice(1, 6).flatMap(({ id }) => id ?? [])
    const more = others.length > ids.length && ids.length > 0 ? ` and ${others.length - ids.length} more` : ''
    const detail =
      ids.length === 0
        ? `"${name}" may be ${found.length} things; the first one was taken: ${chosenBy}.`
        : `"${name}" is also the name of ${ids.join(', ')}${more}; one was taken because ${chosenBy}.`
    warnings.push({ code: 'ambiguous_area', detail })
    notes.push(detail)
  }
  const reach =
    'spot' in first
      ? spotShape(first.spot, name, radiusM)
      : radiusM === null
        ? areaShape(index, first.area, name)
        : { geometry: null, radiusM, warning: null }
  if (reach.warning !== null) {
    warnings.push(reach.warning)
    notes.push(reach.warning.detail)
  }
  const candidate = candidates[0]
  return {
    described: {
      name,
      kind: 'area' in first ? first.area.kind : first.spot.kind,
      source: candidate?.id ?? null,
      countryCode: 'area' in first ? (first.area.country ?? countryOfPoint(first.area)) : first.spot.country,
      ...(notes.length === 0 ? {} : { notes }),
      ...(others.length === 0 ? {} : { candidates }),
    },
    point: candidate?.location ?? { lat: 0, lng: 0 },
    geometry: reach.geometry,
    radiusM: reach.radiusM,
    boundary: radiusM === null && 'area' in first && first.area.geometry !== null ? first.area : null,
    warnings,
  }
}

/** What is around any of several things: `near a museum`. */
function aroundEach(
  index: OpenIndex,
  name: string,
  { found, chosenBy, radiusM }: Meanings,
  options: NameOptions,
): NamedArea {
  const each = found.map((meaning) => {
    const area = chosen(index, { found: [meaning], chosenBy, radiusM }, options)
    return { ...area, outline: area.geometry ?? hullAround([[area.point.lng, area.point.lat]], area.radiusM) }
  })
  const [{ point, radiusM: eachM, described }] = [itemAt(each, 0)]
  const coordinates = each.flatMap(({ outline }) => polygonsOf(outline))
  const detail =
    eachM === 0
      ? `"${name}" is ${found.length} areas; all of them are searched.`
      : `"${name}" is any of ${found.length} places; what is within ${eachM} m of one of them is searched.`
  const candidates = found.slice(0, MAX_CANDIDATES).map((meaning) => candidateOf(meaning, options.language))
  return {
    described: { ...described, name, source: null, notes: [detail], candidates },
    point,
    geometry: { type: 'MultiPolygon', coordinates },
    radiusM: eachM,
    boundary: null,
    warnings: [{ code: 'area_is_around', detail }],
  }
}

/** As many as a person reads. */
const MAX_CANDIDATES = 20
/** From here on a settlement is so small that its neighbours say where it ends. */
const MIN_CELL_RANK = 18
/** A square is the houses around it. */
const MIN_SQUARE_RANK = 26
/** How much farther than usual a settlement may reach where it has no neighbours; a part of one reaches no farther. */
const CELL_REACH = 1.5
/** From here on it is a part of a settlement. */
const MIN_PART_RANK = 20

interface Shape {
  readonly geometry: AreaGeometry | null
  readonly radiusM: number
  readonly warning: Warning | null
}

function areaShape({ db }: OpenIndex, area: AreaRecord, name: string): Shape {
  const radiusM = area.radiusM ?? 0
  if (area.rank >= MIN_SQUARE_RANK) {
    const { detail, ...around } = aroundSpot('square', positionsOf(area.geometry), name)
    return { ...around, warning: { code: 'area_is_around', detail } }
  }
  if (area.geometry !== null) return { geometry: area.geometry, radiusM, warning: null }
  if (area.rank >= MIN_CELL_RANK) {
    const limitM = radiusM * (area.rank >= MIN_PART_RANK ? 1 : CELL_REACH)
    const neighbours = neighboursOf(db, area, 2 * limitM)
    const geometry = neighbourCell(area, neighbours, limitM, boundaryAround(db, area))
    if (geometry !== null) {
      const detail = `The extract has no outline of "${name}"; what is nearer to it than to its neighbours is searched, up to ${limitM} m away.`
      return { geometry, radiusM, warning: { code: 'area_from_neighbours', detail } }
    }
  }
  const detail = `The extract has no outline of "${name}"; a circle of ${radiusM} m around it is searched.`
  return { geometry: null, radiusM, warning: { code: 'area_is_a_circle', detail } }
}

/** With a radius that the text says, what is that far from any part of it: `within 150 m of High Street`. */
function spotShape(spot: SpotRecord, name: string, radiusM: number | null): Shape {
  const around = aroundSpot(spot.kind, spot.points, name, spot.lines, radiusM ?? undefined)
  if (radiusM !== null && around.geometry === null) return { ...around, warning: null }
  const detail = spot.note === null ? around.detail : `${spot.note} ${around.detail}`
  return { ...around, warning: { code: 'area_is_around', detail } }
}

function candidateOf(meaning: Meaning, language: string | null): AreaCandidate {
  if ('area' in meaning) {
    const { key, kind, names, parents, lat, lng } = meaning.area
    const shown = language === null ? undefined : (names[language] ?? names[textBefore(language, '-')])
    const name = shown ?? meaning.area.name
    return { id: idOf(key), name, kind, parents: [...parents], location: { lat, lng } }
  }
  const { key, kind, name, parents, lat, lng } = meaning.spot
  return { id: key === null ? null : idOf(key), name, kind, parents: [...parents], location: { lat, lng } }
}

function idOf(key: number): string {
  return `osm:${formatOsmId(osmIdOfKey(key))}`
}

const MAX_SUGGESTIONS = 3

function unknownArea({ db }: OpenIndex, text: string, { country, pointer }: NameOptions): SurveyorError {
  const [name = text, ...behind] = text.split(',').map((part) => part.trim())
  const around = lookUpArea(db, behind.join(', '), country)
  const [known] = [...lookUpArea(db, text, country).unusable, ...around.unusable]
  if (known !== undefined) {
    const detail = `"${known.name}" is known, but this extract holds too little of its outline to search in it.`
    return new SurveyorError('unknown_area', detail)
  }
  const noCorner = cornerProblem(db, text)
  if (noCorner !== null) return new SurveyorError('unknown_area', noCorner)
  const similar = similarNames(db, text)
  const hint = similar.length === 0 ? '' : ` Did you mean ${similar.map((name) => `"${name}"`).join(' or ')}?`
  const [where] = around.found
  const unknown =
    where === undefined
      ? `No area named "${text}" is in this extract.`
      : `No area named "${name}" is in "${where.name}" in this extract.`
  return new SurveyorError('unknown_area', `${unknown}${hint}`, {
    errors: similar.map((name) => ({ pointer, code: 'did_you_mean', detail: name })),
  })
}

/** Of a name with what it lies in, those like the name alone where nothing is like the whole. */
function similarNames(db: OpenIndex['db'], text: string): string[] {
  for (const part of new Set([text, textBefore(text, ',')])) {
    for (const similar of [similarAreas, similarSpots]) {
      const names = similar(db, part, MAX_SUGGESTIONS)
      if (names.length > 0) return names
    }
  }
  return []
}
