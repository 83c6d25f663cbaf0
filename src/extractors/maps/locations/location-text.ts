// Reads a location that is a text: what kind of statement it is, before any map is asked.
import type { LatLng, Bbox } from '#kit/geo/geometry.ts'
import type { OsmId } from '#extractors/maps/osm/osm-id.ts'
import { parseOsmId } from '#extractors/maps/osm/osm-id.ts'
import { plusCodeBox, plusCodeIn } from '#extractors/maps/osm/plus-code.ts'
import { readCoordinates } from './coordinates.ts'
import { boundedRadius, radiusIn } from './distance-words.ts'
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
const AROUND_WORDS = [
  'near(?: to|by)?|around|close to|next to|by|opposite|in the (?:vicinity|area) of|across from|beside|(?:(?:at|on) )?(?:the )?corner of',
  '(?:within )?walking distance (?:of|from|to)|(?:a few |just )?steps (?:from|away from)|not far from|in front of|behind',
  '(?:in der )?(?:nähe|umgebung)(?: von| vom| der| des)?|nahe(?: bei| beim)?|bei(?:m)?|rund um|rings um|um|(?:unweit|nicht weit)(?: von| vom| der| des)?|gegenüber(?: vom| von| der| dem)?|neben(?: dem| der)?|vor dem|vor der|hinter (?:dem|der)|fußläufig (?:zu|zum|zur|von)|am|zum|zur',
  "(?:tout )?(?:près|autour|à côté|proche|à (?:deux|quelques) pas|en face|aux (?:alentours|abords|environs)|à proximité(?: immédiate)?|non loin|pas loin|à l['’]entour|derrière|devant|au pied) ?(?:d[eu]s?)?",
  'cerca(?: del?)?|alrededor(?: del?)?|junto al?|frente al?|al lado del?|a (?:unos|pocos) pasos del?|no lejos del?|en los alrededores del?|perto d[aoe]|junto a[o]?|ao (?:lado|pé|redor) d[aoe]|próximo a[o]?|nas proximidades d[aoe]',
  '(?:vicino|accanto|davanti|di fronte|intorno) a(?:l|lla|llo|gli|i|lle)?|(?:nei pressi|nelle vicinanze|nei dintorni|non lontano|a (?:due|pochi) passi) d(?:i|a|el|ella|ello|al|alla|allo)|presso|dietro',
  'dichtbij|dicht bij|rond(?:om)?|vlakbij|vlak bij|nabij|naast|tegenover|in de buurt van|niet ver van|op loopafstand van|w pobliżu|blisko|obok|koło|niedaleko(?: od)?|naprzeciwko|nära|i närheten av|bredvid|tæt på|i nærheten av',
  'рядом (?:с|со)|около|возле|недалеко от|близко от|вблизи|напротив|у|в районе|біля|поруч з|неподалік від|بالقرب من|قرب|بجانب|قريب من',
]
const AROUND = new RegExp(`^(?:${AROUND_WORDS.join('|')})(?: the)? (.+)$`, 'iu')
const AROUND_THAI = /^(?:ใกล้(?:กับ)?|แถว) ?(.+)$/u
const AROUND_LAST =
  /^(.+?) ?(?:の近く|の周辺|周辺|近辺|付近|附近|周边|近く|근처|주변| yakınında| yakınları| yakını| civarında| civarı|,? (?:nearby|near|in der nähe|à proximité|aux alentours|cerca|vicino|рядом|поблизости))の?$/iu
const WITHIN = /^(?:in|at|within|inside|im|in der|dans|à|en|nel|nella)(?: the)? (.+)$/iu
/** `Gemeinde Triesenberg`, `quartier Fontvieille`, `city of Prattville`: the word says what the name is of. */
const AREA_WORD =
  /^(?:(?:the|le|la|el|il|o|a|der|die|das|de|het) )?(?:(?:city|town|village|municipality|county|district|borough|suburb) of|(?:district|quartier(?: d[eu]s?)?|quartiere(?: di)?|rione|ortsteil|stadtteil|bezirk|kreis|gemeinde|marktgemeinde|stadt|dorf|kanton|landkreis|(?:ville|commune|village|canton|arrondissement|quartier|municipalité) d[eu]|(?:ciudad|municipio|barrio|pueblo|distrito|provincia) del?|(?:comune|città|paese|quartiere|provincia) di|(?:cidade|município|bairro|distrito|freguesia) d[eoa]|barrio|bairro|freguesia|stad|gemeente|wijk|dorp|provincie|miasto|gmina|powiat|dzielnica|wieś|город|район|село|посёлок|місто)) (.+)$/iu
