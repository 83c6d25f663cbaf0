// Reads a location that is a text: what kind of statement it is, before any map is asked.
import type { LatLng, Bbox } from '#kit/geo/geometry.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import { parseOsmId } from '#extractors/maps/osm/osm-id.ts'
import { plusCodeBox, plusCodeIn } from '#extractors/maps/osm/plus-code.ts'
import { readCoordinates } from './coordinates.ts'
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
const [MIN_RADIUS_M, MAX_RADIUS_M] = [50, 500_000]

const METRES_IN: Readonly<Record<string, number>> = { km: 1_000, m: 1, mi: 1_609.344, ft: 0.304_8 }
const UNIT = String.raw`(km|kilomet(?:er|re)s?|kilometern|mi|miles?|m|met(?:er|re)s?|metern|ft|feet)`
const AMOUNT = String.raw`(\d{1,6}(?:[.,]\d{1,3})?) ?${UNIT}`
/** `2 km around Vaduz`, `within 5 miles of Harrisburg`, `im Umkreis von 3 km um Schaan`, `dans un rayon de 2 km autour de Monaco`. */
const RADIUS_FIRST = new RegExp(
  `^(?:within|im umkreis von|umkreis|(?:dans )?un rayon de|en un radio de|nel raggio di|radius(?: of)?)? ?${AMOUNT} (?:radius )?(?:around|round|of|from|near|about|um|von|rund um|autour d[eu]|de|d'|alrededor de|intorno a|da|di)(?: the)? (.+)$`,
  'iu',
)
/** `5 km radius Vaduz`, `Umkreis 2 km Balzers`: the word says what the number is. */
const RADIUS_WORD = new RegExp(
  `^(?:(?:umkreis|radius|rayon|radio|raggio|straal):? ?${AMOUNT}|${AMOUNT} (?:radius|umkreis|rayon|straal)),? (?:um |von |of |from |de |di )?(.+)$`,
  'iu',
)
/** `Vaduz + 5 km`, `Vaduz, 5 km radius`. */
const RADIUS_LAST = new RegExp(
  `^(.+?)(?: ?[,+] ?| )\\(?(?:radius )?${AMOUNT}(?: radius| umkreis)?\\)?$`,
  'iu',
)
/** `10 minutes walk from the casino`, `5 min à pied du casino`: how far one gets in that time. */
const MINUTES =
  /^(\d{1,3}) ?-?(?:min\.?|mins|minutes?|minuten|minut[ioy]|minutos?)(?: (?<foot>walk(?:ing)?(?: distance)?|on foot|by foot|zu fu(?:ß|ss)|fu(?:ß|ss)weg|à pied|a pied|a piedi|a pie|andando|a pé|lopen|pieszo)| (?<bike>by bike|cycling|mit dem (?:fahr)?rad|à vélo|in bici|en bici)| (?<car>drive|driving|by car|mit dem auto|en voiture|in auto|en coche|de carro))? (?:away )?(?:from|of|to|von|vom|ab|d[eu]|des|da|dal(?:la)?|del|van|od)(?: the)? (.+)$/iu
const METRES_A_MINUTE = { foot: 80, bike: 250, car: 500 } as const
const AROUND_WORDS = [
  'near(?: to|by)?|around|close to|next to|by|opposite|in the (?:vicinity|area) of|across from|beside|(?:(?:at|on) )?(?:the )?corner of',
  'in der nähe (?:von|vom|der|des)|nahe|bei(?:m)?|rund um|rings um|um|unweit (?:von|vom|der|des)|gegenüber(?: vom| von| der| dem)?|neben(?: dem| der)?',
  'près d[eu]s?|autour d[eu]s?|à côté d[eu]|proche d[eu]|à deux pas d[eu]|en face d[eu]|aux alentours d[eu]',
  'cerca del?|alrededor del?|junto al?|frente al?|al lado del?|perto d[aoe]|junto ao?|ao lado d[aoe]',
  'vicino a(?:l|lla)?|nei pressi d(?:i|el|ella)|a due passi da(?:l|lla)?|di fronte a(?:l|lla)?|accanto a(?:l|lla)?|presso',
  'dichtbij|rond|vlakbij|nabij|naast|tegenover|in de buurt van|w pobliżu|blisko|obok|koło|niedaleko od',
  'рядом с|около|возле|недалеко от|вблизи|біля|поруч з|بالقرب من|قرب|بجانب',
]
const AROUND = new RegExp(`^(?:${AROUND_WORDS.join('|')})(?: the)? (.+)$`, 'iu')
const AROUND_THAI = /^(?:ใกล้(?:กับ)?|แถว) ?(.+)$/u
const AROUND_LAST =
  /^(.+?) ?(?:の近く|の周辺|周辺|近辺|付近|附近|周边|近く|근처|주변| yakınında| yakınları| yakını| civarında| civarı)の?$/u
const WITHIN = /^(?:in|at|within|inside|im|in der|dans|à|en|nel|nella)(?: the)? (.+)$/iu
/** `Gemeinde Triesenberg`, `quartier Fontvieille`, `city of Prattville`: the word says what the name is of. */
const AREA_WORD =
  /^(?:(?:city|town|village|municipality|county|district|borough|suburb) of|(?:district|quartier|quartiere|rione|ortsteil|stadtteil|bezirk|kreis|gemeinde|marktgemeinde|stadt|dorf|kanton|landkreis|(?:ville|commune|village|canton|arrondissement|quartier|municipalité) d[eu]|(?:ciudad|municipio|barrio|pueblo|distrito|provincia) del?|(?:comune|città|paese|quartiere|provincia) di|(?:cidade|município|bairro|distrito|freguesia) d[eoa]|barrio|bairro|freguesia|stad|gemeente|wijk|dorp|provincie|miasto|gmina|powiat|dzielnica|wieś|город|район|село|посёлок|місто)) (.+)$/iu
