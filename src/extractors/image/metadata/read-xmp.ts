// The plain properties of an XMP packet: who made the picture, what it shows, who may use it, whether a model drew it.
import type { ImagePlace, OtherExif } from './read-exif.ts'
import { elementsOf, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

/** Null: not there. */
export interface Xmp {
  readonly title: string | null
  readonly description: string | null
  readonly creators: readonly string[]
  readonly rights: string | null
  /** The URL of the licence. */
  readonly webStatement: string | null
  readonly credit: string | null
  readonly subjects: readonly string[]
  readonly createdAt: string | null
  readonly rating: number | null
  readonly tool: string | null
  /** IPTC's word for how the picture came about, such as `trainedAlgorithmicMedia`. */
  readonly digitalSourceType: string | null
}

const MAX_PACKET = 2_000_000
const MAX_CHARS = 2_000
const MAX_ITEMS = 100

/**
 * `xmp` is null when the packet has none of the properties. The others are what it says of camera, time and place:
 * editors that drop the EXIF of a picture often keep it here.
 */
export function readXmp(packet: Uint8Array): OtherExif & { readonly xmp: Xmp | null } {
  const values = properties(new TextDecoder('utf-8').decode(packet.subarray(0, MAX_PACKET)))
  const list = (name: string): string[] => values.get(name) ?? []
  const first = (name: string): string | null => list(name)[0] ?? null
  const rating = Number(first('xmp:rating') ?? Number.NaN)
  const xmp: Xmp = {
    title: first('dc:title'),
    description: first('dc:description'),
    creators: list('dc:creator'),
    rights: first('dc:rights'),
    webStatement: first('xmprights:webstatement'),
    credit: first('photoshop:credit'),
    subjects: list('dc:subject'),
    createdAt: first('photoshop:datecreated') ?? first('xmp:createdate'),
    rating: Number.isInteger(rating) && rating >= -1 && rating <= 5 ? rating : null,
    tool: first('xmp:creatortool'),
    digitalSourceType: first('iptc4xmpext:digitalsourcetype')?.replace(/^.*\//, '') ?? null,
  }
  const isEmpty = Object.values(xmp).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  )
  return { xmp: isEmpty ? null : xmp, ...exifOf(first) }
}

/** Fields of EXIF that XMP repeats under names of its own. */
const FIELDS: Readonly<Record<string, string>> = {
  'tiff:make': 'Make',
  'tiff:model': 'Model',
  'aux:lens': 'LensModel',
  'exifex:lensmodel': 'LensModel',
}

function exifOf(first: (name: string) => string | null): OtherExif {
  const fields: Record<string, string> = {}
  for (const [name, field] of Object.entries(FIELDS)) {
    const value = first(name)
    if (value !== null) fields[field] ??= value
  }
  return {
    fields,
    gps: placeOf(
      first('exif:gpslatitude'),
      first('exif:gpslongitude'),
      first('exif:gpsaltitude'),
      first('exif:gpsaltituderef'),
    ),
    takenAt:
      timeOf(first('exif:datetimeoriginal')) ??
      timeOf(first('photoshop:datecreated')) ??
      timeOf(first('xmp:createdate')),
  }
}

/** A date-time of ISO 8601 as RFC 3339; null for a bare date, which has no time. */
function timeOf(value: string | null): string | null {
  const [, minutes, seconds = ':00', zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.exec(value ?? '') ?? []
  return minutes === undefined || Number.isNaN(Date.parse(`${minutes}${seconds}Z`))
    ? null
    : minutes + seconds + zone
}

/** `51,30,26.4N` and `51,30.44N` in degrees; the altitude is a fraction, `0` above the sea and `1` below it. */
function placeOf(
  latitude: string | null,
  longitude: string | null,
  altitude: string | null,
  below: string | null,
): ImagePlace | null {
  const [lat, lng] = [degreesOf(latitude, 'NS', 90), degreesOf(longitude, 'EW', 180)]
  if (lat === null || lng === null) return null
  const [, over, under = '1'] = /^(\d{1,12}(?:\.\d{1,9})?)(?:\/(\d{1,12}))?$/.exec(altitude ?? '') ?? []
  const metres = over === undefined || Number(under) === 0 ? null : Number(over) / Number(under)
  return { lat, lng, altitudeM: metres === null ? null : below === '1' ? -metres : metres }
}

function degreesOf(value: string | null, signs: string, max: number): number | null {
  const [, degrees, minutes, seconds = '0', side] =
    /^(\d{1,3}),(\d{1,2}(?:\.\d{1,12})?)(?:,(\d{1,2}(?:\.\d{1,12})?))?([NSEW])$/.exec(value ?? '') ?? []
  if (side === undefined || !signs.includes(side)) return null
  const angle = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3_600
  return angle > max ? null : side === 'S' || side === 'W' ? -angle : angle
}

/** Values by the property's usual prefix and name in lower case, whether written as attributes or as elements. */
function properties(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const add = (name: string, value: string): void => {
    const known = values.get(name) ?? []
    const clean = value.replaceAll('\0', '').trim().slice(0, MAX_CHARS).toWellFormed()
    if (clean !== '' && known.length < MAX_ITEMS) values.set(name, [...known, clean])
  }
  for (const element of parseHtml(text).all) {
    if (element.name === 'rdf:description') {
      for (let i = 0; i < element.attributes.length; i += 2)
        add(element.attributes[i] ?? '', element.attributes[i + 1] ?? '')
    } else if (element.parent?.name === 'rdf:description') {
      for (const item of itemsOf(element)) add(element.name, lineText(item, MAX_CHARS))
    }
  }
  return values
}

/** The entries of an `rdf:Alt`, `rdf:Bag` or `rdf:Seq` in it, else the element itself. */
function itemsOf(element: HtmlElement): HtmlElement[] {
  const items: HtmlElement[] = []
  for (const inner of elementsOf(element)) {
    if (inner.name === 'rdf:li') items.push(inner)
    if (items.length === MAX_ITEMS) break
  }
  return items.length > 0 ? items : [element]
}
