// Reads a location that is a text: what kind of statement it is, before any map is asked.
import type { LatLng, Bbox } from '#kit/geo/geometry.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import { parseOsmId } from '#extractors/maps/osm/osm-id.ts'
import { plusCodeBox, plusCodeIn } from '#extractors/maps/osm/plus-code.ts'
import { readCoordinates } from './coordinates.ts'
import { boundedRadius, radiusIn } from './distance-words.ts'
import { around } from './location-words.ts'
import { readMapLink, type MapLink } from './map-links.ts'

/** What a text says about a place. `how` says in a sentence where a radius comes from that the text does not give. */
export type LocationReading =
  | {
      readonly kind: 'circle'
      readonly center: LatLng
      readonly radiusM: number
      readonly how: string | null
    }
  | { readonly kind: 'box'; readonly bbox: Bbox }
  | { readonly kind: 'element'; readonly osm: OsmId; readonly radiusM: number | null }
  /** A plus code without its first digits: `near` names what stands for them; empty where nothing does. */
  | {
      readonly kind: 'short_code'
      readonly code: string
      readonly near: string
      readonly radiusM: number | null
    }
  | {
      readonly kind: 'name'
      readonly text: string
      /** The text asks for what is around it: `near Stanley Park`. */
      readonly isAround: boolean
      /** As the text gives it: `2 km around Vaduz`. */
      readonly radiusM: number | null
    }
  | { readonly kind: 'refused'; readonly detail: string }

/** Around a point that says nothing about its size. */
export const POINT_RADIUS_M = 1_000
/** Half the width of a map on a small screen. */
const VIEW_PIXELS = 400
/** At the equator at zoom 0, with tiles of 256 pixels. */
const METRES_PER_PIXEL = 156_543.033_92
/** Three words that stand for a square of three metres; which one is known to their owner alone. */
const THREE_WORDS =
  /^(?:\/{3}|(?:what3words|w3w):|(?:https?:\/\/)?(?:[a-z]+\.)?(?:what3words\.com|w3w\.co)\/(?:[a-z]{2}\/)?)?(?!www\.)[\p{Ll}\p{M}]{3,}\.[\p{Ll}\p{M}]{3,}\.[\p{Ll}\p{M}]{3,}$/u

/** `43.7384,7.4246,500`: a point and the metres around it. */
const POSITION_AND_RADIUS = /^(-?\d{1,2}\.\d{2,} ?, ?-?\d{1,3}\.\d{2,}) ?, ?(\d{1,6}) ?m?$/

/** `language` is BCP 47; it decides whether an `O` among coordinates is east or west. */
export function readLocationText(text: string, language: string | null): LocationReading {
  const given = text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, position, metres] = POSITION_AND_RADIUS.exec(given) ?? []
  const first = positionIn(
    position ?? given,
    metres === undefined ? null : boundedRadius(Number(metres)),
    language,
  )
  if (first !== null) return first
  const { radiusM, rest } = radiusIn(given)
  const [isAround, name] = around(rest)
  return (
    positionIn(name, radiusM, language) ?? {
      kind: 'name',
      text: name,
      isAround: isAround || radiusM !== null,
      radiusM,
    }
  )
}

/** What needs no map to be read; null for a name. */
function positionIn(text: string, radiusM: number | null, language: string | null): LocationReading | null {
  if (THREE_WORDS.test(text)) {
    return { kind: 'refused', detail: 'three words can be looked up by what3words alone: give coordinates' }
  }
  const link = readMapLink(text)
  if (link !== null) return linked(link, radiusM, language)
  const osm = parseOsmId(text)
  if (osm !== null) return { kind: 'element', osm, radiusM }
  const coded = plusCodeIn(text)
  if (coded !== null) {
    if (coded.isShort) return { kind: 'short_code', code: coded.code, near: coded.rest, radiusM }
    // What stands beside a whole code says nothing that the code does not.
    return plusCodeArea(coded.code, radiusM)
  }
  const bbox = boxIn(text)
  if (bbox !== null) return { kind: 'box', bbox }
  if (DRAWN.test(text)) return { kind: 'refused', detail: 'a shape is given as an object and not as a text' }
  const coordinates = coordinatesIn(text, language)
  if (coordinates === null) return null
  if (coordinates.kind === 'refused')
    return { kind: 'refused', detail: `these are no coordinates: ${coordinates.detail}` }
  return circle(coordinates.point, radiusM, null)
}

