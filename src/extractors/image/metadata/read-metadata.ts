// The metadata of an image file: EXIF, IPTC and XMP, each read separately.
import type { Metadata } from 'sharp'
import type { Warning } from '#contract/crawl/result.ts'
import { readExif, type Exif, type ImagePlace } from './read-exif.ts'
import { iptcTime, readIptc, type Iptc } from './read-iptc.ts'
import { exifOfXmp, readXmp, type Xmp } from './read-xmp.ts'

/** What a file says of its origin; null where a part is missing or broken. */
export interface ImageMetadata {
  readonly takenAt: string | null
  readonly exif: Exif['fields']
  readonly iptc: Iptc | null
  readonly xmp: Xmp | null
  /** Only when it was requested. */
  readonly gps?: ImagePlace | null
}

/** `file` is the whole image, for formats that consist of tags. */
export async function readMetadata(
  file: Uint8Array,
  { format, exif, iptc, xmp }: Metadata,
  gps: boolean,
  warnings: Warning[],
): Promise<ImageMetadata> {
  const block = format === 'tiff' ? file : exif
  let read: Exif = { fields: null, gps: null, takenAt: null }
  if (block !== undefined) {
    try {
      read = await readExif(block)
    } catch {
      warnings.push({ code: 'metadata_unreadable', detail: 'The EXIF of the image cannot be read.' })
    }
  }
  const other = xmp === undefined ? null : exifOfXmp(xmp)
  const camera = { ...other?.fields, ...read.fields }
  return {
    takenAt: read.takenAt ?? other?.takenAt ?? (iptc === undefined ? null : iptcTime(iptc)),
    exif: Object.keys(camera).length === 0 ? null : camera,
    iptc: iptc === undefined ? null : readIptc(iptc),
    xmp: xmp === undefined ? null : readXmp(xmp),
    ...(gps ? { gps: read.gps ?? other?.gps ?? null } : {}),
  }
}
