// Reads coordinates as people write them: decimal degrees, degrees with minutes and seconds, with or without letters.
import type { LatLng } from '#kit/geo/geometry.ts'

/** `refused`: the text is meant as coordinates, and why they are no point. */
export type CoordinateReading =
  | { readonly kind: 'point'; readonly point: LatLng }
  | { readonly kind: 'refused'; readonly detail: string }

/** No pair of coordinates is longer, with every word spelled out. */
const MAX_CHARS = 120
const SIGN = '([+-])?'
/** X and Y stand for the words longitude and latitude. */
const LETTER = '([NSEWOXY])?'
const DEGREES = String.raw`(\d{1,3}(?:\.\d{1,15})?)`
const PART = String.raw`(\d{1,2}(?:\.\d{1,15})?)`
/** 43.7384, -43.7384°, 43.7384 N */
const DECIMAL = `${LETTER} ?${SIGN}${DEGREES} ?°? ?${LETTER}`
/** 43°44'18.5"N, N 43° 44.304', 43°; also in the form 43d44m18s that programs write. */
const MARKED = `${LETTER} ?${SIGN}${DEGREES} ?[°D] ?(?:${PART} ?(?:['M]|(?= ?[NSEWO,;]|$)) ?(?:${PART} ?(?:"|S(?= ?[NSEWO]))? ?)?)? ?${LETTER}`
/** 43 44 18 N, 43:44:18; the letters or the colons say that these are degrees. */
const SPACED = `${LETTER} ?${SIGN}${DEGREES}[ :]${PART}(?:[ :]${PART})? ?${LETTER}`
const BETWEEN = '(?: ?[,;/|&] ?| )?'
const PAIRS = [MARKED, SPACED, DECIMAL].map((half) => new RegExp(`^${half}${BETWEEN}${half}$`))
/** What people write in front of coordinates. */
const LABEL =
  /^(?:gps|coord(?:inate)?s?|gps[- ]coordinates|coordonnées(?: gps)?|koordinaten|gps-koordinaten|coordenadas|coordinate|координаты|position|location|座標|坐标|좌표)(?:[:=]+ ?| )(?=[^\p{L}]|[nsew] ?\d)/iu
/** Well-known text has the longitude first, without a comma. */
const WELL_KNOWN_POINT = /^(?:SRID=4326;)? ?POINT ?Z? ?\( ?(-?[\d.]+) (-?[\d.]+)(?: -?[\d.]+)? ?\)$/i
/** ISO 6709: both numbers with their sign, a slash at the end. */
const ISO_6709 = /^([+-]\d{2}(?:\.\d+)?)([+-]\d{3}(?:\.\d+)?)(?:[+-]\d+(?:\.\d+)?)?(?:CRS\S*)?\/$/
/** GeoJSON. */
const JSON_POINT =
  /^\{ ?"type" ?: ?"Point" ?, ?"coordinates" ?: ?\[ ?(-?[\d.]+) ?, ?(-?[\d.]+)(?: ?, ?-?[\d.]+)? ?\] ?\}$/

/** The forms of programs that say the order of their numbers otherwise than with letters, as `lat 43.7, lon 7.4`. */
function withOrder(text: string): string {
  const [, lng, lat] = WELL_KNOWN_POINT.exec(text) ?? JSON_POINT.exec(text) ?? []
  if (lng !== undefined && lat !== undefined) return `lat ${lat}, lon ${lng}`
  const [, isoLat, isoLng] = ISO_6709.exec(text) ?? []
  return isoLat === undefined || isoLng === undefined ? text : `lat ${isoLat}, lon ${isoLng}`
}

/** What says that two plain numbers are coordinates, where neither letters nor marks do. */
const DECIMALS_IN_BOTH = /^\D*\d+\.\d+ ?(?:[,;/|] ?| )\D*\d+\.\d+\D*$/