/** GeoJSON and well-known text that draw more than a point. */
const DRAWN = /^(?:\{ ?"type" ?: ?"(?!Point")|(?:SRID=\d+; ?)?(?:MULTI)?POLYGON ?\()/i
const BOX =
  /^(bbox|bounding box|bounds|viewbox|box)?[:= ]*([[(]?)((?:-?\d{1,3}(?:\.\d{1,15})?[,; ]{1,2}){3}-?\d{1,3}(?:\.\d{1,15})?)[\])]?$/i

/**
 * `7.40,43.72,7.45,43.76`, as GeoJSON and OGC order a box: west, south, east, north. Null where that is none, and for whole numbers
 * without a word or brackets: `12 34 56 78` is a number of a telephone.
 */
function boxIn(text: string): Bbox | null {
  const [, word, bracket, list = ''] = BOX.exec(text) ?? []
  const numbers = list.split(/[,; ]+/)
  if (
    word === undefined &&
    bracket !== '[' &&
    bracket !== '(' &&
    !numbers.every((number) => number.includes('.'))
  )
    return null
  const [west = 0, south = 0, east = 0, north = 0] = numbers.map(Number)
  const isBox = Math.abs(west) <= 180 && Math.abs(east) <= 180 && west < east && south < north
  return isBox && south >= -90 && north <= 90 ? [west, south, east, north] : null
}

/** `43.7384, 7.4246 (Monaco)`, `Monaco (43.7384, 7.4246)`: what stands beside coordinates says nothing that they do not. */
const IN_BRACKETS = /^([^()]*)\(([^()]*)\)$/u

function coordinatesIn(text: string, language: string | null): ReturnType<typeof readCoordinates> {
  const whole = readCoordinates(text, language)
  if (whole !== null) return whole
  const parts = IN_BRACKETS.exec(text)?.slice(1) ?? []
  const read = parts.map((part) => readCoordinates(part.trim(), language))
  return read.find((coordinates) => coordinates?.kind === 'point') ?? null
}

/** The area that a whole plus code stands for: its cell where that is large, else the surroundings of its cell. */
export function plusCodeArea(code: string, radiusM: number | null): LocationReading {
  const bbox = plusCodeBox(code)
  const [west, south, east, north] = bbox
  if (code.includes('0') && radiusM === null) return { kind: 'box', bbox }
  return circle({ lat: (south + north) / 2, lng: (west + east) / 2 }, radiusM, null)
}

function linked(link: MapLink, radiusM: number | null, language: string | null): LocationReading {
  if (link.kind === 'refused') return { kind: 'refused', detail: link.detail }
  if (link.kind === 'element') return { kind: 'element', osm: link.osm, radiusM }
  if (link.kind === 'text') {
    return (
      positionIn(link.text, radiusM, language) ?? { kind: 'name', text: link.text, isAround: false, radiusM }
    )
  }
  return circle(link.point, radiusM ?? link.radiusM, link.zoom)
}

function circle(center: LatLng, radiusM: number | null, zoom: number | null): LocationReading {
  if (radiusM !== null) return { kind: 'circle', center, radiusM: boundedRadius(radiusM), how: null }
  if (zoom === null) {
    const how = `A point has no size; ${POINT_RADIUS_M} m around it are searched.`
    return { kind: 'circle', center, radiusM: POINT_RADIUS_M, how }
  }
  const shown = (VIEW_PIXELS * METRES_PER_PIXEL * Math.cos((center.lat * Math.PI) / 180)) / 2 ** zoom
  const how = `The radius is what a map shows at zoom ${zoom}.`
  return { kind: 'circle', center, radiusM: boundedRadius(Math.round(shown)), how }
}
