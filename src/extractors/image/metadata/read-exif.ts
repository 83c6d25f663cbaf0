// The EXIF of an image as plain fields; its location is separate, for callers who asked for it.
import exifr from 'exifr'
import { fieldsOf } from '#kit/unknown-values.ts'

/** The fields of a file; the place stands apart from them. */
export interface Exif {
  /** By the names of the standard: `Make`, `FNumber`, `DateTimeOriginal`. Null without EXIF. */
  readonly fields: Readonly<Record<string, ExifValue>> | null
  readonly gps: ImagePlace | null
  /** RFC 3339 without a zone where the camera gave none. */
  readonly takenAt: string | null
}
/** What XMP and IPTC say where EXIF is silent, in the same shape. */
export interface OtherExif {
  readonly fields: Readonly<Record<string, string>>
  readonly gps: ImagePlace | null
  readonly takenAt: string | null
}

/** A text, a number or a list of numbers. */
export type ExifValue = string | number | readonly number[]

/** Degrees of WGS 84, and metres. */
export interface ImagePlace {
  readonly lat: number
  readonly lng: number
  /** Above the sea; null where the camera did not say. */
  readonly altitudeM: number | null
}

const OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  interop: false,
  ifd1: false,
  makerNote: false,
  userComment: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  // Dates stay as they are written: a Date would take the zone of this machine.
  reviveValues: false,
  mergeOutput: false,
}
const MAX_FIELDS = 200
const MAX_CHARS = 1_000
const MAX_NUMBERS = 16
/** How the file is laid out says nothing of the picture; comments of makers and places have their own rules. */
const LEFT_OUT =
  /^(?:Strip|Tile|Thumbnail|Free|MakerNote|UserComment|GPS|ApplicationNotes|IPTC|Photoshop|ICC|XMP)/i
const NAME = /^[A-Z][A-Za-z0-9]{1,60}$/

/** `block` is a TIFF file, or an EXIF block with or without its name in front. Throws where it cannot be read. */
export async function readExif(block: Uint8Array): Promise<Exif> {
  const named = Buffer.from(block.subarray(0, 6)).toString('latin1') === 'Exif\0\0'
  const { ifd0, exif, gps } = fieldsOf(await exifr.parse(named ? block.subarray(6) : block, OPTIONS))
  const fields: Record<string, ExifValue> = {}
  for (const source of [ifd0, exif]) {
    for (const [name, value] of Object.entries(fieldsOf(source))) {
      if (!NAME.test(name) || LEFT_OUT.test(name) || Object.keys(fields).length >= MAX_FIELDS) continue
      const kept = plain(value)
      if (kept !== null) fields[name] = kept
    }
  }
  return {
    fields: Object.keys(fields).length === 0 ? null : fields,
    gps: placeOf(fieldsOf(gps)),
    takenAt: timeOf(
      fields['DateTimeOriginal'] ?? fields['CreateDate'],
      fields['OffsetTimeOriginal'] ?? fields['OffsetTime'],
    ),
  }
}

/** Null for values that are neither text nor number: blobs, empty and broken values. */
function plain(value: unknown): ExifValue | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') {
    const text = value.replaceAll('\0', ' ').trim().slice(0, MAX_CHARS).toWellFormed()
    return text === '' ? null : text
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NUMBERS) return null
  const numbers = value.filter((item): item is number => Number.isFinite(item))
  return numbers.length === value.length ? numbers : null
}

function placeOf(gps: Readonly<Record<string, unknown>>): ImagePlace | null {
  const { latitude, longitude, GPSAltitude: altitude } = gps
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  const below = gps['GPSAltitudeRef']
  const sign = below === 1 || (below instanceof Uint8Array && below[0] === 1) ? -1 : 1
  return {
    lat: latitude,
    lng: longitude,
    altitudeM: typeof altitude === 'number' && Number.isFinite(altitude) ? sign * altitude : null,
  }
}

/** `2004:10:11 18:02:05` and `+02:00`. Cameras whose clock was never set write zeros. */
function timeOf(date: ExifValue | undefined, offset: ExifValue | undefined): string | null {
  const match = /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(String(date ?? ''))
  if (match === null) return null
  const [, year, month, day, hour, minute, second] = match
  const zone = /^[+-]\d\d:\d\d$/.exec(String(offset ?? '').trim())?.[0] ?? ''
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return year === '0000' || Number.isNaN(Date.parse(`${time}Z`)) ? null : time + zone
}
