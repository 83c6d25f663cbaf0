// The metadata of an image file: EXIF, IPTC and XMP, each read separately.
import type { Metadata } from 'sharp'
import type { Warning } from '#contract/crawl/result.ts'
import { readExif, type Exif, type ImagePlace } from './read-exif.ts'
import { readIptc, type Iptc } from './read-iptc.ts'
import { readXmp, type Xmp } from './read-xmp.ts'

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
  const packet = xmp === undefined ? null : readXmp(xmp)
  const captions = iptc === undefined ? null : readIptc(iptc)
  const camera = { ...packet?.fields, ...read.fields }
  return {
    takenAt: read.takenAt ?? packet?.takenAt ?? captions?.takenAt ?? null,
    exif: Object.keys(camera).length === 0 ? null : camera,
    iptc: captions?.iptc ?? null,
    xmp: packet?.xmp ?? null,
    ...(gps ? { gps: read.gps ?? packet?.gps ?? null } : {}),
  }
}
