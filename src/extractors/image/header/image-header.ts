// Reads the header of an image file without decoding a pixel: enough to refuse a decompression bomb.
import { readBmpHeader, readIcoHeader } from '#extractors/image/header/formats/bitmap-header.ts'
import { readGifHeader } from '#extractors/image/header/formats/gif-header.ts'
import type { Bytes, HeaderFields, ImageHeader } from '#extractors/image/header/formats/header-fields.ts'
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import { imageFormat } from './image-format.ts'
import { readIsobmffHeader } from '#extractors/image/header/formats/isobmff-header.ts'
import { readJpegHeader } from '#extractors/image/header/formats/jpeg-header.ts'
import { readPngHeader } from '#extractors/image/header/formats/png-header.ts'
import { readSizeOnly } from '#extractors/image/header/formats/size-only.ts'
import { parseSvgRoot } from '#extractors/image/header/formats/svg-header.ts'
import { readTiffHeader } from '#extractors/image/header/formats/tiff-header.ts'
import { readWebpHeader } from '#extractors/image/header/formats/webp-header.ts'

const READERS: Readonly<Record<ImageFormat, (file: Bytes) => HeaderFields>> = {
  jpeg: readJpegHeader,
  png: readPngHeader,
  gif: readGifHeader,
  webp: readWebpHeader,
  avif: readIsobmffHeader,
  heic: readIsobmffHeader,
  tiff: readTiffHeader,
  svg: (file) => ({
    ...parseSvgRoot(new Uint8Array(file.buffer, file.byteOffset, file.byteLength)),
    pages: 1,
    animated: null,
    alpha: true,
  }),
  bmp: readBmpHeader,
  ico: readIcoHeader,
  jp2: readSizeOnly,
  jxl: readSizeOnly,
  psd: readSizeOnly,
}

const UNKNOWN = {
  width: null,
  height: null,
  pages: null,
  animated: null,
  durationMs: null,
  bitDepth: null,
  alpha: null,
} as const satisfies HeaderFields

/** Null for bytes that are not an image of a known format. Never throws, and takes time linear in the length. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const format = imageFormat(bytes)
  if (format === null) return null
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { ...UNKNOWN, format, ...READERS[format](file) }
  } catch (error) {
    // The file ends before its header does.
    if (error instanceof RangeError) return { ...UNKNOWN, format }
    throw error
  }
}