/** Three words that stand for a square of three metres; which one is known to their owner alone. */
const THREE_WORDS = /^\/{3}[^\s./]+\.[^\s./]+\.[^\s./]+$/u

/** `downtown Vaduz`, `Vaduz city centre`, `centre-ville de Monaco`: no map says where the centre ends. */
const CENTRE_FIRST =
  /^(?:downtown|central|(?:the )?(?:city |town )?cent(?:er|re) of|(?:stadt)?zentrum(?: von)?|innenstadt(?: von)?|centre[- ]ville(?: d[eu])?|centro(?: d[ei])?(?: città| storico)?|centrum|śródmieście) (.+)$/iu
const CENTRE_LAST =
  /^(.+?),? (?:downtown|(?:city|town) cent(?:er|re)|(?:stadt)?zentrum|innenstadt|centre[- ]ville|centro|centrum|stad)$/iu

/** `Schaan und Umgebung`, `Raum Vaduz`, `Vaduz area`: nor where its surroundings do. */
const SURROUNDINGS_FIRST =
  /^(?:greater|(?:the )?(?:area|surroundings) of|(?:groß)?raum|region|umgebung von|région d[eu]|environs d[eu]|alrededores del?|zona d[ie]|dintorni di|arredores d[eoa]|omgeving|regio|okolice|окрестности) (.+)$/iu
const SURROUNDINGS_LAST =
  /^(.+?) (?:(?:metro(?:politan)? )?area|(?:and|&) (?:surroundings|surrounding areas?|environs)|(?:und|u\.) (?:umgebung|umland)|et (?:ses )?(?:environs|alentours)|y alrededores|e dintorni|e (?:arredores|região)|en omgeving|i okolice|и окрестности|周辺地域)$/iu
const BESIDE_WORDS = [AREA_WORD, CENTRE_FIRST, CENTRE_LAST, SURROUNDINGS_FIRST, SURROUNDINGS_LAST]

/** The name beside a word for what it is the name of, its middle or its surroundings; null where none stands there. */
export function nameBesideAreaWord(text: string): string | null {
  return BESIDE_WORDS.map((words) => words.exec(text)?.[1]).find((name) => name !== undefined) ?? null
}

/** `language` is BCP 47; it decides whether an `O` among coordinates is east or west. */
export function readLocationText(text: string, language: string | null): LocationReading {
  const given = text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const first = positionIn(given, null, language)
  if (first !== null) return first
  const { radiusM, rest } = radiusIn(withFigures(given))
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
  const coordinates = coordinatesIn(text, language)
  if (coordinates === null) return null
  if (coordinates.kind === 'refused')
    return { kind: 'refused', detail: `these are no coordinates: ${coordinates.detail}` }
  return circle(coordinates.point, radiusM, null)
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
  if (radiusM !== null) return { kind: 'circle', center, radiusM: bounded(radiusM), how: null }
  if (zoom === null) {
    const how = `A point has no size; ${POINT_RADIUS_M} m around it are searched.`
    return { kind: 'circle', center, radiusM: POINT_RADIUS_M, how }
  }
  const shown = (VIEW_PIXELS * METRES_PER_PIXEL * Math.cos((center.lat * Math.PI) / 180)) / 2 ** zoom
  const how = `The radius is what a map shows at zoom ${zoom}.`
  return { kind: 'circle', center, radiusM: bounded(Math.round(shown)), how }
}

function bounded(radiusM: number): number {
  return Math.min(MAX_RADIUS_M, Math.max(MIN_RADIUS_M, radiusM))
}

const ONE = /^(within |about )?(half )?(?:an?|one) (?=(?:mile|kilomet(?:er|re)) )/iu

/** `half a mile`, `a kilometre` with the amount in figures. */
function withFigures(text: string): string {
  return text.replace(ONE, (_, before = '', half?: string) => `${before}${half === undefined ? '1' : '0.5'} `)
}

function radiusIn(text: string): { readonly radiusM: number | null; readonly rest: string } {
  const walked = MINUTES.exec(text)
  if (walked !== null) {
    const [, minutes = '', foot, bike, car, rest = ''] = walked
    const how = foot === undefined && car !== undefined ? 'car' : bike === undefined ? 'foot' : 'bike'
    return { radiusM: bounded(Number(minutes) * METRES_A_MINUTE[how]), rest }
  }
  const [, amount, unit, rest] = RADIUS_FIRST.exec(text) ?? []
  if (rest !== undefined) return { radiusM: metres(amount, unit), rest }
  const [, amountBehind, unitBehind, amountBefore, unitBefore, named] = RADIUS_WORD.exec(text) ?? []
  if (named !== undefined) {
    return { radiusM: metres(amountBehind ?? amountBefore, unitBehind ?? unitBefore), rest: named }
  }
  const [, before, lastAmount, lastUnit] = RADIUS_LAST.exec(text) ?? []
  if (before !== undefined) return { radiusM: metres(lastAmount, lastUnit), rest: before }
  return { radiusM: null, rest: text }
}

function metres(amount = '', unit = ''): number {
  const short = /^k/i.test(unit) ? 'km' : /^mi/i.test(unit) ? 'mi' : /^f/i.test(unit) ? 'ft' : 'm'
  return bounded(Number(amount.replace(',', '.')) * (METRES_IN[short] ?? 1))
}

function around(text: string): [isAround: boolean, name: string] {
  const near = [AROUND, AROUND_THAI, AROUND_LAST]
    .map((words) => words.exec(text)?.[1])
    .find((name) => name !== undefined)
  if (near !== undefined) return [true, near]
  return [false, WITHIN.exec(text)?.[1] ?? text]
}