/** Three words that stand for a square of three metres; which one is known to their owner alone. */
const THREE_WORDS =
  /^(?:\/{3}|(?:what3words|w3w):|(?:https?:\/\/)?(?:[a-z]+\.)?(?:what3words\.com|w3w\.co)\/(?:[a-z]{2}\/)?)?(?!www\.)[\p{Ll}\p{M}]{3,}\.[\p{Ll}\p{M}]{3,}\.[\p{Ll}\p{M}]{3,}$/u

/** `downtown Vaduz`, `Vaduz city centre`, `centre-ville de Monaco`: no map says where the centre ends. */
const CENTRE_FIRST =
  /^(?:downtown|central|(?:the )?(?:city |town )?cent(?:er|re) of|(?:stadt)?zentrum(?: von)?|innenstadt(?: von)?|centre[- ]ville(?: d[eu])?|centro(?: d[ei])?(?: città| storico)?(?: d[ei])?|centrum(?: van)?|śródmieście|old town(?: of)?|altstadt(?: von)?|vieille ville(?: d[eu])?|casco antiguo(?: de)?) (.+)$/iu
const CENTRE_LAST =
  /^(.+?),? (?:downtown|(?:city |town )?cent(?:er|re)|(?:stadt)?zentrum|innenstadt|centre[- ]ville|centro(?: storico)?|centrum|stad|city|town|ville|stadt|ciudad|citta|old town|altstadt|vieille ville|casco antiguo)$/iu

/** `Schaan und Umgebung`, `Raum Vaduz`, `Vaduz area`: nor where its surroundings do. */
const SURROUNDINGS_FIRST =
  /^(?:greater|(?:the )?(?:area|surroundings) of|(?:groß)?raum|region|umgebung von|région d[eu]|environs d[eu]|alrededores del?|zona(?: d[ie])?|zone(?: d[eu])?|secteur(?: d[eu])?|sector(?: de)?|setor(?: de)?|dintorni di|arredores d[eoa]|omgeving|regio|okolice|окрестности) (.+)$/iu
const SURROUNDINGS_LAST =
  /^(.+?) (?:(?:metro(?:politan)? )?area|(?:and|&) (?:surroundings|surrounding areas?|environs)|(?:und|u\.) (?:umgebung|umland)|et (?:ses )?(?:environs|alentours)|y alrededores|e dintorni|e (?:arredores|região)|en omgeving|i okolice|и окрестности|周辺地域)$/iu
/** `PLZ 9494`, `zip code 36067`, `Monaco Cedex 98000`. */
const POSTCODE_WORD =
  /^(?:plz|postleitzahl|zip(?: ?code)?|post(?:al )?code|code postal|cp|c\.p\.|c[óo]d(?:igo|\.) postal|cap|cep|kod pocztowy|postnummer|индекс|почтовый индекс|posta kodu|郵便番号|〒|邮编|우편번호)[: .#]{0,9}(.+)$/iu
const CEDEX = /^(.+?) cedex(?: \d{1,2}(?!\d))?(?:,? .*)?$/iu
/** `la zona de Fontvieille`, `het centrum van Vaduz` */
const ARTICLE = /^(?:the|le|la|el|il|das|die|der|dem|het|de|o|a) (?=.* )/iu
const BESIDE_WORDS = [
  POSTCODE_WORD,
  CEDEX,
  AREA_WORD,
  CENTRE_FIRST,
  CENTRE_LAST,
  SURROUNDINGS_FIRST,
  SURROUNDINGS_LAST,
]

/** The name beside a word for what it is the name of, its middle or its surroundings; null where none stands there. */
export function nameBesideAreaWord(text: string): string | null {
  const bare = text.replace(ARTICLE, '')
  return BESIDE_WORDS.map((words) => words.exec(bare)?.[1]).find((name) => name !== undefined) ?? null
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

/** `vicino all’Hôtel`, `dell'Opera`: Italian joins its articles to what follows. */
function withWholeArticles(text: string): string {
  return text.replace(/(?<=^| )(a|da|de|ne|su)ll['’](?=\p{L})/giu, '$1lla ')
}

function around(text: string): [isAround: boolean, name: string] {
  const near = [AROUND, AROUND_THAI, AROUND_LAST]
    .map((words) => words.exec(withWholeArticles(text))?.[1])
    .find((name) => name !== undefined)
  if (near !== undefined) return [true, near]
  return [false, WITHIN.exec(text)?.[1] ?? text]
}