/** The same of degrees and minutes: `43 44.304, 7 25.476`. */
const MINUTES_IN_BOTH = /^\D?\d+ \d+\.\d+ ?[,;/|] ?\D?\d+ \d+\.\d+$/

interface Half {
  readonly letter: string
  readonly sign: string
  readonly value: number
  /** The minutes and seconds that were given lie below 60. */
  readonly isWhole: boolean
}

/**
 * Latitude comes first unless letters or the range say otherwise. An `O` is west in `language` fr, es, it, pt, and east in
 * de; in others the text is refused. Null for a text that is no pair of coordinates, such as `10 20` or `5,10`.
 */
export function readCoordinates(text: string, language: string | null): CoordinateReading | null {
  if (text.length > MAX_CHARS) return null
  const plain = normalised(withOrder(text.replace(LABEL, '')))
  for (const [at, pattern] of PAIRS.entries()) {
    const groups = pattern.exec(plain)?.slice(1)
    if (groups === undefined) continue
    const middle = groups.length / 2
    const halves = [groups.slice(0, middle), groups.slice(middle)].map((half) =>
      at === PAIRS.length - 1 ? decimalHalf(half) : sexagesimalHalf(half),
    )
    const [first, second] = halves
    if (first === undefined || second === undefined) continue
    const isSpaced = at === 1
    const isEvident = isSpaced
      ? /[NSEWOXY:]/.test(plain) || MINUTES_IN_BOTH.test(plain)
      : DECIMALS_IN_BOTH.test(plain) || hasEvidenceTwice(plain)
    if (isEvident) return placed(first, second, language)
  }
  return null
}

/** Both numbers have a letter or a mark of degrees: a sign alone is too little, as in `-10 20`. */
function hasEvidenceTwice(plain: string): boolean {
  return (plain.match(/[NSEWOXY]/g)?.length ?? 0) === 2 || (plain.match(/[°D]/g)?.length ?? 0) === 2
}

function decimalHalf([letter, sign, degrees, after]: readonly (string | undefined)[]): Half {
  return { letter: letter ?? after ?? '', sign: sign ?? '', value: Number(degrees), isWhole: true }
}

function sexagesimalHalf([letter, sign, degrees, minutes, seconds, after]: readonly (
  | string
  | undefined
)[]): Half {
  const [m, s] = [Number(minutes ?? 0), Number(seconds ?? 0)]
  return {
    letter: letter ?? after ?? '',
    sign: sign ?? '',
    value: Number(degrees) + m / 60 + s / 3_600,
    isWhole: m < 60 && s < 60,
  }
}

function placed(first: Half, second: Half, language: string | null): CoordinateReading {
  const refused = (detail: string): CoordinateReading => ({ kind: 'refused', detail })
  if (!first.isWhole || !second.isWhole) return refused('minutes and seconds lie below 60')
  const axes = [first, second].map((half) => axisOf(half, language))
  const [a, b] = axes
  if (a === undefined || b === undefined || a.axis === 'unclear' || b.axis === 'unclear') {
    return refused('an O may be east or west: write E or W')
  }
  if (a.axis !== null && a.axis === b.axis)
    return refused(`both numbers are a ${a.axis === 'lat' ? 'latitude' : 'longitude'}`)
  // Without letters a first number beyond 90 degrees can only be a longitude.
  const isSwapped =
    a.axis === 'lng' ||
    b.axis === 'lat' ||
    (a.axis === null && b.axis === null && Math.abs(a.value) > 90 && Math.abs(b.value) <= 90)
  const point = isSwapped ? { lat: b.value, lng: a.value } : { lat: a.value, lng: b.value }
  if (Math.abs(point.lat) > 90) return refused('the latitude lies beyond 90 degrees')
  if (Math.abs(point.lng) > 180) return refused('the longitude lies beyond 180 degrees')
  return { kind: 'point', point: { lat: toSteps(point.lat), lng: toSteps(point.lng) } }
}

/** To the steps of OpenStreetMap, a centimetre: seconds make endless decimals. */
function toSteps(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

interface Axis {
  readonly axis: 'lat' | 'lng' | 'unclear' | null
  readonly value: number
}

function axisOf({ letter, sign, value }: Half, language: string | null): Axis {
  const signed = sign === '-' ? -value : value
  if (letter === '') return { axis: null, value: signed }
  if (letter === 'X' || letter === 'Y') return { axis: letter === 'Y' ? 'lat' : 'lng', value: signed }
  if (letter === 'N' || letter === 'S') return { axis: 'lat', value: letter === 'S' ? -signed : signed }
  if (letter !== 'O') return { axis: 'lng', value: letter === 'W' ? -signed : signed }
  if (/^(?:fr|es|it|pt)\b/.test(language ?? '')) return { axis: 'lng', value: -signed }
  return { axis: /^de\b/.test(language ?? '') ? 'lng' : 'unclear', value: signed }
}

/** Where a word begins and ends, in any script; JavaScript's own `\b` knows Latin letters without accents alone. */
const [START, END] = ['(?<!\\p{L})', '(?!\\p{L})']
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `"?${START}(?:latitude|latitudine|latitud|lat|breitengrad|breite|szerokość|enlem|широта|緯度|纬度|위도)${END}"?\\.? ?[:=]? ?`,
      'gu',
    ),
    'y',
  ],
  [
    new RegExp(
      `"?${START}(?:longitude|longitud|longitudine|long|lng|lon|längengrad|länge|długość|boylam|долгота|довгота|経度|经度|경도)${END}"?\\.? ?[:=]? ?`,
      'gu',
    ),
    'x',
  ],
  [/\b(?:north|nord|norte)\b/g, 'n'],
  [/\b(?:south|süd|sud|sur)\b/g, 's'],
  [/\b(?:east|est|este)\b/g, 'e'],
  [/\b(?:west|oeste)\b/g, 'w'],
  [/\b(?:ouest|ovest)\b/g, 'w'],
  [/\bost\b/g, 'e'],
  [/北[緯纬]|북위|с\.? ?ш\.?/gu, 'n'],
  [/南[緯纬]|남위|ю\.? ?ш\.?/gu, 's'],
  [/東経|东经|동경|в\.? ?д\.?/gu, 'e'],
  [/西[経经]|서경|з\.? ?д\.?/gu, 'w'],
  [/ ?(?:degrees?|grad|gradi|degrés|grados|deg)\b\.?/g, '°'],
  [/ ?(?:minutes?|min)\b\.?/g, "'"],
  [/ ?(?:seconds?|sec)\b\.?/g, '"'],
]

/** Upper case, one sort of minus, of marks and of spaces; decimal commas as points. */
function normalised(text: string): string {
  let plain = text
    .replace(/[\u2032\u2019\u02b9\u00b4]/g, "'")
    .replace(/[\u2033\u201d\u201c\u02ba]/g, '"')
    // Before the normal form, which makes an o of the ordinal sign.
    .replace(/[\u00ba\u02da]/g, '°')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/''/g, '"')
    .replace(/、/g, ',')
    .replace(/[()[\]{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  for (const [word, sign] of WORDS) plain = plain.replace(word, sign)
  return decimalPoints(plain.replace(/\s+/g, ' ').trim().toUpperCase())
}

/** `47,14 9,52` and `47,1415, 9,5215`; `5,10` has one comma and stays as it is. */
function decimalPoints(plain: string): string {
  if (plain.includes('.')) return plain
  if (/[°'"NSEWO]/.test(plain)) return plain.replace(/(\d),(\d)/g, '$1.$2')
  return plain.replace(/^([+-]?\d{1,3}),(\d{2,15})( ?[,;/] ?| )([+-]?\d{1,3}),(\d{2,15})$/, '$1.$2$3$4.$5')
}
